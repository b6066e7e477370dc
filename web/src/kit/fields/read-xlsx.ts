import { findZipEntries, readZipEntry } from './read-zip.ts'

/**
 * The cells of a workbook's first sheet as texts, row by row. Throws when the file is no workbook.
 * Numbers come as they are stored, so that no digit is rounded away by their format.
 */
export async function readXlsxRows(file: Blob): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const entries = findZipEntries(bytes)
  const read = async (name: string): Promise<Document | null> => {
    const entry = entries.get(name)
    return entry === undefined ? null : parseXml(await readZipEntry(bytes, entry))
  }
  const sheets = [...entries.keys()]
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .toSorted()
  const sheet = sheets[0] === undefined ? null : await read(sheets[0])
  if (sheet === null) throw new TypeError('the file is no xlsx workbook')
  const strings = [...((await read('xl/sharedStrings.xml'))?.getElementsByTagName('si') ?? [])].map(
    textsOf,
  )
  return [...sheet.getElementsByTagName('row')].map((row) => {
    const cells: string[] = []
    for (const cell of row.getElementsByTagName('c')) {
      const column = columnIndex(cell.getAttribute('r') ?? '')
      const at = column ?? cells.length
      while (cells.length < at) cells.push('')
      cells[at] = cellText(cell, strings)
    }
    return cells
  })
}

function parseXml(text: string): Document {
  return new DOMParser().parseFromString(text, 'application/xml')
}

/** A string may be cut into runs of different fonts. */
function textsOf(element: Element): string {
  return [...element.getElementsByTagName('t')].map((part) => part.textContent ?? '').join('')
}

function cellText(cell: Element, strings: readonly string[]): string {
  const kind = cell.getAttribute('t')
  if (kind === 'inlineStr') return textsOf(cell)
  const value = cell.getElementsByTagName('v')[0]?.textContent ?? ''
  if (kind === 's') return strings[Number(value)] ?? ''
  if (kind === 'b') return value === '1' ? 'true' : 'false'
  return value
}

/** "C7" is column 2. */
export function columnIndex(reference: string): number | null {
  const letters = /^[A-Z]+/.exec(reference)?.[0]
  if (letters === undefined) return null
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
