import type { PostingItemRequest } from '../../erp/posting-model.ts'

/**
 * Leaves "delivery completed" and "final issue" only on the last of the items, over all ERP documents of the request,
 * that refer to the same order or reservation item: the ERP refuses what follows (06/077, M7/362).
 */
export function completeOnce(items: readonly PostingItemRequest[]): void {
  const orders = new Map<string, PostingItemRequest>()
  const reservations = new Map<string, PostingItemRequest>()
  for (const item of items) {
    const { purchaseOrder, purchaseOrderItem, reservation, reservationItem } = item
    if (purchaseOrder)
      handOver(orders, `${purchaseOrder}/${purchaseOrderItem}`, item, 'deliveryCompleted')
    if (reservation) handOver(reservations, `${reservation}/${reservationItem}`, item, 'finalIssue')
  }
}

function handOver(
  last: Map<string, PostingItemRequest>,
  key: string,
  item: PostingItemRequest,
  mark: 'deliveryCompleted' | 'finalIssue',
): void {
  const before = last.get(key)
  if (before?.[mark] === true) {
    delete before[mark]
    item[mark] = true
  }
  last.set(key, item)
}
