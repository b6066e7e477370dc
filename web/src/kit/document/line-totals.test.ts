import { expect, test } from 'vitest'
import { sumOfColumn, sumsByUnit } from './line-totals.ts'

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

test('kilograms of some lines are summed beside the pieces of all, kilograms with metres are not', () => {
  const pipes = { unit: 'PC', secondUnit: 'KG' }
  const lines = [
    { ...pipes, quantity: '2', secondQuantity: '200.5' },
    { ...pipes, quantity: '3', secondQuantity: '299' },
    { unit: 'PC', quantity: '7', secondQuantity: null, secondUnit: null },
  ]
  expect(sumOfColumn(lines, 'quantity')).toBe('12')
  expect(sumOfColumn(lines, 'secondQuantity', 'secondUnit')).toBe('499.5')
  const sheet = { unit: 'PC', quantity: '1', secondQuantity: '6', secondUnit: 'M2' }
  expect(sumOfColumn([...lines, sheet], 'secondQuantity', 'secondUnit')).toBeNull()
  expect(sumOfColumn([lines[2]!], 'secondQuantity', 'secondUnit')).toBeNull()
})
