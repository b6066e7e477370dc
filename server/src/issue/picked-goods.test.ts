import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import { lapseForgottenDrafts } from '../document/draft/lapse-drafts.ts'
import { deleteDocument } from '../document/service/service.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { placeHolds, releaseHolds, stockKey } from '../ledger/public.ts'

// Goods on the picking cart are kept for their issue, and go back to their bins when the picking is undone.

const world = useWorld()
const issues = tradeOf(world, 'goods-issue')
const requisitions = tradeOf(world, 'requisition')
const bolts = (quantity = '10') => goods(1, materials.bolt, quantity)

const held = async (request: string) =>
  (await world().read('requisition', request)).lines.map((line) => line['reservedQuantity'])

test('goods that were picked and cannot be issued go back: the draft is corrected, deleted, and the requisition withdrawn', async () => {
  const place = await newPlace(world())
  const resin = goods(1, materials.resin)
  await stocked(world(), place, resin, { batch: 'B1', expiryDate: '2099-01-01' })
  const request = await asked(world(), place, resin)
  const id = await draft(request, { quantity: '10', batch: 'B1' })
  await issues.act(id, 'pick')
  await world().database.query(
    `update batch set expiry_date = '2020-01-01' where material_no = $1 and batch = 'B1'`,
    [materials.resin],
  )
  await expectRefused(world(), () => issues.act(id, 'issue'), [{ code: 'batch-expired', line: 1 }])
  await issues.act(id, 'unpick')
  expect((await issues.header(id)).state).toBe('draft')
  await discard(id)
  await requisitions.act(request, 'withdrawApproval')
  expect((await requisitions.header(request)).state).toBe('submitted')
  await issues.proven()
})

const reason = { stockReason: '建议的货物取不到' }

test('picked goods of several requisitions go back in as many statements as those of one', async () => {
  const counts: number[] = []
  // The first one fills the caches of the process.
  for (const count of [1, 1, 6]) {
    const place = await newPlace(world())
    await stocked(world(), place, bolts('100'))
    const requests: string[] = []
    for (let index = 0; index < count; index += 1)
      requests.push(await asked(world(), place, bolts()))
    const { id } = await world().create('goods-issue', {
      header: { recipient: '张三' },
      lines: requests.map((request) => ({
        source: { id: request, lineNo: 1 },
        quantity: '10',
        bin: 'A-01',
      })),
      actionAfterCreate: 'pick',
    })
    counts.push(await world().statements(() => issues.act(id, 'unpick')))
    for (const request of requests) expect(await held(request)).toEqual(['10'])
  }
  expect(counts[2]).toBe(counts[1])
})

test('picked goods are nobody else’s, whatever the requisition held of them; put back, they are free as before', async () => {
  const place = await newPlace(world())
  await initialised(place, { 'A-01': '2', 'A-02': '8' })
  const end = await heldByOthers(place, 'A-02', '8')
  const request = await asked(world(), place, bolts())
  expect(await held(request)).toEqual(['2'])
  await end()
  const id = await draft(request, { quantity: '2' }, { quantity: '5', bin: 'A-02' })
  await issues.act(id, 'pick')
  expect(await requisitions.stock(place, materials.bolt)).toMatchObject([
    { bin: 'A-01', quantity: '2', reserved: '2' },
    { bin: 'A-02', quantity: '8', reserved: '5' },
  ])
  const other = await asked(world(), place, bolts())
  expect(await held(other)).toEqual(['3'])
  await expectRefused(world(), () => handOut(other, { quantity: '4', bin: 'A-02' }), [
    { code: 'stock-short', line: 1, params: { available: '3', wanted: '4' } as never },
  ])
  await issues.act(id, 'unpick')
  expect(await held(request)).toEqual(['2'])
  expect(await requisitions.stock(place, materials.bolt)).toMatchObject([
    { bin: 'A-01', reserved: '2' },
    { bin: 'A-02', reserved: '3' },
  ])
  await issues.act(id, 'pick')
  await issues.act(id, 'issue')
  expect(await requisitions.stock(place, materials.bolt)).toMatchObject([
    { bin: 'A-02', quantity: '3', reserved: '3' },
  ])
  await issues.proven()
})

test('goods in another bin than the requisition holds are picked with a reason, which is asked for at the bin', async () => {
  const place = await newPlace(world())
  await initialised(place, { 'A-01': '10', 'A-02': '10' })
  const request = await asked(world(), place, bolts())
  const elsewhere = { quantity: '10', bin: 'A-02' }
  const bare = await draft(request, elsewhere)
  await expectRefused(world(), () => issues.act(bare, 'pick'), [
    { code: 'proposal-changed', line: 1, field: 'stockReason' },
  ])
  await discard(bare)
  const id = await draft(request, { ...elsewhere, ...reason })
  await issues.act(id, 'pick')
  expect(await issues.column(id, 'proposedStock')).toEqual(['A-01 10'])
  expect(await held(request)).toEqual(['10'])
  await issues.act(id, 'issue')
  expect(await held(request)).toEqual(['0'])
  await issues.act(id, 'reversePhysical', { input: { reason: '错发' } })
  expect(await held(request)).toEqual(['10'])
  expect(await requisitions.stock(place, materials.bolt)).toMatchObject([
    { bin: 'A-01', quantity: '10', reserved: '0' },
    { bin: 'A-02', quantity: '10', reserved: '10' },
  ])
  await issues.proven()
})

