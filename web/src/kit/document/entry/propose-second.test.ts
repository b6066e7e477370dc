import type { Quantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import { knowMaterialUnits } from '../../grid/material-units.ts'
import type { EntryLine } from './entry-lines.ts'
import { proposedSecond, withProposedSeconds, type SecondProposals } from './propose-second.ts'

const q = (text: string) => text as Quantity
// Twelve pipes of 480.5 kg lie in the bin.
const ratio = { quantity: q('12'), secondQuantity: q('480.5'), decimals: 3 }
const line = (quantity: string | null, more: object = {}): EntryLine => ({
  rowId: '1',
  materialNo: 'PIPE',
  secondUnit: 'KG',
  secondRatio: ratio,
  quantity,
  ...more,
})

test('of twelve pipes of 480.5 kg three are proposed as 120.125 kg, and all of them as what they weigh', () => {
  expect(proposedSecond(line('3'))).toBe('120.125')
  expect(proposedSecond(line('12'))).toBe('480.5')
  expect(proposedSecond(line('1', { secondRatio: { ...ratio, decimals: 0 } }))).toBe('40')
  expect(proposedSecond(line(null))).toBeNull()
  expect(proposedSecond(line('3 BOX'))).toBeNull()
  expect(proposedSecond(line('3', { secondRatio: null }))).toBeNull()
})

test('for another bin than the proposed one nothing is proposed, because other pipes lie there', () => {
  const of = { bin: 'A-01', batch: null }
  const own = (bin: string, quantity = '3') =>
    line(quantity, { bin, source: { id: '1', lineNo: 1 }, secondRatio: { ...ratio, of } })
  expect(proposedSecond(own('A-01'))).toBe('120.125')
  expect(proposedSecond(own('A-02'))).toBeNull()
  expect(proposedSecond(own('A-01', '13'))).toBeNull()
})

test('initial stock is proposed by the planned ratio of its material', () => {
  const planned = { quantity: q('1000'), secondQuantity: q('40041'), decimals: 3 }
  const unit = { materialNo: 'PIPE', unit: 'PC', numerator: 1, denominator: 1, decimals: 0 }
  knowMaterialUnits('PIPE', [{ ...unit, secondRatio: planned }])
  expect(proposedSecond(line('3', { secondRatio: undefined }))).toBe('120.123')
  knowMaterialUnits('PIPE', [])
  expect(proposedSecond(line('3', { secondRatio: undefined }))).toBeNull()
})

test('a proposal follows the quantity until a person enters or removes it', () => {
  const proposals: SecondProposals = new Map()
  const next = (one: EntryLine) => withProposedSeconds([one], proposals)?.[0] ?? one
  const first = next(line('3'))
  expect(first['secondQuantity']).toBe('120.125')
  const more = next({ ...first, quantity: '6' })
  expect(more['secondQuantity']).toBe('240.25')
  expect(next({ ...more, quantity: null })['secondQuantity']).toBeNull()
  expect(next(line('6'))['secondQuantity']).toBe('240.25')
  const weighed = next({ ...more, secondQuantity: '239.9' })
  expect(weighed['secondQuantity']).toBe('239.9')
  expect(next({ ...weighed, quantity: '5' })['secondQuantity']).toBe('239.9')
  expect(next({ ...more, secondQuantity: null })['secondQuantity']).toBeNull()
})

test('what is in a draft stays', () => {
  const kept = (secondQuantity: string | null) =>
    withProposedSeconds([line('3', { lineNo: 1, secondQuantity })], new Map())
  expect(kept(null)).toBeNull()
  expect(kept('119')).toBeNull()
  expect(kept('120.125')).toBeNull()
})
