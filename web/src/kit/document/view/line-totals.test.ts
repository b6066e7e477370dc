import { expect, test } from 'vitest'
import { sumsByUnit } from './line-totals.ts'

test('pieces and metres are summed apart, exactly', () => {
  const lines = [
    { quantity: '0.1', unit: 'M' },
    { quantity: '2', unit: 'EA' },
    { quantity: '1400.2', unit: 'M' },
  ]
  expect(sumsByUnit(lines)).toBe('1,400.3 M + 2 EA')
})

test('what is not entered yet counts as nothing, what is no number takes its unit out', () => {
  expect(sumsByUnit([])).toBe('')
  expect(sumsByUnit([{ quantity: null, unit: 'EA' }])).toBe('')
  expect(
    sumsByUnit([
      { quantity: 'abc', unit: 'EA' },
      { quantity: '3', unit: 'KG' },
      { quantity: '', unit: 'KG' },
    ]),
  ).toBe('3 KG')
})
