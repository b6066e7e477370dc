import { expect, test } from 'vitest'
import { totalsRow } from './totals-row.ts'

test('a row of totals stands only where something was summed', () => {
  expect(totalsRow({ quantity: '12', available: null })).toEqual([
    { quantity: '12', available: null },
  ])
  expect(totalsRow({ quantity: '0' })).toHaveLength(1)
  for (const nothing of [null, undefined, {}, { quantity: null }, { quantity: '' }])
    expect(totalsRow(nothing)).toEqual([])
})
