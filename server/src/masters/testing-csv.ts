/** The records of a CSV text (RFC 4180), for tests with real files. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let isQuoted = false
  for (const [index, character] of [...text].entries()) {
    if (isQuoted) {
      if (character !== '"') cell += character
      else isQuoted = false
    } else if (character === '"') {
      if (index > 0 && text[index - 1] === '"') cell += '"'
      isQuoted = true
    } else if (character === ',') {
      record.push(cell)
      cell = ''
    } else if (character === '\n') {
      record.push(cell.replace(/\r$/, ''))
      records.push(record)
      record = []
      cell = ''
    } else cell += character
  }
  if (cell !== '' || record.length > 0) records.push([...record, cell])
  return records
}
