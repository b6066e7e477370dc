import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  at,
  listAt,
  startTestStandIn,
  stockLines,
  testSeed,
  textAt,
  requireStatus,
} from '../test-client.ts'
import type { TestClient, TestReply, TestStandIn } from '../test-client.ts'

let standIn: TestStandIn
let client: TestClient

/** Two more items: one expects no receipt, one is like the first. */
const seed = {
  ...testSeed,
  purchaseOrders: testSeed.purchaseOrders!.map((order) => ({
    ...order,
    items: [
      ...order.items,
      { ...order.items[0]!, item: '100', isReceiptExpected: false },
      { ...order.items[0]!, item: '110' },
    ],
  })),
}

beforeAll(async () => {
  standIn = await startTestStandIn(seed)
  client = standIn.client
})
afterAll(() => standIn.close())

const here = {
  Material: 'VALVE-1',
  Plant: '1010',
  StorageLocation: '0001',
  QuantityInEntryUnit: '1',
}
const scrap = { ...here, GoodsMovementType: '551' }
const sold = (order: string, item: string) => ({
  ...here,
  GoodsMovementType: '231',
  SalesOrder: order,
  SalesOrderItem: item,
})
const receive = (item: string, quantity: string, more: object = {}) => ({
  GoodsMovementType: '101',
  GoodsMovementRefDocType: 'B',
  PurchaseOrder: '4500000001',
  PurchaseOrderItem: item,
  QuantityInEntryUnit: quantity,
  ...more,
})

function codes(reply: TestReply): unknown[] {
  const details = listAt(reply.json, 'error', 'innererror', 'errordetails')
  return details.map((detail) => at(detail, 'code'))
}

const noise = '/IWBEP/CX_MGW_BUSI_EXCEPTION'

