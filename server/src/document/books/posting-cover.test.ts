import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted, asked, shipped, stocked } from '../testing/core-flow.ts'
import { goods, newPlace, type Place } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { standInFor } from '../testing/trial.ts'
import { approveReversal, expectRefused, useWorld } from '../testing/trade.ts'
import { worker } from '../testing/worker.ts'
import type { StandIn } from '../../erp/testing/stand-in.ts'

// Goods are issued from a receipt before it is audited: the posting of the issue waits for that of the receipt, which
// SAP would otherwise refuse without naming it (M7 021).

const world = useWorld()
let standIn: StandIn

/** Ten bolts of a new order in bin A-01 of the place; the receipt that brought them, neither audited nor posted. */
async function received(place: Place): Promise<string> {
  const arrival = await accepted(world(), place, goods(1, materials.bolt))
  const [line] = (await world().read('arrival', arrival)).lines
  const { companyCode, plant, storageLocation } = place
  await standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
    purchaseOrders: [
      {
        purchaseOrder: String(line!['purchaseOrderNo']),
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          {
            item: String(line!['purchaseOrderLine']),
            product: materials.bolt,
            plant,
            storageLocation,
            quantity: '10',
            unit: 'EA',
            netPrice: '12.50',
            deliveryDate: '2026-12-01',
          },
        ],
      },
    ],
  })
  const { id } = await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
    ],
    actionAfterCreate: 'receive',
  })
  return id
}

/** An audited issue of so many bolts of the place, charged to a cost centre without a reservation in the stand-in. */
async function issued(place: Place, quantity: string): Promise<string> {
  const request = await asked(world(), place, goods(1, materials.bolt, quantity))
  // The stand-in has no such reservation.
  await world().database.query(
    `update requisition_line set reservation_no = null, reservation_line = null where document_id = $1`,
    [request],
  )
  const { database, onlooker } = world()
  const { lines } = await worker(database, onlooker).prefill('goods-issue', [
    { id: request, lineNo: 1 },
  ])
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: lines as never,
    actionAfterCreate: 'issue',
  })
  await world().act('goods-issue', id, 'review')
  return id
}

/** Ten bolts of bin A-01 that have arrived in bin A-01 of another place; not posted. */
async function transferred(from: Place, to: Place): Promise<string> {
  const id = await shipped(world(), from, to, materials.bolt, '10')
  await world().act('transfer-order', id, 'receive', {
    lines: [{ lineNo: 1, quantityReceived: '10' }],
  })
  return id
}

const numberOf = async (name: string, id: string) => (await world().read(name, id)).header.docNo
const erpState = async (name: string, id: string) => (await world().read(name, id)).header.erpState

async function posted(name: string, id: string): Promise<string> {
  await world().act(name, id, 'post')
  await world().send()
  return erpState(name, id)
}

const waitsFor = async (issue: string, receipt: string, missing: string) =>
  expectRefused(world(), () => world().act('goods-issue', issue, 'post'), [
    {
      code: 'erp-stock-unposted',
      line: 1,
      params: {
        material: materials.bolt,
        documents: await numberOf('goods-receipt', receipt),
        missing,
        unit: 'EA',
      } as never,
    },
  ])

describe('the posting of an issue', () => {
  beforeAll(async () => {
    standIn = await standInFor(world(), await newPlace(world()))
  })
  afterAll(() => standIn.stop())

  test('waits for the posting of the receipt, and is sent after it', async () => {
    const place = await newPlace(world())
    const receipt = await received(place)
    const issue = await issued(place, '4')
    await waitsFor(issue, receipt, '4')
    // The goods are gone: the receipt says which document comes first.
    await expectRefused(
      world(),
      () => world().act('goods-receipt', receipt, 'reversePhysical', { input: { reason: '错收' } }),
      [
        {
          code: 'stock-moved-on',
          params: { by: await numberOf('goods-issue', issue), missing: '4' } as never,
        },
      ],
    )
    await world().act('goods-receipt', receipt, 'review')
    await waitsFor(issue, receipt, '4')
    await standIn.control('POST', '/stand-in/faults', {
      kind: 'business-reject',
      count: 1,
      match: { movementType: '101' },
    })
    expect(await posted('goods-receipt', receipt)).toBe('failed')
    await waitsFor(issue, receipt, '4')
    await world().act('goods-receipt', receipt, 'post')
    expect(await posted('goods-issue', issue)).toBe('posted')
    expect(await erpState('goods-receipt', receipt)).toBe('posted')
  })

  test('waits only for what the ERP lacks', async () => {
    const place = await newPlace(world())
    const first = await received(place)
    await world().act('goods-receipt', first, 'review')
    expect(await posted('goods-receipt', first)).toBe('posted')
    const second = await received(place)
    expect(await posted('goods-issue', await issued(place, '9'))).toBe('posted')
    const issue = await issued(place, '3')
    await waitsFor(issue, second, '2')
    // The goods come back, and once the requisition no longer holds them the receipt may be taken back too.
    await world().act('goods-issue', issue, 'requestReversal', { input: { reason: '错发' } })
    await world().act('goods-issue', issue, 'approveReversal')
    await world().act('goods-issue', issue, 'reversePhysical', { input: { reason: '错发' } })
    const [line] = (await world().read('goods-issue', issue)).lines
    await world().act('requisition', line!.sourceId!, 'withdrawApproval')
    await world().act('goods-receipt', second, 'reversePhysical', { input: { reason: '错收' } })
    expect((await world().read('goods-receipt', second)).header.state).toBe('reversed')
  })

  test('does not wait for opening stock, which the ERP had before', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.bolt))
    const receipt = await received(place)
    const { plant, storageLocation } = place
    await standIn.control('POST', '/stand-in/seed', {
      stock: [{ product: materials.bolt, plant, storageLocation, quantity: '10' }],
    })
    expect(await posted('goods-issue', await issued(place, '10'))).toBe('posted')
    await waitsFor(await issued(place, '1'), receipt, '1')
  })

  test('of two transfers that wait for each other the refusal names what took the goods meanwhile', async () => {
    const [here, there] = [await newPlace(world()), await newPlace(world())]
    await stocked(world(), here, goods(1, materials.bolt))
    const { companyCode, plant } = here
    await standIn.control('POST', '/stand-in/seed', {
      plants: [
        {
          plant,
          companyCode,
          storageLocations: [here.storageLocation, there.storageLocation],
        },
      ],
      stock: [
        {
          product: materials.bolt,
          plant,
          storageLocation: here.storageLocation,
          quantity: '10',
        },
      ],
    })
    const out = await transferred(here, there)
    const back = await transferred(there, here)
    const issue = await issued(here, '10')
    expect(await posted('goods-issue', issue)).toBe('posted')
    const waits = async (transfer: string, other: string, taken: string) =>
      expectRefused(world(), () => world().act('transfer-order', transfer, 'post'), [
        {
          code: 'erp-stock-unposted',
          line: 1,
          params: { documents: await numberOf('transfer-order', other), taken } as never,
        },
      ])
    await waits(out, back, await numberOf('goods-issue', issue))
    await waits(back, out, '')
    await approveReversal(world(), 'goods-issue', issue)
    await world().act('goods-issue', issue, 'reverse')
    await world().send()
    for (const transfer of [out, back]) {
      await posted('transfer-order', transfer)
      await world().send()
      expect(await erpState('transfer-order', transfer)).toBe('posted')
    }
    await world().act('goods-issue', issue, 'refuseReversal', { input: { reason: '照常发料' } })
    expect(await posted('goods-issue', issue)).toBe('posted')
  })
})
