import { expect, test } from 'vitest'
import { queryOptions } from '../document/list/bind-query.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { make, wayTo } from '../document/journey/walk.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { readList } from '../platform/list/read-list.ts'
import { systemSession } from '../platform/session/session.ts'
import { arrivalLedgerList } from './list-arrival-ledger.ts'

// Lines that arrived, from the gate to their material document.

const world = useWorld()

const ledgerOf = async (docNo: string) => {
  const request = { filters: [{ field: 'docNo', operator: 'eq' as const, value: docNo }] }
  const { rows } = await readList(world().database, {
    ...queryOptions(arrivalLedgerList, systemSession(['1010'], ''), request, world().database),
    sizeMax: 10,
  })
  return rows.map(({ stage, quantity, receivedQuantity, receiptNos }) => ({
    stage,
    quantity,
    receivedQuantity,
    hasReceipt: receiptNos !== null,
  }))
}

test('a line of an arrival is followed through inspection and receipt', async () => {
  const place = await newPlace(world())
  const walker = worldWalker(world(), place)
  const at = async (steps: Parameters<typeof make>[3]) => {
    const id = await make(walker, 'arrival', goods(1), steps)
    return String((await world().read('arrival', id)).header.docNo)
  }
  const line = { quantity: '10', receivedQuantity: '0', hasReceipt: false }
  expect(await ledgerOf(await at(['confirm']))).toEqual([{ ...line, stage: 'inspecting' }])
  expect(await ledgerOf(await at(wayTo('arrival', 'accepted')))).toEqual([
    { ...line, stage: 'toReceive' },
  ])
  // All of it is destroyed by the test, so nobody receives anything.
  const { arrival, notice } = await arrived(world(), place, goods(1))
  await called(world(), notice)
  const destroyed = { acceptedQuantity: '0', rejectedQuantity: '0', destroyedQuantity: '10' }
  await world().create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: [{ source: { id: notice, lineNo: 1 }, quantity: '10', ...destroyed }],
    actionAfterCreate: 'decide',
  })
  const { docNo } = (await world().read('arrival', arrival)).header
  expect(await ledgerOf(docNo)).toEqual([{ ...line, stage: 'nothingLeft' }])
  expect(await ledgerOf(await at(wayTo('arrival', 'partlyReceived')))).toEqual([
    { stage: 'partly', quantity: '10', receivedQuantity: '5', hasReceipt: true },
  ])
  expect(await ledgerOf(await at(wayTo('arrival', 'received')))).toEqual([
    { stage: 'toPost', quantity: '10', receivedQuantity: '10', hasReceipt: true },
  ])
})