describe('a refused document', () => {
  it.each([
    ['M7/021', '03', { ...scrap, QuantityInEntryUnit: '100000' }],
    ['M7/096', '03', { ...here, GoodsMovementType: '311', IssuingOrReceivingStorageLoc: '0002' }],
    ['M7/096', '01', { ...scrap }],
    ['M7/096', '03', { ...scrap, GoodsMovementRefDocType: 'B' }],
    ['M7/096', '06', { ...scrap }],
    ['M7/096', '05', { ...here, GoodsMovementType: '201', CostCenter: 'CC1' }],
    ['M7/001', '03', { ...here, GoodsMovementType: '999' }],
    ['M7/001', '03', { ...scrap, StorageLocation: '9999' }],
    ['M3/305', '03', { ...scrap, Material: 'NOTHING' }],
    ['M7/001', '03', { ...scrap, Plant: '3333' }],
    ['M3/351', '03', { ...scrap, Material: 'PUMP-1', Plant: '1020' }],
    ['M7/018', '03', { ...scrap, StorageLocation: '' }],
    ['M7/018', '03', { ...scrap, Material: '4711' }],
    ['M7/018', '04', { ...here, GoodsMovementType: '311' }],
    // A removal names the location the goods go to; a placement takes no more than is in transfer (sap.md, M7/021).
    ['M7/018', '04', { ...here, GoodsMovementType: '313' }],
    ['M7/021', '04', { ...here, GoodsMovementType: '315', StorageLocation: '0002' }],
    ['M7/120', '03', { ...scrap, QuantityInEntryUnit: '0' }],
    ['M7/120', '03', { ...scrap, QuantityInEntryUnit: '-1' }],
    ['M7/175', '05', { ...here, Material: 'PUMP-1', GoodsMovementType: '501' }],
    ['BM/302', '03', { ...scrap, EntryUnit: 'KG' }],
    ['KI/235', '03', { ...here, GoodsMovementType: '201' }],
    ['KI/235', '03', sold('', '10')],
    ['V1/302', '03', sold('999', '10')],
    ['V1/303', '03', sold('1', '20')],
    ['V1/303', '03', sold('1', '')],
    ['06/019', '01', { ...receive('10', '1'), PurchaseOrder: '4599999999' }],
    ['06/020', '01', receive('990', '1')],
    ['06/076', '01', receive('80', '1')],
    ['06/077', '01', receive('90', '1')],
    ['06/078', '01', receive('40', '1')],
    ['M7/036', '01', receive('100', '1')],
    ['M7/090', '01', receive('10', '1', { Material: 'VALVE-2' })],
    ['M7/022', '01', receive('20', '101')],
    ['MM_IM_ODATA_API_MDOC/011', '01', receive('10', '1', { GoodsMovementRefDocType: '' })],
  ])('says %s for movement code %s', async (code, movementCode, item) => {
    const before = await stockLines(client)
    const reply = await client.post(movementCode, [item])
    expect(reply.status).toBe(400)
    expect(at(reply.json, 'error', 'code')).toBe('MM_IM_ODATA_API_MDOC/014')
    expect(codes(reply)).toEqual([code, noise])
    expect(textAt(reply.json, 'error', 'innererror', 'transactionid')).toMatch(/^[0-9A-F]{32}$/)
    expect(await stockLines(client)).toEqual(before)
  })

  it('asks for a cost object where the account of the movement type needs one', async () => {
    await client.control('POST', 'settings', { accountRequiredFor: '551,553,555,702' })
    const types = ['551', '553', '555', '702']
    const post = (type: string, more: object) =>
      client.post('03', [{ ...here, GoodsMovementType: type, ...more }])
    for (const type of types) expect(codes(await post(type, {}))).toEqual(['KI/235', noise])
    for (const type of types) expect((await post(type, { CostCenter: 'CC1' })).status).toBe(201)
    await client.control('POST', 'settings', { accountRequiredFor: '' })
    for (const type of types)
      requireStatus(await post(String(Number(type) + (type === '702' ? -1 : 1)), {}), 201)
  })

  it('names what is short, and where, in the language asked for', async () => {
    const reply = await client.post('03', [{ ...scrap, QuantityInEntryUnit: '106' }])
    const message = textAt(reply.json, 'error', 'innererror', 'errordetails', 0, 'message')
    expect(message).toBe('Deficit of SL Unrestricted-use 6 EA : VALVE-1 1010 0001')
    const chinese = await client.call(
      'POST',
      'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader?sap-language=zh',
      {
        GoodsMovementCode: '03',
        PostingDate: '2026-11-20',
        DocumentDate: '2026-11-20',
        to_MaterialDocumentItem: [{ ...scrap, QuantityInEntryUnit: '106' }],
      },
    )
    expect(chinese.text).toContain('短缺')
  })

  it('leaves nothing behind when one of its items is refused, and lists each reason', async () => {
    const before = await stockLines(client)
    const tooMuch = { ...scrap, QuantityInEntryUnit: '100000' }
    const reply = await client.post('03', [scrap, tooMuch, { ...scrap, Material: 'NOTHING' }])
    expect(codes(reply)).toEqual(['M7/021', 'M3/305', noise])
    expect(at(reply.json, 'error', 'innererror', 'errordetails', 0, 'target')).toBe(
      'to_MaterialDocumentItem(2)',
    )
    expect(await stockLines(client)).toEqual(before)
  })

  it('sums the same stock over its items', async () => {
    const sixty = { ...scrap, QuantityInEntryUnit: '60' }
    expect(codes(await client.post('03', [sixty, sixty]))).toEqual(['M7/021', noise])
  })

  it('can carry the single reason as its outer code', async () => {
    standIn.system.settings.ownErrorCodeForOneProblem = true
    const reply = await client.post('03', [{ ...scrap, Material: 'NOTHING' }])
    standIn.system.settings.ownErrorCodeForOneProblem = false
    expect(at(reply.json, 'error', 'code')).toBe('M3/305')
  })

  it('names the purchase order field when only the reference type is missing', async () => {
    const reply = await client.post('01', [receive('10', '1', { GoodsMovementRefDocType: '' })])
    expect(reply.text).toContain(
      'Property PURCHASEORDER is not supported for GoodsMovementType 101',
    )
  })
})

