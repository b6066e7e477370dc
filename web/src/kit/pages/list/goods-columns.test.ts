import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { requisition } from '@kufang/contract/requisition/requisition.ts'
import { expect, test } from 'vitest'
import type { Row } from '../../fields/field-column.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { cellText } from '../../grid/cell-format.ts'
import { goodsText, withGoodsColumns } from './goods-columns.ts'

const goods = { materialNo: '15020007', description: '无缝钢管', unit: 'M', lineCount: 1 }

test('the goods of a document are its first material and quantity, how many lines there are, and the text of the material', () => {
  expect(goodsText({ ...goods, quantity: '12.500' })).toBe('15020007 12.5 M · 无缝钢管')
  expect(goodsText({ ...goods, quantity: '1200', lineCount: 3 })).toBe(
    '15020007 1,200 M 等 3 行 · 无缝钢管',
  )
  // Hidden in a blind count.
  expect(goodsText({ ...goods, quantity: null })).toBe('15020007 · 无缝钢管')
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
  expect(cellText(column!, { goods: { ...goods, quantity: '1' } })).toBe('15020007 1 M · 无缝钢管')
  expect(cellText(column!, { goods: null })).toBe('–')
})
