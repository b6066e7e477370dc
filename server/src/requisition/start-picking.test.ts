import type { ListRequest } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { queryOptions } from '../document/list/bind-query.ts'
import { deleteDocument } from '../document/service/service.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession } from '../platform/session/session.ts'
import { boundQueries } from '../queries.ts'

// The storekeeper takes up approved requisitions and walks through the bins once for all of them.

const world = useWorld()
const requisitions = tradeOf(world, 'requisition')
const bolts = goods(1, materials.bolt)
const valves = goods(1, materials.valve)

/** The walk in a storage location: bin, material, quantity, requisition. */
async function walkIn({ companyCode, storageLocation }: Place) {
  const request: ListRequest = {
    filters: [{ field: 'storageLocation', operator: 'eq', value: storageLocation }],
  }
  const session = systemSession([companyCode], '')
  const options = queryOptions(boundQueries['picking-walk'], session, request, world().database)
  const { rows } = await readList(world().database, { ...options, sizeMax: 100 })
  return rows.map(({ bin, materialNo, quantity, requisitionNo }) => [
    bin,
    materialNo,
    quantity,
    requisitionNo,
  ])
}
const issuesOf = async (id: string) =>
  world().database.query<{ id: string; docNo: string; state: string; createdBy: string }>(
    `select distinct h.id, h.doc_no, h.state, h.created_by from goods_issue h
     join document_link k on k.company_code = h.company_code and k.to_id = h.id and k.from_id = $1 where k.is_live`,
    [id],
  )
const numberOf = async (id: string) => (await requisitions.header(id)).docNo

test('several requisitions are picked in one walk, in the order of the bins', async () => {
  const place = await newPlace(world())
  const { plant, storageLocation } = place
  // By their codes A-01 would come first.
  await world().database.query(
    `update bin set area = case bin when 'A-02' then '1' else '2' end
     where plant = $1 and storage_location = $2 and bin in ('A-01', 'A-02')`,
    [plant, storageLocation],
  )
  const initial = await world().create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: [
      { materialNo: materials.valve, quantity: '20', bin: 'A-01', stockCategory: 'UU' },
      { materialNo: materials.bolt, quantity: '10', bin: 'A-02', stockCategory: 'UU' },
    ],
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', initial.id, 'initialise')
  const first = await asked(world(), place, valves)
  const second = await asked(world(), place, [...bolts, ...valves])
  await requisitions.act(first, 'startPicking')
  await requisitions.act(second, 'startPicking')
  const [one, other] = [await numberOf(first), await numberOf(second)]
  const walk = await walkIn(place)
  expect(walk[0]).toEqual(['A-02', materials.bolt, '10', other])
  expect(new Set(walk.slice(1).map((line) => line.join(' ')))).toEqual(
    new Set([one, other].map((no) => `A-01 ${materials.valve} 10 ${no}`)),
  )
  // Nothing has left, and the storekeeper is who picks.
  expect((await requisitions.header(first)).state).toBe('approved')
  const [issue] = await issuesOf(first)
  const [started] = await world().database.query<{ userId: string }>(
    `select user_id from audit_entry where subject_id = $1 and action = 'startPicking'`,
    [first],
  )
  expect(issue).toMatchObject({ state: 'draft', createdBy: started!.userId })
  await world().act('goods-issue', issue!.id, 'issue')
  expect((await walkIn(place)).map(([, , , no]) => no)).toEqual([other, other])
  expect((await requisitions.header(first)).state).toBe('issued')
  await requisitions.proven()
})

test('what is being picked is not picked twice, and again once the goods issue is deleted', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts)
  const id = await asked(world(), place, bolts)
  await requisitions.act(id, 'startPicking')
  const [picking] = await issuesOf(id)
  await expectRefused(world(), () => requisitions.act(id, 'startPicking'), [
    { code: 'being-picked', params: { no: await numberOf(id), by: picking!.docNo } },
  ])
  expect(await issuesOf(id)).toHaveLength(1)
  const { header } = await world().read('goods-issue', picking!.id)
  const keeper = world().actorFor('goods-issue', 'edit')
  await deleteDocument(world().database, keeper, 'goods-issue', header.id, header.version, newId())
  await requisitions.act(id, 'startPicking')
  expect((await issuesOf(id)).map(({ docNo }) => docNo)).not.toContain(picking!.docNo)
})

test('of goods that are short what is there is picked, and without any the storekeeper is told', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, goods(1, materials.bolt, '4'))
  const id = await asked(world(), place, [...bolts, ...valves])
  await requisitions.act(id, 'startPicking')
  expect(await walkIn(place)).toEqual([['A-01', materials.bolt, '4', await numberOf(id)]])
  const none = await asked(world(), place, valves)
  await expectRefused(world(), () => requisitions.act(none, 'startPicking'), [
    { code: 'nothing-in-stock', params: { no: await numberOf(none) } },
  ])
  await requisitions.proven()
})
