import { beforeAll, beforeEach, expect, test } from 'vitest'
import { runProofs, stockKey } from '../../ledger/public.ts'
import { newPlace, type Place } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../testing/trade.ts'
import { moveByTrial, trial, type TrialMove } from '../testing/trial.ts'

// A document without declared steps whose movements need two ERP documents, of which one is refused.

const world = useWorld()
const type = 'stock-initialisation'
let wanted: TrialMove[] = []
let place: Place

beforeAll(() => moveByTrial(() => wanted))
beforeEach(async () => {
  world().erp.faults.length = 0
  world().erp.beforeAnswer = undefined
  place = await newPlace(world())
  const { companyCode, plant, storageLocation } = place
  const goods = { companyCode, plant, materialNo: materials.bolt }
  const shelf = stockKey({ ...goods, storageLocation, bin: 'A-01' })
  wanted = [
    { from: stockKey({ ...goods, place: 'supplier' }), to: shelf },
    {
      from: shelf,
      to: stockKey({ ...goods, place: 'consumption' }),
      accountAssignment: { kind: 'cost-center', costCenter: '10001' },
    },
  ]
})

const read = (id: string) => world().read(type, id)
const postingsOf = (id: string) =>
  world().database.query<{ direction: string; step: number; state: string }>(
    `select direction, step, state from erp_posting where document_id = $1 and state <> 'closed' order by sequence`,
    [id],
  )

/** A document whose first ERP document is posted and whose second was refused: its period is closed. */
async function partPosted() {
  const { id } = await trial(world(), place)
  await world().act(type, id, 'post')
  let calls = 0
  world().erp.beforeAnswer = async () => {
    calls += 1
    if (calls === 1) world().erp.faults.push('period-closed')
  }
  await world().send()
  world().erp.beforeAnswer = undefined
  expect(await postingsOf(id)).toEqual([
    { direction: 'post', step: 1, state: 'posted' },
    { direction: 'post', step: 2, state: 'rejected' },
  ])
  return id
}

test('a document with one of two ERP documents in the books is partly posted, and posting again sends the other only', async () => {
  const id = await partPosted()
  const { header, lines } = await read(id)
  expect(header.erpState).toBe('partlyPosted')
  expect(lines.map(({ lineErpState }) => lineErpState)).toEqual(['failed'])
  await world().act(type, id, 'post')
  await world().send()
  expect((await read(id)).header.erpState).toBe('posted')
  expect(await postingsOf(id)).toEqual([
    { direction: 'post', step: 1, state: 'posted' },
    { direction: 'post', step: 2, state: 'posted' },
  ])
})

test('the goods stay while one of two ERP documents is in the books, and go back after its reversal', async () => {
  const id = await partPosted()
  await approveReversal(world(), type, id)
  await expectRefused(world(), () => world().act(type, id, 'reversePhysical'), [
    { code: 'wrong-erp-state' },
  ])
  await world().act(type, id, 'reverse')
  await world().send()
  const { header, lines } = await read(id)
  expect(header.erpState).toBe('reversed')
  expect(lines.map(({ lineErpState }) => lineErpState)).toEqual(['reversed'])
  await world().act(type, id, 'reversePhysical')
  expect((await read(id)).header.state).toBe('reversed')
  for (const proof of await runProofs(world().database)) expect(proof.rows, proof.name).toEqual([])
})

test('goods with an ERP document in the books are not taken back, whatever the state of the document says', async () => {
  const id = await partPosted()
  await approveReversal(world(), type, id)
  await world().database.query(
    `update stock_initialisation set erp_state = 'failed' where id = $1`,
    [id],
  )
  await expectRefused(world(), () => world().act(type, id, 'reversePhysical'), [
    { code: 'posting-in-books' },
  ])
})

test('a reversal that the ERP refused is requested again and ends with one reversal', async () => {
  const { id } = await trial(world(), place)
  await world().act(type, id, 'post')
  await world().send()
  await approveReversal(world(), type, id)
  world().erp.faults.push('period-closed')
  await world().act(type, id, 'reverse')
  await world().send()
  expect((await read(id)).header.erpState).toBe('posted')
  await world().act(type, id, 'reverse')
  await world().send()
  expect((await read(id)).header.erpState).toBe('reversed')
  expect(world().erp.faults).toEqual([])
})
