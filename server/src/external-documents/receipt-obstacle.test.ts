import {
  businessParameters,
  isParameterValue,
} from '@kufang/contract/system/business-parameters.ts'
import { describe, expect, test } from 'vitest'
import { ordered, goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { receiptObstacleOf } from './receipt-obstacle.ts'

const released = { isReleased: true }
const item = {
  materialNo: '4711',
  itemCategory: '',
  accountAssignmentCategory: '',
  isReceiptExpected: true,
  isReturn: false,
}

const stockCategories = businessParameters['orders.stockCategories'].default
const obstacleOf = (of: typeof item, categories = stockCategories) =>
  receiptObstacleOf(released, of, categories)

describe('an order item is received into stock', () => {
  test('for stock, a project or a sales order, also as consignment, subcontracting or transfer', () => {
    for (const accountAssignmentCategory of ['', 'Q', 'E'])
      expect(obstacleOf({ ...item, accountAssignmentCategory })).toBeNull()
    for (const itemCategory of ['K', '2', 'L', '3', 'U', '7'])
      expect(obstacleOf({ ...item, itemCategory })).toBeNull()
  })

  test('of a category that the customer has defined himself, if the configuration says so', () => {
    const own = { ...item, accountAssignmentCategory: 'M' }
    expect(obstacleOf(own)).toBe('consumed')
    expect(obstacleOf(own, 'Q,E,M')).toBeNull()
    expect(obstacleOf({ ...item, accountAssignmentCategory: 'Q' }, '-')).toBe('consumed')
    expect(obstacleOf(item, '-')).toBeNull()
    const declaration = businessParameters['orders.stockCategories']
    for (const value of ['Q,E', 'M', '-']) expect(isParameterValue(declaration, value)).toBe(true)
    for (const value of ['', 'Q;E', 'q', 'QE', 'Q,', 5])
      expect(isParameterValue(declaration, value)).toBe(false)
  })

  test('not if the ERP consumes it with the receipt, expects no receipt, has no goods or has not released the order', () => {
    for (const accountAssignmentCategory of ['K', 'F', 'P', 'A', 'N', 'X'])
      expect(obstacleOf({ ...item, accountAssignmentCategory })).toBe('consumed')
    expect(obstacleOf({ ...item, isReceiptExpected: false })).toBe('notExpected')
    expect(obstacleOf({ ...item, itemCategory: 'D' })).toBe('service')
    expect(obstacleOf({ ...item, isReturn: true })).toBe('returned')
    expect(obstacleOf({ ...item, materialNo: '' })).toBe('service')
    expect(receiptObstacleOf({ isReleased: false }, item, stockCategories)).toBe('notReleased')
  })
})

describe('a delivery note', () => {
  const world = useWorld()

  test('is refused over an item that is not received into stock, with the reason', async () => {
    const place = await newPlace(world())
    const id = await ordered(world(), place, goods(1))
    const set = (obstacle: string | null) =>
      world().database.query(
        `update purchase_order_line set receipt_obstacle = $2 where document_id = $1`,
        [id, obstacle],
      )
    const announce = () =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [{ source: { id, lineNo: 1 }, quantity: '1' }],
      })
    await set('consumed')
    await expectRefused(world(), announce, [{ code: 'order-consumed', line: 1 }])
    await set('notExpected')
    await expectRefused(world(), announce, [
      { code: 'order-not-received', line: 1, params: { reason: '不预期收货' } as never },
    ])
    await set(null)
    expect((await announce()).docNo).toMatch(/^SH/)
  })
})
