import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, requireStatus, startTestStandIn, testSeed, textAt } from '../test-client.ts'
import type { TestClient, TestReply, TestStandIn } from '../test-client.ts'

let standIn: TestStandIn
let client: TestClient

/** Two more items, like the second, one of them for inspection; a valve under quality management. */
const seed = {
  ...testSeed,
  products: [
    ...testSeed.products!,
    {
      product: 'VALVE-QM',
      descriptions: { ZH: '安全阀' },
      baseUnit: 'EA',
      price: '10',
      qualityManagedPlants: ['1010'],
    },
  ],
  purchaseOrders: testSeed.purchaseOrders!.map((order) => ({
    ...order,
    items: [
      ...order.items,
      { ...order.items[1]!, item: '110' },
      { ...order.items[1]!, item: '120', stockType: '02' as const },
    ],
  })),
}

beforeAll(async () => {
  standIn = await startTestStandIn(seed)
  client = standIn.client
})
afterAll(() => standIn.close())

const receive = (item: string, quantity: string, more: object = {}) => ({
  GoodsMovementType: '101',
  GoodsMovementRefDocType: 'B',
  PurchaseOrder: '4500000001',
  PurchaseOrderItem: item,
  QuantityInEntryUnit: quantity,
  ...more,
})
const scrap = {
  Material: 'VALVE-1',
  Plant: '1010',
  StorageLocation: '0001',
  QuantityInEntryUnit: '1',
  GoodsMovementType: '551',
}

function codes(reply: TestReply): unknown[] {
  const details = listAt(reply.json, 'error', 'innererror', 'errordetails')
  return details.map((detail) => at(detail, 'code'))
}

const noise = '/IWBEP/CX_MGW_BUSI_EXCEPTION'

/** The first item of a material document, as its reference. */
const receiptItem = (receipt: TestReply) => ({
  ReferenceDocumentFiscalYear: textAt(receipt.json, 'd', 'MaterialDocumentYear'),
  InvtryMgmtReferenceDocument: textAt(receipt.json, 'd', 'MaterialDocument'),
  InvtryMgmtRefDocumentItem: '0001',
})

describe('returns of receipts for an order', () => {
  const note = { ReferenceDocument: 'SH-1' }
  const back = (quantity: string, more: object) =>
    receive('20', quantity, { GoodsMovementType: '122', GoodsMovementReasonCode: '1', ...more })

  it.each(['102', '105', '122', '124'])(
    '%s names the item of the receipt and the delivery note',
    async (type) => {
      const receipt = await client.post('01', [
        receive('20', '1', type === '105' || type === '124' ? { GoodsMovementType: '103' } : {}),
      ])
      const item = back('1', { GoodsMovementType: type })
      expect(codes(await client.post('01', [item], note))).toEqual(['M7/018', noise])
      const named = { ...item, ...receiptItem(receipt) }
      expect(codes(await client.post('01', [named]))).toEqual(['M7/018', noise])
      const unknown = { ...named, InvtryMgmtReferenceDocument: '5099999999' }
      expect(codes(await client.post('01', [unknown], note))).toEqual(['M7/083', noise])
      const other = { ...named, PurchaseOrderItem: '110' }
      expect(codes(await client.post('01', [other], note))).toEqual(['M7/425', noise])
      if (type !== '105') {
        const tooMany = { ...named, QuantityInEntryUnit: '2' }
        expect(codes(await client.post('01', [tooMany], note))).toEqual(['M7/426', noise])
      }
      const done = await client.post('01', [named], note)
      requireStatus(done, 201)
      if (type === '105') return
      expect(codes(await client.post('01', [named], note))).toEqual(['M7/426', noise])
      // What was returned is taken back, and may be returned again.
      requireStatus(await client.cancel('2026', textAt(done.json, 'd', 'MaterialDocument')), 200)
      requireStatus(await client.post('01', [named], note), 201)
    },
  )

  it('say why, where the movement type demands it', async () => {
    const receipt = await client.post('01', [receive('20', '1')])
    const item = back('1', receiptItem(receipt))
    const without = { ...item, GoodsMovementReasonCode: '' }
    expect(codes(await client.post('01', [without], note))).toEqual(['M7/018', noise])
    standIn.system.settings.reasonRequiredFor = '122,551'
    expect(codes(await client.post('03', [scrap]))).toEqual(['M7/018', noise])
    standIn.system.settings.reasonRequiredFor = '122'
    requireStatus(await client.post('01', [item], note), 201)
  })
})

describe('receipts for an order', () => {
  it('complete the item where the receipt says so, by 101 or 105, until anything of it is reversed or returned', async () => {
    const item =
      "API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrderItem(PurchaseOrder='4500000001',PurchaseOrderItem='110')"
    const completed = async () =>
      at((await client.get(item)).json, 'd', 'IsCompletelyDelivered') === true
    const receipt = (
      type: string,
      quantity: string,
      isCompletelyDelivered: boolean,
      more: object = {},
    ) =>
      client.post(
        '01',
        [
          receive('110', quantity, {
            GoodsMovementType: type,
            IsCompletelyDelivered: isCompletelyDelivered,
            ...more,
          }),
        ],
        { ReferenceDocument: 'SH-1' },
      )
    const first = await receipt('101', '10', false)
    expect(await completed()).toBe(false)
    expect((await receipt('101', '5', true)).status).toBe(201)
    expect(await completed()).toBe(true)
    expect(codes(await receipt('101', '1', false))).toEqual(['06/077', noise])
    // The other receipt is reversed, and the item is open again.
    await client.cancel('2026', textAt(first.json, 'd', 'MaterialDocument'))
    expect(await completed()).toBe(false)
    const blocked = await receipt('103', '4', true)
    expect(blocked.status).toBe(201)
    expect(await completed()).toBe(false)
    expect((await receipt('105', '4', true, receiptItem(blocked))).status).toBe(201)
    expect(await completed()).toBe(true)
    const why = { GoodsMovementReasonCode: '0001' }
    expect((await receipt('122', '1', false, { ...receiptItem(blocked), ...why })).status).toBe(201)
    expect(await completed()).toBe(false)
  })

  it('go where the order item says unless they say it themselves', async () => {
    const into = async (more: object) => {
      const reply = await client.post('01', [receive('120', '1', more)])
      return at(reply.json, 'd', 'to_MaterialDocumentItem', 'results', 0, 'InventoryStockType')
    }
    expect(await into({})).toBe('02')
    expect(await into({ InventoryStockType: '01' })).toBe('01')
    expect(await into({ InventoryStockType: '07' })).toBe('07')
  })
})

it('stock of an inspection lot leaves inspection by its usage decision', async () => {
  const item = { ...scrap, Material: 'VALVE-QM' }
  const post = (code: string, type: string, more: object = {}) =>
    client.post(code, [{ ...item, GoodsMovementType: type, ...more }])
  requireStatus(await post('05', '503', { QuantityInEntryUnit: '9' }), 201)
  for (const [code, type] of [
    ['04', '321'],
    ['04', '350'],
    ['03', '331'],
    ['03', '553'],
  ] as const)
    expect(codes(await post(code, type))).toEqual(['QA/504', noise])
  const next = { IssuingOrReceivingStorageLoc: '0002' }
  requireStatus(await post('04', '323', next), 201)
  // Without an active inspection type the plant moves it as it likes.
  const elsewhere = { Plant: '1020' }
  requireStatus(await post('05', '503', elsewhere), 201)
  requireStatus(await post('04', '321', elsewhere), 201)
})
