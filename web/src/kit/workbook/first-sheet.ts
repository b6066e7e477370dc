import { readZipEntry, type ZipEntry } from './read-zip.ts'
import { unreadable } from './workbook-refusal.ts'
import { xmlEvents } from './xml-events.ts'

const workbookPart = 'xl/workbook.xml'
const relationsPart = 'xl/_rels/workbook.xml.rels'

/**
 * The first visible sheet in workbook order, regardless of the file names inside. A workbook without a list of sheets
 * must have exactly one.
 * @throws ApiError `workbook-unreadable` if there is none
 */
export async function firstSheet(
  bytes: Uint8Array,
  entries: ReadonlyMap<string, ZipEntry>,
): Promise<ZipEntry> {
  const workbook = entries.get(workbookPart)
  const relations = entries.get(relationsPart)
  if (workbook !== undefined && relations !== undefined) {
    const listed = elements(await readZipEntry(bytes, workbook), workbookPart, 'sheet')
    const related = elements(await readZipEntry(bytes, relations), relationsPart, 'Relationship')
    const files = new Map(
      related
        .filter((relation) => relation.get('Type')?.endsWith('/worksheet'))
        .map((relation) => [relation.get('Id'), fileOf(relation.get('Target') ?? '')]),
    )
    // Chart sheets contain no cells.
    const seen = listed.filter(
      (sheet) => !/hidden/i.test(sheet.get('state') ?? '') && files.has(sheet.get('id')),
    )
    const [first] = seen
    if (first !== undefined) {
      const sheet = entries.get(files.get(first.get('id'))!)
      if (sheet === undefined) throw unreadable(workbookPart)
      return sheet
    }
    if (listed.length > 0) throw unreadable(workbookPart)
  }
  const sheets = [...entries.values()].filter(({ name }) =>
    /^xl\/worksheets\/[^/]+\.xml$/.test(name),
  )
  const [only] = sheets
  // Several sheets without an order: ambiguous.
  if (only === undefined || sheets.length > 1) throw unreadable('xl/worksheets')
  return only
}

/** `worksheets/sheet2.xml` is relative to the workbook, `/xl/worksheets/sheet2.xml` to the root. */
const fileOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`

function elements(xml: string, part: string, name: string): ReadonlyMap<string, string>[] {
  const found: ReadonlyMap<string, string>[] = []
  for (const event of xmlEvents(xml, part))
    if (event.kind === 'open' && event.name === name) found.push(event.attributes)
  return found
}
