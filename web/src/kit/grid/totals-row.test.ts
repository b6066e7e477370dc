import { expect, test } from 'vitest'
import { totalsRow } from './totals-row.ts'

const shown = ['material', 'quantity', 'available']

test('a row of totals stands only where something was summed', () => {
  expect(totalsRow({ quantity: '12', available: null }, shown)).toEqual([
    { quantity: '12', available: null },
  ])
  expect(totalsRow({ quantity: '0' }, shown)).toHaveLength(1)
  for (const nothing of [null, undefined, {}, { quantity: null }, { quantity: '' }])
    expect(totalsRow(nothing, shown)).toEqual([])
})

test('sums of columns that nobody sees make no row', () => {
  const totals = { quantity: null, value: '100.00' }
  expect(totalsRow(totals, shown)).toEqual([])
  expect(totalsRow(totals, [...shown, 'value'])).toEqual([totals])
})
