import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectedTo, standInFor } from '../document/testing/trial.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'

// Direct deliveries against the stand-in, which consumes goods of account-assigned orders with their receipt, as SAP does.

const world = useWorld()
const receipts = tradeOf(world, 'direct-receipt')
let standIn: StandIn
let place: Place
let synchronise: () => Promise<unknown>

beforeAll(async () => {
  place = await newPlace(world())
  standIn = await standInFor(world(), place)
  const { companyCode, plant, storageLocation } = place
  const item = (more: object) => ({
    product: materials.bolt,
    plant,
    storageLocation,
    quantity: '10',
    unit: 'EA',
    netPrice: '12.50',
    deliveryDate: '2099-12-01',
    ...more,
  })
  await standIn.control('POST', '/stand-in/seed', {
    purchaseOrders: [
      {
        purchaseOrder: '4500000801',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          item({ item: '10' }),
          item({
            item: '20',
            accountAssignmentCategory: 'K',
            account: { costCenter: 'CC100', glAccount: '400000' },
          }),
        ],
      },
    ],
  })
  const connections = await connectedTo(world(), standIn)
  synchronise = () =>
    synchroniseMirror({ database: world().database, connections }, 'purchase-order', companyCode)
  await synchronise()
})
afterAll(() => standIn.stop())

const order = async () => {
  const [row] = await world().database.query<{ id: string }>(
    `select id from purchase_order where doc_no = '4500000801'`,
  )
  return row!.id
}

async function itemsInErp(): Promise<Record<string, unknown>[]> {
  const reply = await fetch(
    `${standIn.url}/sap/opu/odata/sap/API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=PurchaseOrder eq '4500000801' or GoodsMovementType eq '201'`,
    {
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`KUFANG:${worldErpPassword}`).toString('base64')}`,
      },
    },
  )
  return ((await reply.json()) as { d: { results: Record<string, unknown>[] } }).d.results
}

describe('a truck with goods for stock and goods of a cost centre', () => {
  test('is received with 101 by both items, and only the goods for stock are issued', async () => {
    const id = await order()
    const { lines } = await world().read('purchase-order', id)
    expect(lines.map((line) => [line['receiptObstacle'], line['freeQuantity']])).toEqual([
      [null, '10'],
      ['consumed', '10'],
    ])
    const note = await world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'direct' },
      lines: [10, 20].map((lineNo) => ({ source: { id, lineNo }, quantity: '10' })),
      actionAfterCreate: 'submit',
    })
    await world().act('delivery-note', note.id, 'confirm', {
      input: { appointmentSlot: '08:00-10:00' },
    })
    const receipt = await world().create('direct-receipt', {
      header: { pickingUnit: 'U1', deliveryPlace: '2 号门' },
      lines: [1, 2].map((lineNo) => ({ source: { id: note.id, lineNo }, quantity: '10' })),
      actionAfterCreate: 'dispatch',
    })
    await receipts.act(receipt.id, 'sign', { input: { signedBy: 'P1', visualCheck: 'intact' } })
    const [issue] = await world().database.query<{ id: string }>(
      `select distinct to_id as id from document_link where from_id = $1 and to_type = 'direct-issue'`,
      [receipt.id],
    )
    for (const [name, one] of [
      ['direct-receipt', receipt.id],
      ['direct-issue', issue!.id],
    ] as const) {
      await world().act(name, one, 'review')
      await world().act(name, one, 'post')
      await world().send()
      expect((await world().read(name, one)).header.erpState).toBe('posted')
    }
    const sent = (await itemsInErp()).map(
      (row) =>
        `${String(row['GoodsMovementType'])} ${Number(row['PurchaseOrderItem'])} ${String(row['CostCenter'])}`,
    )
    expect(sent.toSorted((one, other) => one.localeCompare(other))).toEqual([
      '101 10 ',
      '101 20 CC100',
      '201 0 CC100',
    ])
    // What we posted is no receipt of others: the order has nothing closed for us.
    await synchronise()
    const after = await world().read('purchase-order', id)
    expect(after.lines.map((line) => line['closedQuantity'])).toEqual(['0', '0'])
    await receipts.proven()
  })
})