describe('posting periods', () => {
  it('are open or closed per company, the previous one by choice', async () => {
    const day = (date: string) => ({ PostingDate: `${date}T00:00:00` })
    const found = { ...here, GoodsMovementType: '501' }
    const close = { companyCode: '1000', current: '202611', previousIsOpen: false }
    await client.control('POST', 'periods', close)
    expect((await client.post('05', [found], day('2026-11-01'))).status).toBe(201)
    const refused = await client.post('05', [found], day('2026-10-31'))
    expect(codes(refused)).toEqual(['M7/053', noise])
    await client.control('POST', 'periods', { ...close, previousIsOpen: true })
    expect((await client.post('05', [found], day('2026-10-31'))).status).toBe(201)
    expect((await client.post('05', [found], day('2026-12-01'))).status).toBe(400)
    const elsewhere = { ...found, Plant: '2010' }
    expect((await client.post('05', [elsewhere], day('2026-12-01'))).status).toBe(201)
    const across = {
      ...here,
      GoodsMovementType: '301',
      IssuingOrReceivingPlant: '2010',
      IssuingOrReceivingStorageLoc: '0001',
    }
    const closed = { companyCode: '2000', current: '202701', previousIsOpen: false }
    await client.control('POST', 'periods', closed)
    expect(codes(await client.post('04', [across], day('2026-11-02')))).toEqual(['M7/053', noise])
    await client.control('POST', 'periods', [
      { companyCode: '1000', current: null, previousIsOpen: false },
      { companyCode: '2000', current: null, previousIsOpen: false },
    ])
  })
})

/** What the first item of a document was worth. */
async function worth(reply: TestReply): Promise<string> {
  const number = textAt(reply.json, 'd', 'MaterialDocument')
  const view = await client.get(
    `YY1_GOODSMOVEMENTITEM_CDS/YY1_GOODSMOVEMENTITEM?$filter=MaterialDocument eq '${number}'`,
  )
  return textAt(view.json, 'd', 'results', 0, 'TotalGoodsMvtAmtInCCCrcy')
}

it.each([
  ['601', '03'],
  ['602', '06'],
  ['641', '04'],
  ['643', '03'],
  ['651', '05'],
  ['673', '04'],
])(
  '%s is of a delivery, which posts it by its goods issue: refused as a goods movement',
  async (type, code) => {
    const item = { ...here, GoodsMovementType: type, IssuingOrReceivingPlant: '1020' }
    expect(codes(await client.post(code, [item]))).toEqual(['M7/096', noise])
  },
)

