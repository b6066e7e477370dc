import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, startTestStandIn, stockLines, testSeed, textAt } from '../test-client.ts'
import type { TestClient, TestReply, TestStandIn } from '../test-client.ts'
import { deliveries, differences } from '../stock/movement-cases.ts'
import { deliveryService, movementsOf, onDelivery, pick, readDelivery } from './test-deliveries.ts'

let standIn: TestStandIn
let client: TestClient
beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
  client = standIn.client
})
afterAll(() => standIn.close())

const code = (reply: TestReply) => at(reply.json, 'error', 'code')
const item = { product: 'VALVE-1', plant: '1010', storageLocation: '0001', order: '1' }
const wholeAndHalf = [
  { ...item, item: '10', quantity: '10', orderItem: '10' },
  { ...item, item: '20', quantity: '4', orderItem: '10' },
]
const seed = (delivery: string, more: object = {}) =>
  client.control('POST', 'seed', {
    deliveries: [
      { delivery, reference: 'sales-order', shipToParty: '200001', items: wholeAndHalf, ...more },
    ],
  })

describe('the goods issue of an outbound delivery', () => {
  it('posts all picked items as one material document, and is reversed by the delivery only', async () => {
    await seed('80000001')
    const before = await stockLines(client, 'VALVE-1')
    expect(code(await onDelivery(client, 'PostGoodsIssue', '80000001'))).toBe('VL/604')
    expect((await pick(client, '80000001', '10', '10')).status).toBe(200)
    expect(code(await onDelivery(client, 'PostGoodsIssue', '80000001'))).toBe('VL/604')
    // Less is picked than was to be delivered: the delivery is that much smaller.
    await pick(client, '80000001', '20', '3')
    expect((await onDelivery(client, 'PostGoodsIssue', '80000001')).status).toBe(200)
    const delivery = await readDelivery(client, '80000001')
    expect(at(delivery, 'OverallGoodsMovementStatus')).toBe('C')
    const items = await movementsOf(client, '80000001')
    expect(items).toMatchObject([
      { GoodsMovementType: '601', DeliveryItem: '10', QuantityInBaseUnit: '10.000' },
      { GoodsMovementType: '601', DeliveryItem: '20', QuantityInBaseUnit: '3.000' },
    ])
    expect(await stockLines(client, 'VALVE-1')).not.toEqual(before)
    const schedule =
      "API_SALES_ORDER_SRV/A_SalesOrderScheduleLine(SalesOrder='1',SalesOrderItem='10',ScheduleLine='1')"
    expect(textAt((await client.get(schedule)).json, 'd', 'DeliveredQtyInOrderQtyUnit')).toBe('13')

    expect(code(await onDelivery(client, 'PostGoodsIssue', '80000001'))).toBe('VL/602')
    expect(code(await pick(client, '80000001', '10', '1'))).toBe('VL/602')
    const document = textAt(items[0]!, 'MaterialDocument')
    const year = textAt(items[0]!, 'MaterialDocumentYear')
    const cancelled = await client.cancel(year, document)
    expect(
      listAt(cancelled.json, 'error', 'innererror', 'errordetails').map((one) => at(one, 'code')),
    ).toContain('VL/609')
    const day = "&ActualGoodsMovementDate=datetime'2026-11-20T00:00:00'"
    expect((await onDelivery(client, 'ReverseGoodsIssue', '80000001', day)).status).toBe(200)
    expect(code(await onDelivery(client, 'ReverseGoodsIssue', '80000001', day))).toBe('VL/603')
    expect(await stockLines(client, 'VALVE-1')).toEqual(before)
    expect((await movementsOf(client, '80000001')).slice(2)).toMatchObject([
      { GoodsMovementType: '602', ReversedMaterialDocument: document },
      { GoodsMovementType: '602', ReversedMaterialDocument: document },
    ])
    // It can be posted again.
    expect((await onDelivery(client, 'PostGoodsIssue', '80000001')).status).toBe(200)
  })

  it.each(deliveries)('posts $type, and takes it back', async ({ type, gained, lost }) => {
    const number = `8100${type}`
    const [first] = wholeAndHalf
    await seed(number, { receivingPlant: '1020', items: [{ ...first!, movementType: type }] })
    await pick(client, number, '10', '10')
    const before = await stockLines(client)
    await onDelivery(client, 'PostGoodsIssue', number)
    const changed = differences(before, await stockLines(client))
    expect(changed).toEqual(
      new Map<string, number>([
        ...gained.map((key) => [key, 10] as const),
        ...lost.map((key) => [key, -10] as const),
      ]),
    )
    await onDelivery(client, 'ReverseGoodsIssue', number)
    expect(await stockLines(client)).toEqual(before)
  })

  it('is refused without its version, with an old one, blocked, beyond the delivery, and beyond the stock', async () => {
    await seed('80000002', { items: wholeAndHalf.slice(0, 1) })
    const old = textAt(await readDelivery(client, '80000002'), '__metadata', 'etag')
    expect((await onDelivery(client, 'PostGoodsIssue', '80000002', '', '')).status).toBe(412)
    expect(code(await pick(client, '80000002', '10', '11'))).toBe('VL/605')
    expect(code(await pick(client, '80000002', '30', '1'))).toBe('VL/101')
    await pick(client, '80000002', '10', '10')
    expect((await onDelivery(client, 'PostGoodsIssue', '80000002', '', old)).status).toBe(412)
    expect(code(await onDelivery(client, 'PostGoodsIssue', '89999999', '', '*'))).toBe('VL/100')
    await seed('80000003', { blockReason: '01', items: wholeAndHalf.slice(0, 1) })
    await pick(client, '80000003', '10', '10')
    expect(code(await onDelivery(client, 'PostGoodsIssue', '80000003'))).toBe('VL/606')
    await seed('80000004', { items: [{ ...wholeAndHalf[0]!, quantity: '999' }] })
    await pick(client, '80000004', '10', '999')
    const short = await onDelivery(client, 'PostGoodsIssue', '80000004')
    expect(short.text).toContain('M7/021')
    expect(at(await readDelivery(client, '80000004'), 'OverallGoodsMovementStatus')).toBe('A')
  })

  it('has version 2 of its service only, and takes batch and posting date, but no other change', async () => {
    const first = await client.get('API_OUTBOUND_DELIVERY_SRV/A_OutbDeliveryHeader')
    expect([first.status, code(first)]).toEqual([403, '/IWFND/MED/170'])
    await seed('80000005')
    const path = `${deliveryService}/A_OutbDeliveryHeader('80000005')`
    const version = textAt(await readDelivery(client, '80000005'), '__metadata', 'etag')
    const change = (body: object) => client.call('PATCH', path, body, { 'if-match': version })
    expect(code(await change({ ShipToParty: '200002' }))).toBe('VL/607')
    expect((await change({ ActualGoodsMovementDate: '2026-11-19T00:00:00' })).status).toBe(204)
  })
})
