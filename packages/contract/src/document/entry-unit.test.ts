import { expect, test } from 'vitest'
import { entryUnitOf, inEntryUnit } from './entry-unit.ts'

const boxes = { entryUnit: 'BOX', unitNumerator: 100, unitDenominator: 1 }

test('a quantity of a line is said in its entry unit where it is exactly that', () => {
  expect(inEntryUnit(boxes, '500')).toEqual({ quantity: '5', unit: 'BOX' })
  expect(inEntryUnit({ ...boxes, unitNumerator: 3, unitDenominator: 7 }, '4.286')).toEqual({
    quantity: '10',
    unit: 'BOX',
  })
  expect(inEntryUnit({ ...boxes, unitNumerator: 30_000 }, '1')).toBeNull()
})

test('a line of the base unit, or one without a known conversion, has no entry unit', () => {
  expect(entryUnitOf({ entryUnit: null })).toBeNull()
  expect(entryUnitOf({ entryUnit: 'PAL', unitNumerator: null, unitDenominator: null })).toBeNull()
  expect(inEntryUnit({ entryUnit: 'BOX' }, '5')).toBeNull()
  expect(inEntryUnit(boxes, 'five')).toBeNull()
})
