import fc from 'fast-check'
import { zipOf, type ZipPart } from './zip.ts'

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A workbook with this sheet and these shared strings, and only the parts a reader of lines needs. */
export function workbookOf(
  sheet: string,
  strings = '',
  more: readonly ZipPart[] = [],
  workbook = '<workbook/>',
): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: workbook },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${spreadsheet}">${strings}</sst>` },
    ...more,
  ])
}

const rows = (inner: string) => `<worksheet><sheetData>${inner}</sheetData></worksheet>`
const sheetName = 'xl/worksheets/sheet1.xml'

/** A regular sheet: headers, a shared string, a number, an inline string. */
export const ordinarySheet = rows(
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>数量</t></is></c></row>' +
    '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>12.500</v></c></row>',
)
export const ordinaryStrings =
  '<si><t>物料编码</t></si><si><r><t>M-</t></r><r><t>1 &amp; 2</t></r></si>'

/** A text that expands from a few bytes. */
const blown = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, ' ')
const entities = (count: number) =>
  `<!DOCTYPE x [<!ENTITY a0 "boom">${Array.from({ length: count }, (_none, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`).join('')}]>`

/** Malicious workbooks; each must be refused quickly and with little memory. */
export const hostileWorkbooks: readonly { name: string; file: () => Buffer }[] = [
  {
    name: 'a sheet that unpacks a thousandfold',
    file: () => zipOf([{ name: sheetName, content: blown(200) }]),
  },
  {
    name: 'the same, said to be small',
    file: () => zipOf([{ name: sheetName, content: blown(200), claimedBytes: 1000 }]),
  },
  {
    name: 'shared strings that unpack a thousandfold',
    file: () =>
      zipOf([
        { name: sheetName, content: ordinarySheet },
        { name: 'xl/sharedStrings.xml', content: blown(200), claimedBytes: 4096 },
      ]),
  },
  {
    name: 'a sheet said to be longer than it is',
    file: () => zipOf([{ name: sheetName, content: ordinarySheet, claimedBytes: 999_999 }]),
  },
  {
    name: 'a stored sheet of another length',
    file: () =>
      zipOf([{ name: sheetName, content: ordinarySheet, claimedBytes: 7, isDeflated: false }]),
  },
  {
    name: 'sixty thousand parts',
    file: () =>
      zipOf(
        Array.from({ length: 60_000 }, (_none, index) => ({
          name: `xl/worksheets/s${index}.xml`,
          content: '',
          isDeflated: false,
        })),
      ),
  },
  ...[
    '../../../etc/passwd',
    'xl/worksheets/../../sheet1.xml',
    '/xl/worksheets/sheet1.xml',
    'xl\\worksheets\\sheet1.xml',
    'C:/xl/sheet1.xml',
    'xl//worksheets/sheet1.xml',
    'xl/worksheets/sheet1.xml\u0000.png',
  ].map((name) => ({
    name: `a part named ${JSON.stringify(name)}`,
    file: () => workbookOf(ordinarySheet, ordinaryStrings, [{ name, content: 'x' }]),
  })),
  {
    name: 'two sheets of one name',
    file: () => workbookOf(ordinarySheet, ordinaryStrings, [{ name: sheetName, content: '<a/>' }]),
  },
  {
    name: 'a workbook within a workbook',
    file: () => zipOf([{ name: 'book.xlsx', content: workbookOf(ordinarySheet) }]),
  },
  {
    name: 'entities that grow',
    file: () =>
      workbookOf(entities(12) + rows('<row><c t="inlineStr"><is><t>&a12;</t></is></c></row>')),
  },
  {
    name: 'an entity that reads a file',
    file: () =>
      workbookOf(
        `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${rows('<row><c t="inlineStr"><is><t>&e;</t></is></c></row>')}`,
      ),
  },
  {
    name: 'an entity nobody declared',
    file: () => workbookOf(rows('<row><c t="inlineStr"><is><t>&nbsp;</t></is></c></row>')),
  },
  {
    name: 'a character beyond all characters',
    file: () => workbookOf(rows('<row><c t="inlineStr"><is><t>&#x7fffffff;</t></is></c></row>')),
  },
  {
    name: 'elements within elements',
    file: () => workbookOf(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
  },
  {
    name: 'a million rows',
    file: () => workbookOf(rows('<row><c><v>1</v></c></row>'.repeat(1_000_000))),
  },
  {
    name: 'a value in the last column there can be',
    file: () => workbookOf(rows('<row><c r="XFD1"><v>1</v></c></row>'.repeat(10_000))),
  },
  {
    name: 'a sheet that breaks off',
    file: () => workbookOf(ordinarySheet.slice(0, -20)),
  },
]

/**
 * A regular workbook damaged by changed, removed or inserted bytes, either in the archive or in the sheet before
 * packing.
 */
export const damagedWorkbooks: fc.Arbitrary<Buffer> = fc.oneof(
  damaged(fc.constant(workbookOf(ordinarySheet, ordinaryStrings))),
  damaged(fc.constant(Buffer.from(ordinarySheet))).map((sheet) =>
    zipOf([
      { name: sheetName, content: sheet },
      { name: 'xl/sharedStrings.xml', content: `<sst>${ordinaryStrings}</sst>` },
    ]),
  ),
  damaged(fc.constant(Buffer.from(`<sst>${ordinaryStrings}</sst>`))).map((strings) =>
    zipOf([
      { name: sheetName, content: ordinarySheet },
      { name: 'xl/sharedStrings.xml', content: strings },
    ]),
  ),
)

function damaged(whole: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const change = fc.oneof(
    fc.record({ kind: fc.constant('byte' as const), place, value: fc.nat(255) }),
    fc.record({ kind: fc.constant('cut' as const), place, value: fc.constant(0) }),
    fc.record({
      kind: fc.constant('take' as const),
      place,
      value: fc.integer({ min: 1, max: 40 }),
    }),
    fc.record({
      kind: fc.constant('double' as const),
      place,
      value: fc.integer({ min: 1, max: 40 }),
    }),
    // Lengths and offsets in the directory, set to the maximum.
    fc.record({ kind: fc.constant('huge' as const), place, value: fc.constant(0) }),
  )
  return fc.tuple(whole, fc.array(change, { minLength: 1, maxLength: 6 })).map(([bytes, changes]) =>
    changes.reduce((file, { kind, place: share, value }) => {
      const at = Math.floor(share * file.length)
      if (kind === 'cut') return file.subarray(0, at)
      if (kind === 'take') return Buffer.concat([file.subarray(0, at), file.subarray(at + value)])
      if (kind === 'double') return Buffer.concat([file.subarray(0, at + value), file.subarray(at)])
      const changed = Buffer.from(file)
      if (kind === 'huge') changed.fill(0xff, at, Math.min(at + 4, changed.length))
      else if (changed.length > 0) changed[Math.min(at, changed.length - 1)] = value
      return changed
    }, bytes),
  )
}
