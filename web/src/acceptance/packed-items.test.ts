import { expect, it } from 'vitest'
import { differencesOf, foundAsRequired, furtherItem } from './packed-items.ts'

it('says what is missing and surplus of what is entered so far', () => {
  expect(
    differencesOf([
      { itemName: '合格证', requiredCount: 1, foundCount: '0' },
      { itemName: '密封垫', requiredCount: 20, foundCount: 22 },
      { itemName: '质保书', requiredCount: 1, foundCount: 1 },
      { itemName: '图纸', requiredCount: 1, foundCount: null },
      { itemName: '扳手', requiredCount: 0, foundCount: 'two' },
    ]),
  ).toEqual({ missing: [{ item: '合格证', count: 1 }], surplus: [{ item: '密封垫', count: 2 }] })
})

it('adds a further item of the same goods, and fills in all that is required', () => {
  const line = {
    rowId: 'a',
    lineNo: 3,
    materialNo: 'M1',
    source: { id: 'n', lineNo: 1 },
    itemKind: 'document',
    itemName: '合格证',
    requiredCount: 1,
    foundCount: null,
  }
  const further = furtherItem(line, 'b')
  expect(further).toMatchObject({
    rowId: 'b',
    materialNo: 'M1',
    source: { id: 'n', lineNo: 1 },
    itemKind: 'spare',
    itemName: null,
    requiredCount: 0,
  })
  expect('lineNo' in further).toBe(false)
  expect(foundAsRequired(line)).toMatchObject({ foundCount: '1' })
})
