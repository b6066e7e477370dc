import type { Quantity } from '@kufang/kernel/quantity.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import type { PurchaseRequestItem } from '../erp/mirrors/purchase-requests.ts'
import { mapPurchaseRequests } from './map-orders.ts'

testConformance('purchase-request')

describe('a mirrored purchase request', () => {
  const known = { materials: new Map(), decimalsOf: () => 0, stockCategories: 'Q,E' }
  const item = (change: Partial<PurchaseRequestItem> = {}) =>
    ({
      requestNo: '10010001',
      itemNo: '10',
      companyCode: '1010',
      materialNo: 'M1',
      description: '闸阀',
      materialGroup: 'G2',
      plant: '1011',
      storageLocation: '1101',
      quantity: '10' as Quantity,
      orderedQuantity: '0' as Quantity,
      unit: 'EA',
      price: '12.5',
      priceUnit: '100',
      currency: 'CNY',
      deliveryDate: null,
      requestedOn: null,
      requester: '林澈',
      releaseStatus: '05',
      orderNo: '',
      orderItemNo: '',
      isCompleted: false,
      isDeleted: false,
      accountAssignment: {},
      changedAt: '',
      ...change,
    }) as PurchaseRequestItem
  const line = (change: Partial<PurchaseRequestItem>, announced: [string, string][] = []) =>
    mapPurchaseRequests(
      [item(change)],
      known,
      new Map(announced.map(([key, quantity]) => [key, quantity as Quantity])),
      '2026-11-26',
    )[0]!.lines[0]!

  test('is not open as far as it was ordered without us', () => {
    expect(line({})['closedQuantity']).toBe('0')
    expect(line({ orderedQuantity: '4' as Quantity })['closedQuantity']).toBe('4')
    // What our request deliveries handed over to the order is announced already.
    const handedOver: [string, string][] = [['10010001/10', '3']]
    expect(line({ orderedQuantity: '4' as Quantity }, handedOver)['closedQuantity']).toBe('1')
    expect(line({ orderedQuantity: '2' as Quantity }, handedOver)['closedQuantity']).toBe('0')
  })

  test('has the price that the unit expects, and none where the ERP has zero', () => {
    expect(line({})).toMatchObject({ price: '12.5', priceUnit: '100', currency: 'CNY' })
    expect(line({ price: '0' })['price']).toBeNull()
  })
})
