import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'

/** A reservation or sales order item, with what the ERP says of it; one of another document says nothing of that. */
export interface DemandItem extends Readonly<Record<string, unknown>> {
  type: string
  docNo: string
  lineNo: number
}

type Problem = (
  code: 'movement-not-allowed' | 'reservation-final' | 'order-completed' | 'order-deleted',
  params: Record<string, string | number>,
  line?: number,
) => RefusalDetail

/**
 * What the ERP has against goods for an item: it is blocked for movements, completed or deleted, or its whole document is.
 * Such goods are not asked for, not held and not issued (spec domain.md 1.2: the predecessor counts as it is now), because
 * the ERP would refuse their posting when they are gone.
 */
export function problemsOfDemand(
  item: DemandItem,
  lineNo: number,
  problem: Problem,
): RefusalDetail[] {
  const source = `${item.docNo}/${item.lineNo}`
  const isMirror = item.type === 'reservation' || item.type === 'sales-order'
  const problems: RefusalDetail[] = []
  if (item['isMovementAllowed'] === false)
    problems.push(problem('movement-not-allowed', { source }, lineNo))
  if (item['isCompleted'] || (isMirror && item['state'] === 'completed'))
    problems.push(
      problem(
        item.type === 'sales-order' ? 'order-completed' : 'reservation-final',
        { source },
        lineNo,
      ),
    )
  if (item['isDeleted'] || (isMirror && item['state'] === 'deleted'))
    problems.push(problem('order-deleted', { source }, lineNo))
  return problems
}

/**
 * The same of lines of goods issues, by the items that their requisitions were made of. One statement; the mirrors are not
 * locked, as the ERP changes them whenever it likes.
 */
export async function problemsOfIssuedDemands(
  queryable: Queryable,
  companyCode: string,
  lines: readonly { lineNo: number; sourceId: string | null; sourceLine: number | null }[],
  problem: Problem,
): Promise<RefusalDetail[]> {
  const items = await queryable.query<DemandItem & { id: string; line: number }>(
    `with asked as (
       select distinct k.to_id as id, k.to_line as line, k.from_type, k.from_id, k.from_line
       from unnest($2::uuid[], $3::int[]) as wanted (id, line)
       join document_link k on k.company_code = $1 and k.to_type = 'requisition' and k.to_id = wanted.id
         and k.to_line = wanted.line and k.from_type in ('reservation', 'sales-order') and k.is_live)
     select asked.id, asked.line, asked.from_type as type, h.doc_no, l.line_no, h.state, l.is_movement_allowed, l.is_completed, l.is_deleted
     from asked
     join reservation h on h.company_code = $1 and h.id = asked.from_id
     join reservation_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = asked.from_line
     where asked.from_type = 'reservation'
     union all
     select asked.id, asked.line, asked.from_type as type, h.doc_no, l.line_no, h.state, null, l.is_completed, l.is_deleted
     from asked
     join sales_order h on h.company_code = $1 and h.id = asked.from_id
     join sales_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = asked.from_line
     where asked.from_type = 'sales-order'`,
    [companyCode, lines.map(({ sourceId }) => sourceId), lines.map(({ sourceLine }) => sourceLine)],
  )
  return lines.flatMap(({ lineNo, sourceId, sourceLine }) =>
    items
      .filter(({ id, line }) => id === sourceId && line === sourceLine)
      .flatMap((item) => problemsOfDemand(item, lineNo, problem)),
  )
}
