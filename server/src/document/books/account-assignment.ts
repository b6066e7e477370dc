import { textOf } from '@kufang/kernel/text-of.ts'
import type { AccountAssignment, MovementBasis } from '../../erp/erp-movement.ts'

type Row = Readonly<Record<string, unknown>>

/** The account assignment of a line from its fields, else from the header; null if none is given. */
export function accountAssignmentOf(header: Row, line: Row = {}): AccountAssignment | null {
  const value = (name: string) => textOf(line[name], header[name])
  // Goods of a sales order are charged to its item, whatever else the header names.
  const salesOrder = value('salesOrderNo')
  if (salesOrder !== '')
    return { kind: 'sales-order', salesOrder, salesOrderItem: value('salesOrderLine') }
  const networkNo = value('networkNo')
  if (networkNo !== '') return { kind: 'network', networkNo }
  const orderNo = value('orderNo')
  if (orderNo !== '') return { kind: 'order', orderNo }
  const wbsElement = value('wbsElement')
  if (wbsElement !== '') return { kind: 'project', wbsElement }
  const costCenter = value('costCenter')
  return costCenter === '' ? null : { kind: 'cost-center', costCenter }
}

/** The purchase order item a line refers to. */
export function purchaseOrderOf(header: Row, line: Row): MovementBasis {
  return {
    kind: 'purchase-order',
    purchaseOrder: textOf(line['purchaseOrderNo'], header['purchaseOrderNo']),
    purchaseOrderItem: textOf(line['purchaseOrderLine'], header['purchaseOrderLine']),
    supplierNo: textOf(line['supplierNo'], header['supplierNo']) || undefined,
  }
}