describe('receipts for an order', () => {
  it('add up to the tolerance, count GR blocked stock, and open again by a reversal', async () => {
    expect((await client.post('01', [receive('10', '60')])).status).toBe(201)
    const blocked = { ...receive('10', '40'), GoodsMovementType: '103' }
    const second = await client.post('01', [blocked])
    expect(second.status).toBe(201)
    expect((await client.post('01', [receive('10', '10')])).status).toBe(201)
    expect(codes(await client.post('01', [receive('10', '1')]))).toEqual(['M7/022', noise])
    const tooMuch = { ...receive('10', '41'), GoodsMovementType: '105' }
    expect((await client.post('01', [tooMuch])).status).toBe(400)
    await client.cancel('2026', textAt(second.json, 'd', 'MaterialDocument'))
    expect((await client.post('01', [receive('10', '40')])).status).toBe(201)
  })

  it('complete the item within the under-delivery tolerance until they are reversed', async () => {
    const reply = await client.post('01', [receive('30', '95')])
    const item =
      "API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrderItem(PurchaseOrder='4500000001',PurchaseOrderItem='30')"
    expect(at((await client.get(item)).json, 'd', 'IsCompletelyDelivered')).toBe(true)
    expect(codes(await client.post('01', [receive('30', '1')]))).toEqual(['06/077', noise])
    await client.cancel('2026', textAt(reply.json, 'd', 'MaterialDocument'))
    expect(at((await client.get(item)).json, 'd', 'IsCompletelyDelivered')).toBe(false)
    expect((await client.post('01', [receive('30', '1')])).status).toBe(201)
  })

  it('convert the entry unit, and value the stock at the moving average', async () => {
    const reply = await client.post('01', [receive('20', '1', { EntryUnit: 'BOX', Plant: '1020' })])
    const item = at(reply.json, 'd', 'to_MaterialDocumentItem', 'results', 0) ?? null
    expect(at(item, 'QuantityInBaseUnit')).toBe('12.000')
    expect(at(item, 'QuantityInEntryUnit')).toBe('1.000')
    expect(await worth(reply)).toBe('1320.00')
    const bought = {
      ...here,
      Plant: '1020',
      GoodsMovementType: '501',
      QuantityInEntryUnit: '12',
      GdsMvtExtAmtInCoCodeCrcy: '600',
    }
    expect((await client.post('05', [bought])).status).toBe(201)
    const issue = {
      ...here,
      Plant: '1020',
      GoodsMovementType: '201',
      CostCenter: 'C',
      QuantityInEntryUnit: '4',
    }
    const issued = await client.post('03', [issue])
    expect(await worth(issued)).toBe('320.00')
  })
})

describe('a reservation', () => {
  const withdraw = (quantity: string) => ({
    GoodsMovementType: '201',
    Reservation: '0000001001',
    ReservationItem: '0001',
    QuantityInEntryUnit: quantity,
  })
  const itemPath =
    "API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentItem(Reservation='1001',ReservationItem='1',RecordType='')"

  it('fills the item, counts what was withdrawn and closes when all is out', async () => {
    expect((await client.post('03', [withdraw('2')])).status).toBe(201)
    const part = await client.get(itemPath)
    expect(at(part.json, 'd', 'ResvnItmWithdrawnQtyInBaseUnit')).toBe('2')
    expect(at(part.json, 'd', 'ReservationItemIsFinallyIssued')).toBe(false)
    const rest = await client.post('03', [withdraw('3')])
    const item = at(rest.json, 'd', 'to_MaterialDocumentItem', 'results', 0) ?? null
    expect(at(item, 'CostCenter')).toBe('CC100')
    expect(at(item, 'ReservationIsFinallyIssued')).toBe(true)
    expect(codes(await client.post('03', [withdraw('1')]))).toEqual(['M7/362', noise])
    await client.cancel('2026', textAt(rest.json, 'd', 'MaterialDocument'))
    const open = await client.get(itemPath)
    expect(at(open.json, 'd', 'ResvnItmWithdrawnQtyInBaseUnit')).toBe('2')
    expect(at(open.json, 'd', 'ReservationItemIsFinallyIssued')).toBe(false)
  })

  it('closes before all is out where the withdrawal is final, until a withdrawal is reversed', async () => {
    const item =
      "API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentItem(Reservation='1001',ReservationItem='1',RecordType='')"
    const isFinal = async () =>
      at((await client.get(item)).json, 'd', 'ReservationItemIsFinallyIssued')
    const final = await client.post('03', [{ ...withdraw('1'), ReservationIsFinallyIssued: true }])
    expect(final.status).toBe(201)
    expect(await isFinal()).toBe(true)
    expect(codes(await client.post('03', [withdraw('1')]))).toEqual(['M7/362', noise])
    const back = { ...withdraw('1'), GoodsMovementType: '202' }
    expect((await client.post('03', [back])).status).toBe(201)
    expect(await isFinal()).toBe(false)
  })

  it('is refused for another movement type', async () => {
    const foreign = { ...withdraw('1'), GoodsMovementType: '261' }
    expect(codes(await client.post('03', [foreign]))).toEqual(['M7/097', noise])
    const unknown = { ...withdraw('1'), Reservation: '9999' }
    expect(codes(await client.post('03', [unknown]))).toEqual(['M7/365', noise])
  })
})

