import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  damagedWorkbooks,
  hostileWorkbooks,
  ordinarySheet,
  ordinaryStrings,
  workbookOf,
} from '../../../../bench/attack/workbooks.ts'
import { zipOf } from '../../../../bench/attack/zip.ts'
import { ApiError } from '../api/api-error.ts'
import { columnIndex, readXlsx } from './read-xlsx.ts'
import { shownIn } from './table-cell.ts'

const sheets = (file: Buffer) => readXlsx(new Blob([file as BlobPart]))
const cells = async (file: Buffer) =>
  (await (await sheets(file))[0]!.read()).map((row) => row.cells)
/** What a person sees of the first sheet. */
const read = async (file: Buffer) => (await cells(file)).map((row) => row.map(shownIn))
/** The refusal; any other error fails the test. */
const refusalOf = async (file: Buffer): Promise<ApiError> => {
  const error: unknown = await read(file).then(
    () => new Error('it was read'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw error
}

describe('a workbook', () => {
  it('is read by row and column, texts shared or its own', async () => {
    expect(await read(workbookOf(ordinarySheet, ordinaryStrings))).toEqual([
      ['物料编码', '数量'],
      ['M-1 & 2', '12.5'],
    ])
  })

  it('is read by the order of its sheets as a person sees them, whatever their files are called', async () => {
    const sheet = (text: string) =>
      `<worksheet><sheetData><row><c t="str"><v>${text}</v></c></row></sheetData></worksheet>`
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
    const file = (sheets: string) =>
      zipOf([
        {
          name: 'xl/workbook.xml',
          content: `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: `<Relationships><Relationship Id="a" Type="${type}" Target="worksheets/sheet1.xml"/>
            <Relationship Id="b" Type="${type}" Target="/xl/worksheets/sheet2.xml"/>
            <Relationship Id="lost" Type="${type}" Target="worksheets/sheet9.xml"/></Relationships>`,
        },
        { name: 'xl/worksheets/sheet1.xml', content: sheet('one') },
        { name: 'xl/worksheets/sheet2.xml', content: sheet('two') },
      ])
    const a = '<sheet name="A" sheetId="1" r:id="a"/>'
    const b = '<sheet name="B" sheetId="2" r:id="b"/>'
    expect(await read(file(a + b))).toEqual([['one']])
    expect((await sheets(file(b + a))).map(({ name }) => name)).toEqual(['B', 'A'])
    expect(await read(file(b + a))).toEqual([['two']])
    expect(await read(file(a.replace('/>', ' state="hidden"/>') + b))).toEqual([['two']])
    for (const sheets of ['<sheet r:id="lost"/>', '<sheet r:id="none"/>', ''])
      expect((await refusalOf(file(sheets))).code).toBe('workbook-unreadable')
  })

  it('may name its elements in a namespace, leave cells and rows out, and hold formulas and truths', async () => {
    const sheet = `<?xml version="1.0"?><x:worksheet xmlns:x="y"><!-- <row> --><x:sheetData>
      <x:row r="2"/><x:row r="3"><x:c r="C3" t="b"><x:v>1</x:v></x:c><x:c t="str"><x:f>A1&amp;"&lt;"</x:f><x:v><![CDATA[<a>]]></x:v></x:c>
      <x:c r="ZZ3" s="4"/></x:row></x:sheetData></x:worksheet>`
    expect(await read(workbookOf(sheet))).toEqual([['', '', 'true', '<a>']])
  })

  it('leaves out how a text is pronounced, among the shared ones and in a cell of its own', async () => {
    const own = '<is><t>房</t><rPh><t>fang</t></rPh></is>'
    const sheet = `<worksheet><row><c t="s"><v>0</v></c><c t="inlineStr">${own}</c></row></worksheet>`
    const strings = '<si><t>库</t><rPh><t>ku</t></rPh></si>'
    expect(await read(workbookOf(sheet, strings))).toEqual([['库', '房']])
  })

  it('is refused where a cell names a text that is not there; a cell without one is empty', async () => {
    const sheet = (value: string) =>
      `<worksheet><row><c t="s">${value}</c><c><v>5</v></c></row></worksheet>`
    const strings = '<si><t>M-1</t></si>'
    for (const value of ['<v>1</v>', '<v>-1</v>', '<v>0.5</v>', '<v>x</v>'])
      expect((await refusalOf(workbookOf(sheet(value), strings))).code).toBe('workbook-unreadable')
    for (const value of ['', '<v/>'])
      expect(await read(workbookOf(sheet(value), strings))).toEqual([['', '5']])
  })

  it('gives each cell its kind: what is stored is not what is shown', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000000"/>
      <numFmt numFmtId="171" formatCode="m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="172" formatCode="[Red]#,##0.00"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="22"/></cellXfs></styleSheet>`
    const sheet = `<worksheet><row><c><v>2.2999999999999998</v></c><c t="e"><v>#N/A</v></c><c s="1"><v>42</v></c>
      <c s="2"><v>46085</v></c><c s="3"><v>1200.5</v></c><c s="4"><v>46351.4375</v></c><c t="d"><v>2026-11-25T00:00:00</v></c></row></worksheet>`
    const book = workbookOf(sheet, '', [{ name: 'xl/styles.xml', content: styles }])
    expect((await cells(book))[0]).toMatchObject([
      { kind: 'number', text: '2.3' },
      { kind: 'error', text: '#N/A' },
      { kind: 'number', text: '000042' },
      { kind: 'date', text: '2026-03-04', shown: '3月4日' },
      { kind: 'number', text: '1200.5' },
      { kind: 'date', text: '2026-11-25 10:30:00', shown: '2026/11/25 10:30' },
      { kind: 'date', text: '2026-11-25' },
    ])
  })

  it('counts its days from 1900, or from 1904 if it says so', async () => {
    const sheet = '<worksheet><row><c><v>44889</v></c></row></worksheet>'
    const days = async (isFrom1904: boolean) =>
      (
        await cells(
          workbookOf(
            sheet,
            '',
            [],
            `<workbook><workbookPr date1904="${Number(isFrom1904)}"/></workbook>`,
          ),
        )
      )[0]
    expect(await days(false)).toMatchObject([{ day: '2022-11-24' }])
    expect(await days(true)).toMatchObject([{ day: '2026-11-25' }])
  })

  it('counts columns as a sheet does', () => {
    expect(['A1', 'Z9', 'AA3', 'BC12', '7', 'AAAAAAAA1'].map(columnIndex)).toEqual([
      0,
      25,
      26,
      54,
      null,
      null,
    ])
  })
})

describe('a file made to hurt', () => {
  it.each(hostileWorkbooks)('$name is refused, with what to do', async ({ file }) => {
    const { code, zh, en } = await refusalOf(file())
    expect(code).toMatch(/^workbook-(unreadable|too-large)$/)
    expect(zh).toContain('再选择')
    expect(en).toContain('choose that')
    expect(`${zh}${en}`).not.toMatch(/[{}]/)
  })

  it('says how large it is and how large it may be', async () => {
    const { zh } = await refusalOf(Buffer.alloc(21 * 1024 * 1024))
    expect(zh).toContain('文件 21 MiB，上限 20 MiB')
  })

  it('is read or refused, whatever is damaged in it', async () => {
    const seen = { read: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(damagedWorkbooks, async (file) => {
        try {
          const rows = await read(file)
          expect(rows.flat().every((cell) => typeof cell === 'string')).toBe(true)
          seen.read += 1
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          seen.refused += 1
        }
      }),
      { numRuns: 1500, seed: 20_261_121 },
    )
    expect(seen.read).toBeGreaterThan(50)
    expect(seen.refused).toBeGreaterThan(500)
  })
})
