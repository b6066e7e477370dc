import { readZipEntry, type ZipEntry } from './read-zip.ts'
import { unreadable } from './workbook-refusal.ts'
import { xmlEvents } from './xml-events.ts'

const workbookPart = 'xl/workbook.xml'
const relationsPart = 'xl/_rels/workbook.xml.rels'

/** What a workbook consists of: its visible sheets in the order in which a person sees them. */
export interface SheetList {
  sheets: readonly { name: string; entry: ZipEntry }[]
  /** Days are counted from 1904, not from 1900. */
  isFrom1904: boolean
}

/**
 * The visible sheets in workbook order, regardless of the file names inside. A workbook without a list of sheets must have
 * exactly one.
 * @throws ApiError `workbook-unreadable` if there is none
 */
export async function sheetList(
  bytes: Uint8Array,
  entries: ReadonlyMap<string, ZipEntry>,
): Promise<SheetList> {
  const workbook = entries.get(workbookPart)
  const relations = entries.get(relationsPart)
  const xml = workbook === undefined ? '' : await readZipEntry(bytes, workbook)
  const isFrom1904 = elements(xml, workbookPart, 'workbookPr').some((one) =>
    ['1', 'true', 'on'].includes(one.get('date1904') ?? ''),
  )
  if (workbook !== undefined && relations !== undefined) {
    const listed = elements(xml, workbookPart, 'sheet')
    const related = elements(await readZipEntry(bytes, relations), relationsPart, 'Relationship')
    const files = new Map(
      related
        .filter((relation) => relation.get('Type')?.endsWith('/worksheet'))
        .map((relation) => [relation.get('Id'), fileOf(relation.get('Target') ?? '')]),
    )
    // Chart sheets contain no cells.
    const sheets = listed
      .filter((sheet) => !/hidden/i.test(sheet.get('state') ?? '') && files.has(sheet.get('id')))
      .map((sheet) => {
        const entry = entries.get(files.get(sheet.get('id'))!)
        if (entry === undefined) throw unreadable(workbookPart)
        return { name: sheet.get('name') ?? '', entry }
      })
    if (sheets.length > 0) return { sheets, isFrom1904 }
    if (listed.length > 0) throw unreadable(workbookPart)
  }
  const found = [...entries.values()].filter(({ name }) =>
    /^xl\/worksheets\/[^/]+\.xml$/.test(name),
  )
  const [only] = found
  // Several sheets without an order: ambiguous.
  if (only === undefined || found.length > 1) throw unreadable('xl/worksheets')
  return { sheets: [{ name: '', entry: only }], isFrom1904 }
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
