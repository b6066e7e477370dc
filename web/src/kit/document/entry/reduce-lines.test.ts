import { expect, test } from 'vitest'
import { reduceLines } from './reduce-lines.ts'

const row = (quantity: string) => ({ rowId: quantity, quantity })
const refused = (line: number, code: string, params: Record<string, string>) => ({
  code,
  params,
  line,
  field: 'quantity',
  zh: '',
  en: '',
})

test('a line with too much is offered what is permitted; others, and one of which nothing is permitted, stay', () => {
  const lines = [row('10'), row('5'), row('4.5'), row('3')]
  const { lines: next, reduced } = reduceLines(lines, [
    // Two lines of one source want 15 of 12 together.
    refused(1, 'quantity-exceeds-open', { quantity: '15', open: '12', unit: 'EA' }),
    refused(3, 'arrival-exceeds-tolerance', { excess: '2.5', room: '1', unit: 'T' }),
    refused(4, 'quantity-held', { quantity: '3', free: '0', unit: 'EA' }),
    refused(2, 'batch-unknown', { batch: 'A' }),
  ])
  expect(next.map(({ quantity }) => quantity)).toEqual(['7', '5', '3', '3'])
  expect(reduced).toEqual([
    { line: 1, from: '10', to: '7', excess: '3', unit: 'EA', isAtGate: false },
    { line: 3, from: '4.5', to: '3', excess: '1.5', unit: 'T', isAtGate: true },
  ])
})

test('a quantity in another unit is left to the person', () => {
  const beyond = refused(1, 'arrival-exceeds-order', { beyond: '100', unit: 'EA' })
  expect(reduceLines([row('2 BOX')], [beyond]).reduced).toEqual([])
})
