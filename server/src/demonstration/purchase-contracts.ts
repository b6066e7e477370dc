import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import type { DemonstrationOrder } from './purchase-orders.ts'

/** A contract that orders of a supplier call off. */
export interface DemonstrationContract {
  purchaseContractNo: string
  companyCode: string
  supplierNo: string
  validFrom: LocalDate
  validTo: LocalDate
}

/** An order that no other story takes: its goods are announced, and its contract has expired. */
export const expiredOrder = '4500001172'

/** Every third order is of the frame contract of its supplier; '' for none. */
export function contractOf({
  purchaseOrderNo,
  companyCode,
  supplierNo,
}: Pick<DemonstrationOrder, 'purchaseOrderNo' | 'companyCode' | 'supplierNo'>): string {
  const supplier = supplierNo.slice(-2)
  if (purchaseOrderNo === expiredOrder) return `46${companyCode}09${supplier}`
  return Number(purchaseOrderNo) % 3 === 0 ? `46${companyCode}00${supplier}` : ''
}

/** The contracts of the orders: one has expired three days ago, the others last for some months. */
export function makePurchaseContracts(
  orders: readonly DemonstrationOrder[],
  today: LocalDate,
): DemonstrationContract[] {
  const contracts = new Map<string, DemonstrationContract>()
  for (const order of orders) {
    const purchaseContractNo = contractOf(order)
    if (purchaseContractNo === '') continue
    const { companyCode, supplierNo, purchaseOrderNo } = order
    contracts.set(purchaseContractNo, {
      purchaseContractNo,
      companyCode,
      supplierNo,
      validFrom: addDays(today, -360),
      validTo: addDays(today, purchaseOrderNo === expiredOrder ? -3 : 170),
    })
  }
  return [...contracts.values()]
}
