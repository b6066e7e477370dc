import { expect, test } from 'vitest'
import { headedTable, likelySheet } from './headed-table.ts'
import { textCell } from './table-cell.ts'

const sheetOf = (name: string, ...rows: string[][]) => ({
  name,
  read: () =>
    Promise.resolve(rows.map((cells, index) => ({ line: index + 1, cells: cells.map(textCell) }))),
})
const summary = sheetOf('汇总', ['出库汇总'], ['工厂', '数量'], ['1011', '5'])
const detail = sheetOf('明细', ['物料编码', '货位', '数量'], ['M1', 'A-01', '5'])

test('the sheet of the table is the first with expected headings, else the first that is a table', async () => {
  expect(await likelySheet([summary, detail], (text) => text === '货位')).toBe(1)
  expect(await likelySheet([summary, detail], () => false)).toBe(0)
  expect(await likelySheet([sheetOf('空'), detail], () => false)).toBe(1)
})

test('unknown headings are the first row with as many cells as the rows below, so that no column is lost', async () => {
  const { heads, rows } = headedTable(await summary.read(), () => false)
  expect(heads).toEqual(['工厂', '数量'])
  expect(rows).toHaveLength(1)
  expect(() => headedTable([], () => false)).toThrow(
    expect.objectContaining({ code: 'table-empty' }),
  )
})
