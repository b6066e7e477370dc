import type { Queryable } from '../platform/database/database.ts'

export { synchroniseDue } from './synchronise-due.ts'
export { readMirrorAgain } from './read-again.ts'
export { synchroniseAll, type MirrorName } from './synchronise.ts'

/**
 * Prices per base unit by `order/item`, for estimates until the ERP's own amount is known; exact text with up to six
 * decimals. Lines without an order have none.
 */
export async function readOrderPrices(
  queryable: Queryable,
  companyCode: string,
  lines: readonly { purchaseOrderNo: string | null; purchaseOrderLine: number | null }[],
): Promise<Map<string, string>> {
  const wanted = lines.filter(
    (line) => line.purchaseOrderNo !== null && line.purchaseOrderLine !== null,
  )
  if (wanted.length === 0) return new Map()
  const rows = await queryable.query<{
    purchaseOrderNo: string
    purchaseOrderLine: number
    price: string
  }>(
    `select l.purchase_order_no, l.purchase_order_line, round(l.net_price / greatest(coalesce(l.price_unit, 1), 1), 6)::text as price
     from unnest($2::text[], $3::int[]) as wanted (no, line)
     join purchase_order h on h.company_code = $1 and h.doc_no = wanted.no
     join purchase_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = wanted.line
     where l.net_price is not null`,
    [
      companyCode,
      wanted.map((line) => line.purchaseOrderNo),
      wanted.map((line) => line.purchaseOrderLine),
    ],
  )
  return new Map(rows.map((row) => [`${row.purchaseOrderNo}/${row.purchaseOrderLine}`, row.price]))
}
