import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, requireStatus, startTestStandIn, testSeed } from '../test-client.ts'
import type { TestReply, TestStandIn } from '../test-client.ts'

// Goods that stay their supplier's: what is drawn of them is owed to him at the price of his info record.

let standIn: TestStandIn
beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
})
afterAll(() => standIn.close())

const consigned = {
  Material: 'VALVE-1',
  Plant: '1010',
  StorageLocation: '0001',
  InventorySpecialStockType: 'K',
  Supplier: '100001',
  QuantityInEntryUnit: '1',
}
/** What draws them: issue, loss of a count, transfer to own stock. */
const drawing: readonly (readonly [code: string, item: Record<string, string>])[] = [
  ['03', { ...consigned, GoodsMovementType: '201', CostCenter: 'CC1' }],
  ['03', { ...consigned, GoodsMovementType: '551' }],
  ['04', { ...consigned, GoodsMovementType: '411' }],
]
/** What leaves them the supplier's. */
const moved = {
  ...consigned,
  GoodsMovementType: '311',
  IssuingOrReceivingStorageLoc: '0002',
}

const price = async (more: object): Promise<void> => {
  const price = { supplier: '100001', product: 'VALVE-1', plant: '1010', price: '12.50', ...more }
  requireStatus(await standIn.client.control('POST', 'seed', { consignmentPrices: [price] }), 200)
}
const codes = (reply: TestReply): unknown[] =>
  listAt(reply.json, 'error', 'innererror', 'errordetails').map((detail) => at(detail, 'code'))

describe('goods on consignment', () => {
  it('are drawn while there is a price, which an order of them brings', async () => {
    for (const [code, item] of drawing)
      expect((await standIn.client.post(code, [item])).status).toBe(201)
  })

  it.each([
    ['has ended', { validTo: '2020-01-31' }],
    ['is deleted', { isDeleted: true }],
  ])('are not drawn once it %s, but moved', async (_why, more) => {
    await price(more)
    for (const [code, item] of drawing)
      expect(codes(await standIn.client.post(code, [item]))).toContain('M7/427')
    requireStatus(await standIn.client.post('04', [moved]), 201)
    await price({ validTo: '9999-12-31', isDeleted: false })
    const [[code, item] = ['', {}]] = drawing
    requireStatus(await standIn.client.post(code, [item]), 201)
  })
})
