import { newId } from '@kufang/kernel/identifier.ts'
import { compareQuantity, subtractQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { clock, systemDocuments } from '../document/public.ts'
import type { PostedOrderItem } from '../external-documents/public.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { raiseProblems, withdrawProblems } from './raise-problem.ts'

// The ERP has received less of an order than we posted: somebody cancelled a part of it or returned goods there. It is told
// with the documents on both sides; quantities are never corrected (domain.md 2, proofs).

const cause = 'receiptBelowPosted'

/** What the latest problem document of an order item says of it. */
interface LatestProblem {
  source: string
  isOpen: boolean
  /** A person has decided about it. */
  isDecided: boolean
  quantity: Quantity
  openQuantity: Quantity
  concernedNos: string[]
}

/** The latest problems of this cause, by `order/item`; one statement. */
async function latestProblems(
  queryable: Queryable,
  companyCode: string,
  items: readonly PostedOrderItem[],
): Promise<Map<string, LatestProblem>> {
  const rows = await queryable.query<LatestProblem>(
    `select distinct on (source) w.no || '/' || w.line as source,
       h.state <> 'closed' and l.closed_quantity < l.quantity as is_open,
       h.state = 'closed' and h.decision in ('accepted', 'corrected', 'dismissed') as is_decided, l.quantity,
       l.quantity - l.closed_quantity as open_quantity, h.concerned_nos
     from unnest($2::text[], $3::int[]) as w (no, line)
     join problem_document h on h.company_code = $1 and h.purchase_order_no = w.no and h.cause = $4
     join problem_document_line l on l.company_code = $1 and l.document_id = h.id and l.purchase_order_line = w.line
     order by source, h.created_at desc`,
    [
      companyCode,
      items.map(({ orderNo }) => orderNo),
      items.map(({ orderLine }) => orderLine),
      cause,
    ],
  )
  return new Map(rows.map((row) => [row.source, row]))
}

/** Documents posted in the ERP itself about these items, with their users, by `order/item`; one statement. */
async function directDocuments(
  queryable: Queryable,
  companyCode: string,
  items: readonly PostedOrderItem[],
): Promise<Map<string, string[]>> {
  if (items.length === 0) return new Map()
  const rows = await queryable.query<{ source: string; names: string[] }>(
    `select w.no || '/' || w.line as source,
       array_agg(distinct trim(d.material_document || '/' || d.material_document_year || ' ' || d.created_by)) as names
     from unnest($2::text[], $3::int[]) as w (no, line)
     join erp_direct_document d on d.company_code = $1 and d.reversed_by = ''
     cross join jsonb_to_recordset(d.items) as i ("purchaseOrder" text, "purchaseOrderItem" text)
     where i."purchaseOrder" = w.no and i."purchaseOrderItem" = w.line::text group by 1`,
    [companyCode, items.map(({ orderNo }) => orderNo), items.map(({ orderLine }) => orderLine)],
  )
  return new Map(rows.map(({ source, names }) => [source, names]))
}

const keyOf = ({ orderNo, orderLine }: PostedOrderItem): string => `${orderNo}/${orderLine}`

/** Whether the problem says all this already, or a person has decided about exactly this difference. */
function isTold(
  latest: LatestProblem | undefined,
  missing: Quantity,
  concernedNos: readonly string[],
): boolean {
  if (latest === undefined || compareQuantity(latest.quantity, missing) !== 0) return false
  if (!latest.isOpen) return latest.isDecided
  return concernedNos.every((name) => latest.concernedNos.includes(name))
}

/**
 * Raises problem documents for order items of which the ERP has received less than we posted, and closes those whose
 * difference is gone.
 */
export async function raiseReceiptProblems(
  tx: Transaction,
  companyCode: string,
  items: readonly PostedOrderItem[],
): Promise<void> {
  const known = await latestProblems(tx, companyCode, items)
  const lower = items.filter(({ received, posted }) => compareQuantity(received, posted) < 0)
  const direct = await directDocuments(tx, companyCode, lower)
  const raised = lower.flatMap((item) => {
    const { orderNo, orderLine, posted, received, docNos } = item
    const quantity = subtractQuantity(posted, received)
    const concernedNos = [...docNos, ...(direct.get(keyOf(item)) ?? [])]
    if (isTold(known.get(keyOf(item)), quantity, concernedNos)) return []
    return [{ orderNo, orderLine, quantity, concernedNos }]
  })
  const gone = items.flatMap((item) => {
    const latest = known.get(keyOf(item))
    if (lower.includes(item) || latest?.isOpen !== true) return []
    const { orderNo, orderLine } = item
    return [{ orderNo, orderLine, quantity: latest.openQuantity, concernedNos: [] }]
  })
  if (raised.length === 0 && gone.length === 0) return
  const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
  await withdrawProblems(tx, documents, companyCode, cause, gone)
  await raiseProblems(tx, documents, companyCode, cause, raised)
}
