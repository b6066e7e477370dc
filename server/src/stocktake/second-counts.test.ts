import type { ActionRequest } from '@kufang/contract/document/api.ts'
import { beforeAll, expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { addSecondUnit, goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

const world = useWorld()
const counts = tradeOf(world, 'stocktaking')

beforeAll(() => addSecondUnit(world()))

/** Twenty valves of 11.9 kg each, and bolts, which are not weighed. */
const valve = { materialNo: materials.valve, quantity: '20', secondQuantity: '238' }
const filled = async (secondQuantity = valve.secondQuantity): Promise<Place> => {
  const place = await newPlace(world())
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    [{ ...valve, secondQuantity }, ...goods(1, materials.bolt, '20')],
    ['submit', 'initialise'],
  )
  return place
}
async function ordered(place: Place, header = {}): Promise<string> {
  const { companyCode, ...where } = place
  const { id } = await world().create('stocktaking', {
    companyCode,
    header: { ...where, countType: 'cycle', ...header },
    lines: [materials.valve, materials.bolt].map((materialNo) => ({
      materialNo,
      bin: 'A-01',
      stockCategory: 'UU',
    })),
    actionAfterCreate: 'start',
  })
  return id
}
const counted = (quantity: string, second: string | null, bolts = '20') => ({
  lines: [
    { lineNo: 1, countedQuantity: quantity, countedSecondQuantity: second },
    { lineNo: 2, countedQuantity: bolts },
  ],
})
const act = (id: string, action: string, request: Partial<ActionRequest> = {}) =>
  world().act('stocktaking', id, action, request)
async function adjusted(place: Place, quantity: string, second: string): Promise<string> {
  const id = await ordered(place)
  await act(id, 'count', counted(quantity, second))
  await act(id, 'explain', { lines: [{ lineNo: 1, differenceReason: 'lost' }] })
  await act(id, 'review')
  return id
}
const stock = async (place: Place) => {
  const [row] = await world().database.query<{ both: string[] }>(
    `select array[b.quantity, b.second_quantity]::text[] as both from stock_balance b
     where b.storage_location = $1 and b.material_no = $2 and b.place = 'stock'`,
    [place.storageLocation, materials.valve],
  )
  return row!.both.map(Number)
}
const posted = (id: string) =>
  world().database.query(
    `select i.movement_type, i.quantity, i.unit from erp_posting_item i
     join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id where p.document_id = $1`,
    [id],
  )

test('valves are counted and weighed: what is missing of either is compared with the books, and SAP gets the pieces', async () => {
  const place = await filled()
  const id = await ordered(place)
  expect(await counts.column(id, 'secondQuantity')).toEqual(['238', null])
  await act(id, 'count', counted('18', '213.5'))
  expect(await counts.column(id, 'differenceQuantity')).toEqual(['-2', '0'])
  expect(await counts.column(id, 'secondDifferenceQuantity')).toEqual(['-24.5', null])
  await act(id, 'explain', { lines: [{ lineNo: 1, differenceReason: 'lost' }] })
  await act(id, 'review')
  expect(await stock(place)).toEqual([18, 213.5])
  await act(id, 'post')
  await world().send()
  expect(await posted(id)).toEqual([{ movementType: '702', quantity: '2', unit: 'EA' }])
  await counts.proven()
})

test('where the pieces are right and the weight is not, the weight alone is explained, put right, not posted, and given back', async () => {
  const place = await filled()
  const id = await ordered(place)
  await act(id, 'count', counted('20', '236.2'))
  expect((await counts.header(id)).state).toBe('differing')
  await expectRefused(
    world(),
    () => act(id, 'explain', { lines: [{ lineNo: 2, differenceReason: 'lost' }] }),
    [{ code: 'no-difference', line: 2 }],
  )
  await act(id, 'explain', { lines: [{ lineNo: 1, differenceReason: 'miscounted' }] })
  await act(id, 'review')
  expect(await stock(place)).toEqual([20, 236.2])
  expect((await counts.header(id)).erpState).toBe('notNeeded')
  await counts.proven()
  await approveReversal(world(), 'stocktaking', id)
  await act(id, 'reversePhysical')
  expect(await stock(place)).toEqual([20, 238])
  expect((await counts.header(id)).state).toBe('reversed')
  await counts.proven()
})

test('a valve is missing while the others weigh more than all of them did', async () => {
  const place = await filled('230')
  const id = await adjusted(place, '19', '236')
  expect(await stock(place)).toEqual([19, 236])
  await counts.proven()
  await approveReversal(world(), 'stocktaking', id)
  await act(id, 'reversePart', { lines: [{ lineNo: 1, quantityBack: '1' }] })
  expect(await stock(place)).toEqual([20, 230])
  expect((await counts.header(id)).state).toBe('reversed')
  await counts.proven()
})

test('of two missing valves one is found again, and takes its share of the missing weight', async () => {
  const place = await filled()
  const id = await adjusted(place, '18', '220')
  expect(await stock(place)).toEqual([18, 220])
  await approveReversal(world(), 'stocktaking', id)
  await act(id, 'reversePart', { lines: [{ lineNo: 1, quantityBack: '1' }] })
  expect(await stock(place)).toEqual([19, 229])
  await counts.proven()
})

test('no valve is left, so none weighs anything', async () => {
  const place = await filled()
  await adjusted(place, '0', '0')
  expect(await stock(place)).toEqual([0, 0])
  await counts.proven()
})

test('the second count is what counts, in both units', async () => {
  const id = await ordered(await filled())
  await act(id, 'count', counted('18', '214'))
  await act(id, 'recount', {
    lines: [{ lineNo: 1, recountedQuantity: '20', recountedSecondQuantity: '238' }],
  })
  expect((await counts.header(id)).state).toBe('counted')
  expect(await counts.column(id, 'secondDifferenceQuantity')).toEqual(['0', null])
})

test('valves nobody weighed, a weight no such number has, one of no valve and one of bolts are refused at their line', async () => {
  const id = await ordered(await filled())
  const refused = (request: ReturnType<typeof counted>, detail: object) =>
    expectRefused(world(), () => act(id, 'count', request), [detail as never])
  const field = 'countedSecondQuantity'
  await refused(counted('20', null), {
    code: 'second-quantity-required',
    line: 1,
    field,
    params: { material: materials.valve, planned: '237.778', secondUnit: 'KG' },
  })
  await refused(counted('20', '280'), {
    code: 'second-quantity-deviates',
    line: 1,
    field,
    params: { planned: '237.778', second: '280', deviation: '17.8', limit: '5' },
  })
  await refused(counted('0', '3'), {
    code: 'second-quantity-without-goods',
    line: 1,
    field,
    params: { material: materials.valve, unit: 'EA', second: '3', secondUnit: 'KG' },
  })
  await expectRefused(
    world(),
    () =>
      act(id, 'count', {
        lines: [{ lineNo: 2, countedQuantity: '20', countedSecondQuantity: '3' }],
      }),
    [{ code: 'second-unit-none', line: 2, field }],
  )
})

test('a weight found on valves that have gone meanwhile is refused, because no valve is left that could weigh it', async () => {
  const place = await filled()
  const id = await ordered(place)
  await act(id, 'count', counted('20', '240'))
  await act(id, 'explain', { lines: [{ lineNo: 1, differenceReason: 'miscounted' }] })
  await adjusted(place, '0', '0')
  await expectRefused(world(), () => act(id, 'review'), [
    { code: 'second-quantity-beyond-stock', line: 1 },
  ])
  expect(await stock(place)).toEqual([0, 0])
})

test('valves issued before the count take their weight along: neither is a difference', async () => {
  const place = await filled()
  const id = await ordered(place)
  const { companyCode, ...where } = place
  await world().create('emergency-issue', {
    companyCode,
    header: { ...where, pickingUnit: 'U1', requester: 'P1', cause: '抢修' },
    lines: [{ materialNo: materials.valve, bin: 'A-01', quantity: '5', secondQuantity: '60' }],
    actionAfterCreate: 'issue',
  })
  await act(id, 'count', counted('15', '178'))
  expect((await counts.header(id)).state).toBe('counted')
  expect(await counts.column(id, 'secondAtCount')).toEqual(['178', null])
})
