import {
  addQuantity,
  negateQuantity,
  type Quantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import { textLiteral } from '../client/odata-text.ts'
import { rowsOf } from '../client/odata-client.ts'
import { chunks, type MirrorSource, numberText, quantity, readRows, text } from './source.ts'

/** 103 counts on arrival, so its release 105 must not count again. */
const signs: Record<string, 1 | -1 | 0> = {
  '101': 1,
  '102': -1,
  '103': 1,
  '104': -1,
  '105': 0,
  '106': 0,
  '122': -1,
  '123': 1,
  '124': -1,
  '125': 1,
  '161': -1,
  '162': 1,
}

/**
 * Reads the received quantities of purchase orders. Orders do not contain them, so material document items are summed,
 * less reversals and returns (spec sap.md, query services), in the material's base unit, whatever unit each was entered
 * in. Key `order/item`.
 */
export async function readReceivedQuantities(
  source: MirrorSource,
  purchaseOrders: readonly string[],
): Promise<Map<string, Quantity>> {
  const received = new Map<string, Quantity>()
  const filters = chunks([...new Set(purchaseOrders)], 20).map((some) =>
    some.map((number) => `PurchaseOrder eq ${textLiteral(number)}`).join(' or '),
  )
  const rows = readRows(source, 'A_MaterialDocumentItem', filters, {
    $orderby: 'MaterialDocumentYear,MaterialDocument,MaterialDocumentItem',
    $select:
      'MaterialDocumentYear,MaterialDocument,MaterialDocumentItem,PurchaseOrder,PurchaseOrderItem,GoodsMovementType,QuantityInBaseUnit,DebitCreditCode',
  })
  for await (const row of rows) {
    // A customer-specific movement type is a copy of one of these: debit or credit determines the sign.
    const sign = signs[text(row.GoodsMovementType)] ?? (text(row.DebitCreditCode) === 'H' ? -1 : 1)
    if (sign === 0) continue
    const key = `${numberText(row.PurchaseOrder)}/${numberText(row.PurchaseOrderItem)}`
    const amount = quantity(row.QuantityInBaseUnit)
    received.set(
      key,
      addQuantity(received.get(key) ?? zeroQuantity, sign === 1 ? amount : negateQuantity(amount)),
    )
  }
  return received
}

/** Orders with goods movements in the ERP since a time: a receipt does not change the order's own timestamp. */
export async function readOrdersMovedSince(
  source: MirrorSource,
  changedSince: string,
): Promise<string[]> {
  // Whole days: documents have an entry date but no filterable timestamp.
  const filter = `CreationDate ge datetime'${changedSince.slice(0, 10)}T00:00:00'`
  const orders = new Set<string>()
  const rows = readRows(source, 'A_MaterialDocumentHeader', [filter], {
    $expand: 'to_MaterialDocumentItem',
    $orderby: 'MaterialDocumentYear,MaterialDocument',
  })
  for await (const row of rows)
    for (const item of rowsOf(row.to_MaterialDocumentItem)) {
      const order = text(item.PurchaseOrder)
      if (order !== '') orders.add(order)
    }
  return [...orders]
}
