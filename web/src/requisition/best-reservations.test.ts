import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import { bestFirst } from './best-reservations.ts'

const item = (no: string, free: string, deliveryDate: string | null) => ({
  no,
  freeQuantity: parseQuantity(free),
  deliveryDate,
})

test('the very quantity comes first, then enough, then too little, each by its date', () => {
  const items = [
    item('little', '2', '2026-01-01'),
    item('undated', '30', null),
    item('late', '30', '2026-03-01'),
    item('early', '200', '2026-02-01'),
    item('exact', '10.0', '2026-05-01'),
  ]
  expect(bestFirst(items, parseQuantity('10')).map(({ no }) => no)).toEqual([
    'exact',
    'early',
    'late',
    'undated',
    'little',
  ])
})