test('of one requisition, what is picked for one issue is not picked for another', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts())
  const request = await asked(world(), place, bolts())
  const first = await draft(request, { quantity: '6' })
  const second = await draft(request, { quantity: '4' })
  await Promise.all([issues.act(first, 'pick'), issues.act(second, 'pick')])
  expect(await held(request)).toEqual(['0'])
  await issues.act(second, 'issue')
  expect(await requisitions.stock(place, materials.bolt)).toMatchObject([
    { quantity: '6', reserved: '6' },
  ])
  await issues.act(first, 'dispatch', { input: { deliveryPlace: '催化装置 2 号门' } })
  await issues.act(second, 'reversePhysical', { input: { reason: '错发' } })
  expect(await held(request)).toEqual(['4'])
  await issues.proven()
})

test('a picked issue whose bin is frozen goes back all the same, and is held for its requisition again', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts())
  const request = await asked(world(), place, bolts())
  const id = await draft(request, { quantity: '10' })
  await issues.act(id, 'pick')
  const freeze = (isHeld: boolean) =>
    world().database.query(`update stock_balance set is_held = $2 where storage_location = $1`, [
      place.storageLocation,
      isHeld,
    ])
  await freeze(true)
  await issues.act(id, 'unpick')
  expect(await held(request)).toEqual(['10'])
  await freeze(false)
})

test('when the requisition is written off, what is being issued of it stays held, and what is given back is free', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts())
  const request = await asked(world(), place, bolts())
  const picked = await draft(request, { quantity: '3' })
  const begun = await draft(request, { quantity: '4' })
  await issues.act(picked, 'pick')
  await requisitions.act(request, 'writeOff', { input: { reason: '不再需要' } })
  expect(await requisitions.stock(place, materials.bolt)).toMatchObject([
    { quantity: '10', reserved: '7' },
  ])
  expect(await held(request)).toEqual(['4'])
  await issues.act(picked, 'unpick')
  expect(await held(request)).toEqual(['7'])
  await discard(begun)
  expect(await held(request)).toEqual(['3'])
  await issues.act(picked, 'issue')
  await issues.act(picked, 'reversePhysical', { input: { reason: '错发' } })
  expect(await requisitions.stock(place, materials.bolt)).toMatchObject([
    { quantity: '10', reserved: '0' },
  ])
  expect(await held(request)).toEqual(['0'])
  await issues.proven()
})

test('a forgotten draft of a written-off requisition holds nothing any more', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts())
  const request = await asked(world(), place, bolts())
  await draft(request, { quantity: '4' })
  await requisitions.act(request, 'writeOff', { input: { reason: '不再需要' } })
  expect(await held(request)).toEqual(['4'])
  const inAYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000)
  await lapseForgottenDrafts(world().database, async () => {}, inAYear)
  expect(await held(request)).toEqual(['0'])
  await issues.proven()
})

/** Initial stock of bolts, by bin. */
async function initialised(place: Place, quantities: Record<string, string>): Promise<void> {
  const { plant, storageLocation } = place
  const begun = await world().create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: Object.entries(quantities).map(([bin, quantity]) => ({
      materialNo: materials.bolt,
      quantity,
      bin,
      stockCategory: 'UU',
    })),
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', begun.id, 'initialise')
}

/** All bolts of a bin are held for somebody else; returns what ends that. */
async function heldByOthers(place: Place, bin: string, quantity: string) {
  const { companyCode } = place
  const now = new Date()
  const other = { companyCode, documentType: 'requisition', documentId: newId(), now }
  const key = stockKey({ ...place, bin, materialNo: materials.bolt })
  const rows = [{ lineNo: 1, kind: 'reservation' as const, key, quantity: parseQuantity(quantity) }]
  await world().database.transaction((tx) =>
    placeHolds(tx, { ...other, documentNo: 'LL0', userId: newId(), rows }),
  )
  return () => world().database.transaction((tx) => releaseHolds(tx, other))
}

/** Issues it at once. */
const handOut = async (request: string, line: Record<string, unknown>) =>
  world().create('goods-issue', {
    header: { recipient: '李四' },
    lines: [{ source: { id: request, lineNo: 1 }, ...line }],
    actionAfterCreate: 'issue',
  })

/** A goods issue of these lines of the first line of a requisition, to be picked. */
async function draft(request: string, ...lines: Record<string, unknown>[]): Promise<string> {
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: lines.map((line) => ({ source: { id: request, lineNo: 1 }, bin: 'A-01', ...line })),
  })
  return id
}

/** The draft is deleted by a person who may. */
async function discard(id: string): Promise<void> {
  const { version } = await issues.header(id)
  const actor = world().actorFor('goods-issue', 'edit')
  await deleteDocument(world().database, actor, 'goods-issue', id, version, newId())
}
