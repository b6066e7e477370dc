import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { requisition } from '@kufang/contract/requisition/requisition.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from '../../fields/field-column.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { cellText } from '../../grid/cell-format.ts'
import { goodsCell } from './goods-cell.tsx'
import { withGoodsColumns } from './goods-columns.ts'
import { goodsText } from './goods-text.ts'
import type { ListedGoods } from './goods-text.ts'

const goods = { materialNo: '15020007', description: '无缝钢管', unit: 'M', lineCount: 1 }

test('the goods of a document are its first material, its quantity, and how many lines there are', () => {
  expect(goodsText({ ...goods, quantity: '12.500' })).toBe('15020007 · 无缝钢管 12.5 M')
  expect(goodsText({ ...goods, quantity: '1200', lineCount: 3 })).toBe(
    '15020007 · 无缝钢管 1,200 M 等 3 行',
  )
  // Hidden in a blind count.
  expect(goodsText({ ...goods, quantity: null })).toBe('15020007 · 无缝钢管')
})

test('the quantity stands apart from the material, which alone is truncated', () => {
  const drawn = (row: ListedGoods): string => renderToStaticMarkup(goodsCell(row))
  const several = drawn({ ...goods, quantity: '1', unit: 'EA', lineCount: 2 })
  expect(several).toMatch(/<span class="[^"]*goodsMaterial[^"]*">15020007 · 无缝钢管<\/span>/)
  expect(several).toContain('<strong>1 EA</strong> <span>等 2 行</span>')
  expect(drawn({ ...goods, quantity: null })).not.toContain('<strong>')
})

test('they stand beside the states, the amount only where the person may see it', () => {
  const columns = ['docNo', 'state', 'supplierNo'].map((field): GridColumn<Row> => ({
    field,
    label: field,
    kind: 'text',
  }))
  const fields = (definition: Parameters<typeof withGoodsColumns>[0]): string[] =>
    withGoodsColumns(definition, columns).map(({ field }) => field)
  expect(fields(requisition)).toEqual(['docNo', 'state', 'goods', 'supplierNo'])
  expect(fields(goodsReceipt)).toEqual(['docNo', 'state', 'goods', 'goodsAmount', 'supplierNo'])
  const column = withGoodsColumns(requisition, columns)[2]
  expect(cellText(column!, { goods: { ...goods, quantity: '1' } })).toBe('15020007 · 无缝钢管 1 M')
  expect(cellText(column!, { goods: null })).toBe('–')
})
