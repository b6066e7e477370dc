import { expect, test } from 'vitest'
import type { GridColumn } from './grid-column.ts'
import { numberWidths } from './number-widths.ts'
import { textFits } from './text-fits.ts'

const columns: GridColumn<object>[] = [
  { field: 'material', label: 'Material', kind: 'text' },
  { field: 'quantity', label: 'Quantity', kind: 'quantity', unitField: 'unit' },
  { field: 'value', label: 'Value', kind: 'money' },
]

test('a column of numbers is as wide as its longest number with its unit, be it that of a row or the sum', () => {
  const rows = [
    { material: 'M-1', quantity: '8', unit: 'EA', value: '12.00' },
    { material: 'M-2', quantity: '1234567.891', unit: 'EA', value: null },
  ]
  const widths = numberWidths(columns, rows)
  expect([...widths.keys()]).toEqual(['quantity', 'value'])
  expect(textFits('1,234,567.891 个', widths.get('quantity')!)).toBe(true)
  expect(textFits('1,234,567.891', widths.get('quantity')! - 40)).toBe(false)
  const totals = { quantity: null, value: '9876543210.12' }
  const withTotals = numberWidths(columns, [...rows, totals])
  expect(textFits('9,876,543,210.12', withTotals.get('value')!)).toBe(true)
  expect(withTotals.get('quantity')).toBe(widths.get('quantity'))
})

test('columns without any number keep their widths', () => {
  expect(numberWidths(columns, [{ quantity: null }, {}])).toEqual(new Map())
})
