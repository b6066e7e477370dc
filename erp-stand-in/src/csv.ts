/**
 * The rows of a CSV text (RFC 4180: quoted fields, doubled quotes, line breaks in quotes), by column name; a byte order
 * mark is dropped. Throws for a row of another length than the header.
 */
export function parseCsv(text: string): ReadonlyMap<string, string>[] {
  const lines = splitCsv(text.codePointAt(0) === 0xfeff ? text.slice(1) : text)
  const [header = []] = lines
  return lines.slice(1).map((fields, index) => {
    if (fields.length !== header.length) {
      throw new Error(`row ${index + 2}: ${fields.length} fields, the header has ${header.length}`)
    }
    return new Map(fields.map((field, column) => [header[column] ?? '', field]))
  })
}

function splitCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (quoted) {
      if (character !== '"') field += character
      else if (text[index + 1] === '"') {
        field += '"'
        index += 1
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',') {
      row.push(field)
      field = ''
    } else if (character === '\n') {
      row.push(field.endsWith('\r') ? field.slice(0, -1) : field)
      rows.push(row)
      row = []
      field = ''
    } else field += character
  }
  if (field !== '' || row.length > 0) rows.push([...row, field])
  return rows
}
