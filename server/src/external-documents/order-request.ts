import { newId } from '@kufang/kernel/identifier.ts'
import type { Database } from '../platform/database/database.ts'
import { storeMirror } from './store-mirror.ts'

/**
 * Lets the purchase requests of some lines become a purchase order of a supplier, as purchasing does it in the ERP (ME21N):
 * for journeys where nobody plays the ERP. All that is open of each request item is ordered, and the items name the order.
 * @param requestIds the mirrored requests, of one company
 */
export async function orderRequests(
  database: Database,
  companyCode: string,
  supplierNo: string,
  requestIds: readonly string[],
): Promise<void> {
  const items = await database.query<
    Record<string, unknown> & { documentId: string; lineNo: number }
  >(
    `select document_id, line_no, material_no, description, specification, material_group, unit, quantity, plant,
       storage_location, delivery_date, price, price_unit
     from purchase_request_line where company_code = $1 and document_id = any($2::uuid[]) order by document_id, line_no`,
    [companyCode, requestIds],
  )
  const docNo = `46${newId().replaceAll(/\D/g, '').slice(-8).padStart(8, '0')}`
  await database.transaction(async (tx) => {
    await storeMirror(tx, 'purchase-order', companyCode, [
      {
        companyCode,
        docNo,
        documentDate: '2026-11-01',
        state: 'synced',
        header: { supplierNo, currency: 'CNY' },
        lines: items.map(({ documentId: _one, lineNo: _other, price, ...item }, index) => ({
          ...item,
          lineNo: index + 1,
          purchaseOrderNo: docNo,
          purchaseOrderLine: index + 1,
          netPrice: price,
          closedQuantity: '0',
          receivedQuantity: '0',
          overDeliveryPercent: '0',
          isUnlimitedOverDelivery: false,
          isCompleted: false,
          isDeleted: false,
        })),
      },
    ])
    await tx.query(
      `update purchase_request_line l set purchase_order_no = $2, purchase_order_line = x.item, ordered_quantity = l.quantity
       from unnest($3::uuid[], $4::int[], $5::int[]) as x (id, line, item)
       where l.company_code = $1 and l.document_id = x.id and l.line_no = x.line`,
      [
        companyCode,
        docNo,
        items.map(({ documentId }) => documentId),
        items.map(({ lineNo }) => lineNo),
        items.map((_one, index) => index + 1),
      ],
    )
  })
}
