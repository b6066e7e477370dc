import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import readExcelFile from 'read-excel-file/node'
import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { expect, test } from 'vitest'
import type { XlsxColumn } from './stream-xlsx.ts'
import { streamXlsx } from './stream-xlsx.ts'

const options = { sheetName: '收货单: 导出', language: 'zh' } as const

async function read(columns: XlsxColumn[], rows: Record<string, unknown>[]): Promise<unknown[][]> {
  const file = await buffer(streamXlsx(columns, rows, options))
  const sheets = (await readExcelFile(file, { trim: false })) as unknown as { data: unknown[][] }[]
  return sheets[0]!.data
}

const column = (kind: XlsxColumn['kind']): XlsxColumn[] => [{ field: 'value', label: '值', kind }]

test('texts that look like formulas, markup or numbers stay the texts they are', async () => {
  const texts = [
    '=1+1',
    '+8613800000000',
    '-5',
    '@sum',
    '<b>&"引号"</b>',
    '00010',
    '_x0041_',
    '行1\n行2',
    '  空格  ',
  ]
  const rows = await read(
    column('text'),
    texts.map((value) => ({ value })),
  )
  expect(rows).toEqual([['值'], ...texts.map((text) => [text])])
})

test('a text like a formula stays a text after it is edited in Excel', async () => {
  const file = await buffer(
    streamXlsx(column('text'), [{ value: '=1+1' }, { value: 'DN50' }], options),
  )
  const xml = entryOf(file, 'xl/worksheets/sheet1.xml')
  expect(xml).toContain(
    '<c r="A2" t="inlineStr" s="4"><is><t xml:space="preserve">=1+1</t></is></c>',
  )
  expect(xml).toContain('<c r="A3" t="inlineStr"><is><t xml:space="preserve">DN50</t></is></c>')
  expect(xml).not.toContain('<f>')
})

test('numbers are numbers as long as they are exact, and texts beyond', async () => {
  const rows = await read(column('quantity'), [
    { value: '12345.678' },
    { value: '-0.5' },
    { value: '123456789012345.678' },
  ])
  expect(rows.slice(1)).toEqual([[12345.678], [-0.5], ['123456789012345.678']])
})

test('a unit is its name in a Chinese workbook and its code in an English one', async () => {
  knowUnitNames({ BOX: '盒' })
  const columns = [{ field: 'unit', label: '单位', kind: 'reference', isUnit: true }] as const
  const rows = [{ unit: 'BOX' }, { unit: 'PAL' }]
  expect(await read([...columns], rows)).toEqual([['单位'], ['盒'], ['PAL']])
  const english = await buffer(streamXlsx(columns, rows, { ...options, language: 'en' }))
  expect(entryOf(english, 'xl/worksheets/sheet1.xml')).toContain('BOX')
  knowUnitNames({})
})

test('days and instants are dates, instants as on the wall in China', async () => {
  const days = await read(column('date'), [{ value: '2026-11-21' }, { value: '1812-05-01' }])
  expect(days[1]).toEqual([new Date('2026-11-21T00:00:00Z')])
  expect(days[2]).toEqual(['1812-05-01'])
  const instants = await read(column('instant'), [{ value: '2026-11-20T17:30:15.000Z' }])
  // Fractions of a day do not represent seconds exactly.
  const seconds = Math.round((instants[1]![0] as Date).getTime() / 1000)
  expect(new Date(seconds * 1000).toISOString()).toBe('2026-11-21T01:30:15.000Z')
})

test('choices, flags and lists are written in words, nothing as an empty cell', async () => {
  const columns: XlsxColumn[] = [
    {
      field: 'state',
      label: '状态',
      kind: 'choice',
      choices: { done: { zh: '完成', en: 'Done' } },
    },
    { field: 'isActive', label: '启用', kind: 'flag' },
    { field: 'papers', label: '资料', kind: 'list' },
  ]
  const rows = await read(columns, [
    { state: 'done', isActive: true, papers: ['合格证', '质保书'] },
    { state: null, isActive: false, papers: [] },
  ])
  expect(rows[1]).toEqual(['完成', '是', '合格证、质保书'])
  expect(rows[2]).toEqual([null, '否', null])
})

test('an error while the rows are read ends the file with that error', async () => {
  async function* broken() {
    yield { value: 'a' }
    throw new Error('the database went away')
  }
  await expect(buffer(streamXlsx(column('text'), broken(), options))).rejects.toThrow(
    'the database went away',
  )
})

test('rows are only read as fast as the file is taken', async () => {
  let produced = 0
  async function* rows() {
    for (; produced < 500_000; produced++)
      yield { value: `第 ${produced} 行 ${Math.sin(produced)}` }
  }
  const stream = streamXlsx(column('text'), rows(), options)
  for await (const chunk of stream) {
    expect(chunk).toBeDefined()
    if (produced > 0) break
  }
  expect(produced).toBeLessThan(100_000)
})

function entryOf(file: Buffer, name: string): string {
  const at = file.indexOf(Buffer.from(name)) + Buffer.byteLength(name)
  const end = file.indexOf(Buffer.from([0x50, 0x4b, 0x07, 0x08]), at)
  return inflateRawSync(file.subarray(at, end)).toString()
}
