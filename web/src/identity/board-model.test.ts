import type { BoardGroup } from '@kufang/contract/identity/relation-board.ts'
import { expect, test } from 'vitest'
import { boardChanges, grantedKeys, keyOf, matching } from './board-model.ts'

const place = (storageLocation: string, id: string | null = null) => ({
  value: { companyCode: '1010', plant: '1011', storageLocation },
  code: storageLocation,
  name: `${storageLocation} 库`,
  id,
})
const groups: BoardGroup[] = [
  {
    code: '1011',
    name: '炼油厂',
    all: place('*'),
    items: [place('A001', 'r1'), place('A002'), place('A003', 'r3')],
  },
]

test('saving adds what is newly ticked and ends what no longer is; the rest stays', () => {
  const ticked = grantedKeys(groups)
  expect(boardChanges(groups, ticked)).toEqual({ added: [], ended: [] })
  ticked.delete(keyOf(place('A003').value))
  ticked.add(keyOf(place('A002').value))
  ticked.add(keyOf(place('*').value))
  expect(boardChanges(groups, ticked)).toEqual({
    added: [place('*').value, place('A002').value],
    ended: ['r3'],
  })
})

test('a search leaves the items that match, or the whole group', () => {
  expect(matching(groups, 'a002')[0]!.items.map(({ code }) => code)).toEqual(['A002'])
  expect(matching(groups, '炼油')[0]!.items).toHaveLength(3)
  expect(matching(groups, '化工')).toEqual([])
})
