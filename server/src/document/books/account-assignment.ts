import { textOf } from '@kufang/kernel/text-of.ts'
import type {
  AccountAssignment,
  MovementBasis,
  PrescribedMovement,
} from '../../erp/erp-movement.ts'

type Row = Readonly<Record<string, unknown>>

/** The account assignment of a line from its fields, else from the header; null if none is given. */
export function accountAssignmentOf(header: Row, line: Row = {}): AccountAssignment | null {
  return accountAssignmentsOf(header, line)[0] ?? null
}

/**
 * How the goods of a line are charged: its account assignment, and the movement type with which its reservation item is
 * withdrawn (RESB-BWART). SAP refuses any other (M7 097).
 */
export function chargeOf(
  header: Row,
  line: Row,
): {
  accountAssignment: AccountAssignment | undefined
  prescribed: PrescribedMovement | undefined
} {
  const accountAssignments = accountAssignmentsOf(header, line)
  const movementType = textOf(line['movementType'])
  return {
    accountAssignment: accountAssignments[0],
    prescribed:
      movementType === ''
        ? undefined
        : {
            movementType,
            source: `${textOf(line['reservationNo'])}/${textOf(line['reservationLine'])}`,
            accountAssignments,
          },
  }
}

/** Whether nothing says what the goods of a line are charged to. */
export const lacksAccount = (header: Row, line: Row): boolean =>
  // What a prescribed movement type requires is checked with it (`erpMovementOf`).
  textOf(line['movementType']) === '' && accountAssignmentOf(header, line) === null

/** All account assignments that fields of the line, else of the header, name; the usual one first. */
function accountAssignmentsOf(header: Row, line: Row): AccountAssignment[] {
  const value = (name: string) => textOf(line[name], header[name])
  // Goods of a sales order are charged to its item, whatever else the header names.
  const salesOrder = value('salesOrderNo')
  const assetNo = value('assetNo')
  const assetSubNo = value('assetSubNo')
  const networkNo = value('networkNo')
  const orderNo = value('orderNo')
  const wbsElement = value('wbsElement')
  const costCenter = value('costCenter')
  return [
    ...(salesOrder === ''
      ? []
      : [{ kind: 'sales-order' as const, salesOrder, salesOrderItem: value('salesOrderLine') }]),
    ...(assetNo === ''
      ? []
      : [{ kind: 'asset' as const, assetNo, ...(assetSubNo === '' ? {} : { assetSubNo }) }]),
    ...(networkNo === '' ? [] : [{ kind: 'network' as const, networkNo }]),
    ...(orderNo === '' ? [] : [{ kind: 'order' as const, orderNo }]),
    ...(wbsElement === '' ? [] : [{ kind: 'project' as const, wbsElement }]),
    ...(costCenter === '' ? [] : [{ kind: 'cost-center' as const, costCenter }]),
  ]
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
