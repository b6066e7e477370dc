import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../platform/database/database.ts'

export { provideInspection, type InspectionOfArrivals } from './inspection-of-arrivals.ts'
export { provideDirectIssue, type IssueOfDirectReceipts } from './issue-of-direct-receipts.ts'
export { arrivalKey, directKey, supplierKey } from './stock-keys.ts'

/**
 * Quantities of live receipts by `arrival/line/category`, what of them is no draft (`moved`), and the number of the latest
 * receipt; one statement.
 */
export async function receivedByCategory(
  queryable: Queryable,
  companyCode: string,
  arrivalIds: readonly string[],
): Promise<Map<string, { quantity: Quantity; moved: Quantity; docNo: string }>> {
  const rows = await queryable.query<{
    arrivalId: string
    lineNo: number
    category: string
    quantity: Quantity
    moved: Quantity
    docNo: string
  }>(
    `select k.from_id as arrival_id, k.from_line as line_no, l.stock_category as category, sum(k.quantity) as quantity,
       coalesce(sum(k.quantity) filter (where not k.is_held), 0) as moved, max(h.doc_no) as doc_no
     from document_link k
     join goods_receipt h on h.company_code = k.company_code and h.id = k.to_id
     join goods_receipt_line l on l.company_code = k.company_code and l.document_id = k.to_id and l.line_no = k.to_line
     where k.company_code = $1 and k.from_type = 'arrival' and k.from_id = any($2::uuid[]) and k.to_type = 'goods-receipt'
       and k.is_live
     group by 1, 2, 3`,
    [companyCode, [...new Set(arrivalIds)]],
  )
  return new Map(rows.map((row) => [`${row.arrivalId}/${row.lineNo}/${row.category}`, row]))
}