describe('goods valued separately by valuation type', () => {
  const motor = { ...here, Material: 'MOTOR-1', GoodsMovementType: '501' }
  const resin = { ...here, Material: 'RESIN-1', GoodsMovementType: '501', Batch: 'B1' }

  it('are moved with one of their own types', async () => {
    const unknown = { ...motor, InventoryValuationType: 'LEASED' }
    expect(codes(await client.post('05', [unknown]))).toEqual(['M7/001', noise])
  })

  it('are in stock under their type where they have no batches', async () => {
    const types = ['NEW', 'REPAIRED'].map((type) => ({ ...motor, InventoryValuationType: type }))
    requireStatus(await client.post('05', types), 201)
    const stock = await client.get(
      "API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod?$filter=Material eq 'MOTOR-1'",
    )
    expect(listAt(stock.json, 'd', 'results').map((row) => at(row, 'Batch'))).toEqual([
      'NEW',
      'REPAIRED',
    ])
    const issue = { ...motor, GoodsMovementType: '551', InventoryValuationType: 'NEW' }
    requireStatus(await client.post('03', [issue]), 201)
    // Nothing of it is left, and the other type does not fill in.
    expect(codes(await client.post('03', [issue]))).toEqual(['M7/021', noise])
  })

  it('have one type per batch', async () => {
    const first = { ...resin, InventoryValuationType: 'NEW' }
    requireStatus(await client.post('05', [first]), 201)
    const other = { ...resin, InventoryValuationType: 'REPAIRED' }
    expect(codes(await client.post('05', [other]))).toEqual(['M7/034', noise])
    expect(codes(await client.post('05', [resin]))).toEqual(['M7/018', noise])
  })
})

describe('batches, serial numbers and valuation types', () => {
  it('are kept with the stock and the document', async () => {
    const batch = { ...here, Material: '000000000000004711', Batch: 'b1', GoodsMovementType: '501' }
    expect((await client.post('05', [batch])).status).toBe(201)
    const stock = await client.get(
      "API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod?$filter=Material eq '000000000000004711'",
    )
    expect(at(stock.json, 'd', 'results', 0, 'Batch')).toBe('B1')
    const serial = {
      ...here,
      Material: 'PUMP-1',
      GoodsMovementType: '501',
      QuantityInEntryUnit: '2',
      to_SerialNumbers: { results: [{ SerialNumber: 'A1' }, { SerialNumber: 'A2' }] },
    }
    const reply = await client.post('05', [serial])
    requireStatus(reply, 201)
    // A material with split valuation (MBEW-BWTTY) is not moved without a valuation type.
    const split = { ...here, Material: 'MOTOR-1', GoodsMovementType: '501' }
    expect(codes(await client.post('05', [split]))).toEqual(['M7/018', noise])
    const ofType = { ...split, InventoryValuationType: 'REPAIRED' }
    requireStatus(await client.post('05', [ofType]), 201)
    const number = textAt(reply.json, 'd', 'MaterialDocument')
    const item = `A_MaterialDocumentItem(MaterialDocumentYear='2026',MaterialDocument='${number}',MaterialDocumentItem='1')`
    const numbers = await client.get(`API_MATERIAL_DOCUMENT_SRV/${item}/to_SerialNumbers`)
    expect(listAt(numbers.json, 'd', 'results').map((row) => at(row, 'SerialNumber'))).toEqual([
      'A1',
      'A2',
    ])
  })
})
