import { expect, test } from 'vitest'
import { changesOf, isOffered, keyOfRow, narrowOf, relationKinds } from './relation-kinds.ts'

const unit = { companyCode: '1010', pickingUnit: 'CHL02' }
const own = { companyCode: '1010', plant: '1011', storageLocation: '1101' }
const other = { companyCode: '1020', plant: '1021', storageLocation: '2101' }

test('a unit is offered the places of its company, across companies those of the others', () => {
  const within = relationKinds['/base/wbsDeptInventoryRel']!
  const across = relationKinds['/base/wbsDeptInventoryCrossRel']!
  expect([own, other].map((place) => isOffered(within, unit, place))).toEqual([true, false])
  expect([own, other].map((place) => isOffered(across, unit, place))).toEqual([false, true])
  expect([within, across].map((kind) => narrowOf(kind, unit))).toEqual([
    { companyCode: '1010' },
    {},
  ])
  expect(keyOfRow(within.definition, within.rowOf(unit, own))).toBe('1010/CHL02/1011/1101')
  expect(keyOfRow(across.definition, across.rowOf(unit, other))).toBe('1010/CHL02/1020/1021/2101')
})

test('a department keeps its name in every company that it works for', () => {
  const { rowOf, definition } = relationKinds['/base/wbcOrgCompanyRel']!
  const row = rowOf({ companyCode: '1010', department: 'WZ', name: '物资装备部' }, other)
  expect(row).toEqual({ companyCode: '1020', department: 'WZ', name: '物资装备部' })
  expect(keyOfRow(definition, row)).toBe('1020/WZ')
})

test('saving adds what is newly ticked and ends what is not ticked any more', () => {
  expect(changesOf(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual({
    added: ['c'],
    ended: ['a'],
  })
})
