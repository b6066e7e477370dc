import { addAll } from '@kufang/kernel/add-all.ts'
import { beforeAll, expect, test } from 'vitest'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'
import { useStandIn } from '../document/testing/with-stand-in.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { openMirrorSource } from '../erp/mirrors/source.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'
import { completingTrade } from './testing/completing-trade.ts'

// Route A: goods wait in GR blocked stock (103) until they are accepted and released by 105.

const companyCode = '1010'
const product = 'R-VALVE'
const world = useWorld()
const erp = useStandIn(world)
const { acceptedOf } = completingTrade(world)
let place: Place

beforeAll(async () => {
  const { database } = world()
  place = await newPlace(world())
  const { plant, storageLocation } = place
  await erp().standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
    suppliers: [{ supplier: '100001', name: '供应商甲' }],
    products: [
      {
        product,
        descriptions: { ZH: product },
        baseUnit: 'EA',
        productGroup: 'G1',
        price: '1',
        isInspected: true,
      },
      {
        product: 'R-GASKET',
        descriptions: { ZH: 'R-GASKET' },
        baseUnit: 'EA',
        productGroup: 'G2',
        price: '1',
        isInspected: true,
      },
    ],
    purchaseOrders: [
      {
        purchaseOrder: '4500000081',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          {
            item: '10',
            product,
            plant,
            storageLocation,
            quantity: '10',
            unit: 'EA',
            netPrice: '5',
            deliveryDate: '2099-12-01',
          },
        ],
      },
      {
        purchaseOrder: '4500000082',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: ['R-VALVE', 'R-GASKET'].map((ordered, index) => ({
          item: String(10 * (index + 1)),
          product: ordered,
          plant,
          storageLocation,
          quantity: '5',
          unit: 'EA',
          netPrice: '5',
          deliveryDate: '2099-12-01',
        })),
      },
    ],
  })
  for (const mirror of ['material', 'purchase-order'] as const)
    await synchroniseMirror({ database, connections: erp().connections }, mirror, companyCode)
  await database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ($1, gen_random_uuid(), 'receiving.route', '"blocked-stock"', '2020-01-01', gen_random_uuid(), '测试')`,
    [companyCode],
  )
})

/** An accepted arrival of this quantity of each item of the order. */
async function accepted(quantity: string, orderNo = '4500000081'): Promise<string> {
  const [order] = await world().database.query<{ id: string }>(
    `select id from purchase_order where doc_no = $1`,
    [orderNo],
  )
  return acceptedOf(order!.id, place, quantity)
}

/** The receipt of an arrival, posted with everything before it. */
async function received(arrival: string): Promise<void> {
  const walker = worldWalker(world(), place)
  const lines = await linesFrom(walker, 'arrival', arrival)
  const receipt = await makeOver(walker, 'goods-receipt', lines, ['receive'])
  await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
  await erp().send()
  expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('posted')
}

const itemsInErp = async () => {
  const { client } = await openMirrorSource(erp().connections, companyCode, 'material-document')
  const items: Record<string, unknown>[] = []
  for await (const page of client.getPages('A_MaterialDocumentItem', {
    operation: 'mirror',
    query: {},
  }))
    addAll(items, page)
  return items
}

test('a release names the item of the receipt it releases, also where another receipt of the order waits', async () => {
  // Both lie in the same bin, and the one that came second is released first.
  const [first, second] = [await accepted('4'), await accepted('6')]
  await received(second)
  await received(first)
  const items = await itemsInErp()
  const of = (type: string) => items.filter((item) => item['GoodsMovementType'] === type)
  const quantityOf = (item: Record<string, unknown>) => Number(item['QuantityInBaseUnit'])
  expect(of('105').map(quantityOf)).toEqual([6, 4])
  for (const release of of('105')) {
    const receipt = of('103').find((item) => quantityOf(item) === quantityOf(release))!
    expect([
      release['InvtryMgmtReferenceDocument'],
      release['ReferenceDocumentFiscalYear'],
      Number(release['InvtryMgmtRefDocumentItem']),
    ]).toEqual([
      receipt['MaterialDocument'],
      receipt['MaterialDocumentYear'],
      Number(receipt['MaterialDocumentItem']),
    ])
  }
})

test('goods of a material group may wait in inspection stock while others of the same truck wait blocked', async () => {
  const { plant } = place
  await world().database.query(
    `insert into business_parameter (company_code, id, plant, material_group, name, value, valid_from, changed_by, changed_by_name)
     values ($1, gen_random_uuid(), $2, 'G2', 'receiving.route', '"inspection-stock"', '2020-01-01', gen_random_uuid(), '测试')`,
    [companyCode, plant],
  )
  const arrival = await accepted('5', '4500000082')
  const { lines } = await world().read('arrival', arrival)
  expect(lines.map((line) => [line['materialNo'], line['stockCategory']])).toEqual([
    ['R-VALVE', 'GRB'],
    ['R-GASKET', 'QI'],
  ])
  await received(arrival)
  const types = (await itemsInErp())
    .filter((item) => item['Material'] === 'R-GASKET' || item['PurchaseOrder'] === '4500000082')
    .map((item) => `${String(item['Material'])} ${String(item['GoodsMovementType'])}`)
  // A movement within the stock has an item for each side.
  expect([...new Set(types)].toSorted()).toEqual([
    'R-GASKET 101',
    'R-GASKET 321',
    'R-VALVE 103',
    'R-VALVE 105',
  ])
})
