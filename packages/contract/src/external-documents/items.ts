// The items whose histories documents write (`document/declare/history.ts`), as lines name them.

/** The purchase order item of a line. */
export const itemOfOrder = {
  document: 'purchase-order',
  by: { no: 'purchaseOrderNo', line: 'purchaseOrderLine' },
} as const

/** The reservation item of a line. */
export const itemOfReservation = {
  document: 'reservation',
  by: { no: 'reservationNo', line: 'reservationLine' },
} as const

/** The sales order item of a line. */
export const itemOfSalesOrder = {
  document: 'sales-order',
  by: { no: 'salesOrderNo', line: 'salesOrderLine' },
} as const

/** The purchase request item that a line was made from. */
export const itemOfRequest = { document: 'purchase-request' } as const

/** The purchase request item for which a line was made, which takes nothing of it. */
export const itemOfReferringRequest = { document: 'purchase-request', isReferred: true } as const

/** The items behind lines that are made from an issue and do not name them. */
export const itemBehindIssue = {
  reservation: { document: 'reservation' },
  salesOrder: { document: 'sales-order' },
} as const
