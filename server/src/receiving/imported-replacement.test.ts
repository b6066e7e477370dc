import { expect, test } from 'vitest'
import { linesFrom, walk } from '../document/journey/walk.ts'
import { called, decided } from '../document/testing/core-flow.ts'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

// Eight of ten imported pieces arrive, and three of them go back: their replacement crosses the border again.

const world = useWorld()
const trade = tradeOf(world, 'customs-clearance')

const clearancesOf = (note: string) =>
  world().database.query<{ id: string; docNo: string; state: string; quantity: string }>(
    `select h.id, h.doc_no, h.state, l.quantity from customs_clearance h
     join customs_clearance_line l on l.company_code = h.company_code and l.document_id = h.id
     where l.source_id = $1 order by h.created_at, h.doc_no`,
    [note],
  )

/** Imported goods of which eight of ten arrived and three went back, to be replaced. */
async function replaced() {
  const place = await newPlace(world())
  const walker = worldWalker(world(), place)
  const order = await ordered(world(), place, goods(1))
  const { id: note } = await world().create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse', isImported: true },
    lines: [{ source: { id: order, lineNo: 1 }, quantity: '10' }],
  })
  await walk(walker, 'delivery-note', note, ['submit', 'confirm'])
  const [first] = await clearancesOf(note)
  await walk(walker, 'customs-clearance', first!.id, ['declare', 'release'])
  const arrive = async (quantity: string) => {
    const { id } = await world().create('arrival', {
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: note, lineNo: 1 }, quantity, bin: 'R-01' }],
      actionAfterCreate: 'confirm',
    })
    return id
  }
  const notice = (await walker.successorOf('arrival', await arrive('8'), 'inspection-notice'))!
  await called(world(), notice)
  const inspection = await decided(world(), notice, '3')
  const record = (await walker.successorOf('inspection-order', inspection, 'rejected-goods'))!
  await walk(walker, 'rejected-goods', record, ['confirm'])
  const [rejects] = await linesFrom(walker, 'rejected-goods', record)
  const { id: back } = await world().create('rejects-return', {
    header: { settlement: 'exchange' },
    lines: [{ source: rejects!.source!, quantity: '3' }],
  })
  await walk(walker, 'rejects-return', back, ['submit', 'handOver', 'pickUp'])
  return { note, walker, arrive, back }
}

test('the replacement of imported goods waits for a release of its own; what the first one released arrives meanwhile', async () => {
  const { note, walker, arrive } = await replaced()
  const [first, second, ...others] = await clearancesOf(note)
  expect(others).toEqual([])
  expect([first, second]).toMatchObject([
    { state: 'arrived', quantity: '10' },
    { state: 'open', quantity: '3' },
  ])
  const { docNo: no } = (await world().read('delivery-note', note)).header
  const refused = (quantity: string) =>
    expectRefused(world(), () => arrive(quantity), [
      { code: 'customs-not-released', line: 1, params: { no, by: second!.docNo } },
    ])
  await refused('3')
  await arrive('2')
  await refused('1')
  await walk(walker, 'customs-clearance', second!.id, ['declare'])
  await refused('3')
  await walk(walker, 'customs-clearance', second!.id, ['release'])
  await arrive('3')
  expect((await clearancesOf(note)).map(({ state }) => state)).toEqual(['arrived', 'arrived'])
  expect((await world().read('delivery-note', note)).header.state).toBe('arrived')
  await trade.proven()
})

test('the release of a replacement that does not come ends with the return of the goods', async () => {
  const { note, arrive, back } = await replaced()
  await approveReversal(world(), 'rejects-return', back)
  await world().act('rejects-return', back, 'reversePhysical', {
    input: { reason: '数量录入错误' },
  })
  expect((await clearancesOf(note)).map(({ state }) => state)).toEqual(['arrived', 'cancelled'])
  const rest = await arrive('2')
  await world().act('arrival', rest, 'reversePhysical', { input: { reason: '重复办理' } })
  await trade.proven()
})
