import { describe, expect, test } from 'vitest'
import { documents } from '../registry.ts'
import type { AnyDocument } from './declare/define-document.ts'
import { completedOrder, usualOrder, usualOrderOfSource } from './usual-order.ts'

const registry: Readonly<Record<string, AnyDocument>> = documents

const orderOn = (name: string, path: string): string[] => {
  const definition = registry[name]!
  return usualOrder(definition, definition.pages[path]).map(
    ({ field, direction }) => `${field} ${direction}`,
  )
}

describe('a list opens', () => {
  test.each([
    ['requisition', '/pickings/materialApplicationOut', 'requiredDate'],
    ['requisition', '/pickings/pickingWithdRaw', 'requiredDate'],
    ['delivery-note', '/deliverManager/deliveryWriteOff', 'etaDate'],
    ['request-delivery', '/deliverManager/deliveryApprove', 'etaDate'],
    ['request-delivery', '/deliverManager/buyerMaintain', 'etaDate'],
    ['customs-clearance', '/deliverManager/deliverCustomsAffairs', 'etaDate'],
    ['unannounced-arrival', '/receive/queryReceiveManagerToSupplement', 'supplementDueDate'],
    ['unannounced-arrival', '/deliverManager/supplierMaintain', 'supplementDueDate'],
    ['emergency-issue', '/shippingManagement/shippingSupplement', 'supplementDueDate'],
    ['overdue-record', '/overdueManage/overdueMaintain', 'actBy'],
    ['distribution-order', '/distribu/deliveryOrderEdit', 'tripDate'],
    ['direct-receipt', '/receive/directDeliveryReceipt', 'etaDate'],
    ['inspection-notice', '/preQualityInspectionNotice/qualityInspectorConfirm', 'unpackingAt'],
  ])('with what is due first where that is the work: %s on %s', (name, path, field) => {
    expect(orderOn(name, path)).toEqual([`${field} asc`, 'createdAt asc'])
  })

  test.each([
    // A search is no work.
    ['requisition', '/pickings/materialApplicationQuery'],
    ['unannounced-arrival', '/reportForms/receiptAwaitingSupplement'],
    // Drafts of one's own.
    ['delivery-note', '/deliverManager/supplierMaintain'],
    ['direct-receipt', '/shippingManagement/sendingDelivery'],
    // The goods have arrived: their date says nothing any more.
    ['direct-receipt', '/receive/auditReceive'],
    ['direct-receipt', '/receive/receivePosting'],
    // Here the time is agreed; notices that have one are only listed to withdraw it.
    ['inspection-notice', '/preQualityInspectionNotice/unpackingTimeConfirmation'],
    // It has no due date.
    ['goods-receipt', '/receive/auditReceive'],
  ])('with the newest elsewhere: %s on %s', (name, path) => {
    expect(orderOn(name, path)).toEqual(['createdAt desc'])
  })
})

test('the first column of the usual order stands for all of it, any other order for itself', () => {
  const usual = [
    { field: 'etaDate', direction: 'asc' },
    { field: 'createdAt', direction: 'asc' },
  ] as const
  expect(completedOrder([usual[0]], usual)).toBe(usual)
  const later = [{ field: 'etaDate', direction: 'desc' }] as const
  expect(completedOrder(later, usual)).toBe(later)
  const finer = [usual[0], { field: 'docNo', direction: 'asc' }] as const
  expect(completedOrder(finer, usual)).toBe(finer)
  expect(completedOrder(undefined, usual)).toBeUndefined()
})

test('goods are taken from what is due first of a predecessor', () => {
  const fieldOf = (name: string, states: readonly string[]) =>
    usualOrderOfSource(registry[name]!, states)[0]!.field
  expect(fieldOf('requisition', ['approved', 'partlyIssued'])).toBe('requiredDate')
  expect(fieldOf('inspection-notice', ['inspectorConfirmed', 'inspecting'])).toBe('unpackingAt')
  expect(fieldOf('reservation', ['synced'])).toBe('createdAt')
  expect(fieldOf('arrival', ['arrived'])).toBe('createdAt')
})
