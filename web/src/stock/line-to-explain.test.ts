import { expect, test } from 'vitest'
import { lineToExplain } from './line-to-explain.ts'

const lines = [
  { rowId: '1', bin: 'A-01' },
  { rowId: '2', bin: '' },
  { rowId: '3', bin: 'X-01', stockCategory: 'BL' },
]
const isStored = (line: { [field: string]: unknown }) => line['stockCategory'] !== 'BL'
const of = (chosen: readonly string[], from = lines) =>
  lineToExplain({
    lines: from,
    chosen: from.filter(({ rowId }) => chosen.includes(rowId)),
    field: 'bin',
    isStored,
  })?.rowId

test('the bin of the selected line is explained, otherwise of the first that has none', () => {
  expect(of(['1'])).toBe('1')
  expect(of([])).toBe('2')
  expect(of([], [lines[0]!])).toBe('1')
})

test('rejected goods are not put into stock, so nothing is explained of them', () => {
  expect(of(['3'])).toBeUndefined()
  expect(of([], [lines[2]!])).toBeUndefined()
})
