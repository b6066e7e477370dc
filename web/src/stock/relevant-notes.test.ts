import { expect, test } from 'vitest'
import { isStockOfLine } from './relevant-notes.ts'

const stock = {
  materialNo: '14020008',
  bin: 'A-03-04-3-1',
  batch: '',
  stockCategory: 'UU',
  specialStock: '',
  specialStockReference: '',
}

test('a note is told to the line that takes from its row, and to no other', () => {
  const line = { materialNo: '14020008', bin: 'A-03-04-3-1', batch: null, quantity: '4' }
  expect(isStockOfLine(stock, line)).toBe(true)
  for (const other of [
    { bin: 'A-01' },
    { batch: 'B1' },
    { specialStock: 'K' },
    { materialNo: '1' },
  ])
    expect(isStockOfLine(stock, { ...line, ...other })).toBe(false)
  expect(isStockOfLine({ ...stock, stockCategory: 'BL' }, line)).toBe(false)
})
