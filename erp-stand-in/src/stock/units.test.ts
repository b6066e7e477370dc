import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, requireStatus, startTestStandIn, testSeed, textAt } from '../test-client.ts'
import type { TestClient, TestReply, TestStandIn } from '../test-client.ts'

let standIn: TestStandIn
let client: TestClient

const orderItem = (item: string, product: string, unit: string, more: object = {}) => ({
  item,
  product,
  plant: '1010',
  storageLocation: '0001',
  quantity: '10',
  unit,
  netPrice: '1200',
  deliveryDate: '2026-11-15',
  ...more,
})

beforeAll(async () => {
  standIn = await startTestStandIn({
    ...testSeed,
    products: [
      ...testSeed.products!,
      {
        product: 'WIRE-1',
        descriptions: { ZH: '焊丝' },
        baseUnit: 'KG',
        units: [{ unit: 'ROL', numerator: 3, denominator: 7 }],
        price: '20',
      },
    ],
    purchaseOrders: [
      {
        purchaseOrder: '4500000009',
        companyCode: '1000',
        supplier: '100001',
        orderDate: '2026-10-01',
        items: [
          orderItem('10', 'VALVE-2', 'BOX', { toBaseUnit: { numerator: 10, denominator: 1 } }),
          orderItem('20', 'VALVE-1', 'BOX', { toBaseUnit: { numerator: 10, denominator: 1 } }),
          orderItem('30', 'WIRE-1', 'ROL'),
          orderItem('40', 'VALVE-2', 'PAL'),
        ],
      },
    ],
  })
  client = standIn.client
})
afterAll(() => standIn.close())

const receive = (item: string, quantity: string, unit?: string) =>
  client.post('01', [
    {
      GoodsMovementType: '101',
      GoodsMovementRefDocType: 'B',
      PurchaseOrder: '4500000009',
      PurchaseOrderItem: item,
      QuantityInEntryUnit: quantity,
      ...(unit === undefined ? {} : { EntryUnit: unit }),
    },
  ])

const quantitiesOf = (reply: TestReply) => {
  requireStatus(reply, 201)
  const item = at(reply.json, 'd', 'to_MaterialDocumentItem', 'results', 0)!
  return ['QuantityInEntryUnit', 'EntryUnit', 'QuantityInBaseUnit', 'MaterialBaseUnit'].map(
    (name) => textAt(item, name),
  )
}
const codeOf = (reply: TestReply) =>
  textAt(reply.json, 'error', 'innererror', 'errordetails', 0, 'code')

describe('a goods movement in a unit of entry', () => {
  it("counts the order's own unit by the order item's fraction, in stock by base units", async () => {
    expect(quantitiesOf(await receive('10', '2'))).toEqual(['2.000', 'BOX', '20.000', 'EA'])
    expect(quantitiesOf(await receive('20', '2', 'BOX'))).toEqual(['2.000', 'BOX', '20.000', 'EA'])
  })

  it("counts every other unit, and an item without an order, by the product's fraction", async () => {
    expect(quantitiesOf(await receive('20', '10', 'EA'))).toEqual(['10.000', 'EA', '10.000', 'EA'])
    const scrap = { Material: 'VALVE-1', Plant: '1010', StorageLocation: '0001' }
    const reply = await client.post('03', [
      { ...scrap, GoodsMovementType: '551', QuantityInEntryUnit: '1', EntryUnit: 'BOX' },
    ])
    expect(quantitiesOf(reply)).toEqual(['1.000', 'BOX', '12.000', 'EA'])
  })

  it('rounds the base quantity of a fraction to three decimals', async () => {
    expect(quantitiesOf(await receive('30', '10'))).toEqual(['10.000', 'ROL', '4.286', 'KG'])
  })

  it('tells the fraction of an order item to who asks', async () => {
    const reply = await client.get(
      "API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrderItem?$filter=PurchaseOrder eq '4500000009'",
    )
    const fractions = listAt(reply.json, 'd', 'results').map((row) =>
      ['OrderItemQtyToBaseQtyNmrtr', 'OrderItemQtyToBaseQtyDnmntr'].map((name) => at(row, name)),
    )
    expect(fractions.slice(0, 3)).toEqual([
      ['10', '1'],
      ['10', '1'],
      ['3', '7'],
    ])
  })

  it('refuses a unit it cannot convert, and a fraction of a unit without decimals', async () => {
    expect(codeOf(await receive('40', '1'))).toBe('BM/302')
    expect(codeOf(await receive('10', '1', 'KG'))).toBe('BM/302')
    expect(codeOf(await receive('10', '1.5'))).toBe('BM/310')
    expect(codeOf(await receive('10', '0.5', 'EA'))).toBe('BM/310')
  })
})
