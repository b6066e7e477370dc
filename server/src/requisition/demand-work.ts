import type { DemandCause, DemandType } from '@kufang/contract/requisition/demand-problem.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { readHistory } from '../document/history/read-history.ts'
import type { DemandName } from '../external-documents/public.ts'
import type { Queryable } from '../platform/database/database.ts'

// What of ours still holds quantity of reservation and sales order items, and what open problem documents say of them; each
// in one statement, whatever the number of items.

/** A reservation or sales order item. */
export interface DemandKey {
  type: DemandName
  id: string
  docNo: string
  lineNo: number
}

/** The unit and the place whose people are concerned. */
export interface Concerned {
  pickingUnit: string
  plant: string
  storageLocation: string
}

/** A line of a requisition of which something has not left; quantities in the base unit. */
export interface DemandWork extends Concerned {
  id: string
  line: number
  requester: string
  requisitionNo: string
  /** Goods issues that have it in hand, and distribution orders that have it under way. */
  issueNos: string[]
  /** What has not left: goods under way have not, until the unit signs for them. */
  quantity: Quantity
}

/** A line of an open problem document. */
export interface OpenDemandProblem extends Concerned {
  problemId: string
  problemLine: number
  cause: DemandCause
  type: DemandName
  id: string
  line: number
  requisitionNos: string[]
  issueNos: string[]
  /** Not gone, and gone. */
  quantity: Quantity
  goneQuantity: Quantity
  requiredBefore: Quantity
  dueBefore: LocalDate | null
  dueAfter: LocalDate | null
  placeBefore: string | null
  accountBefore: string | null
  /** What is taken of the item beyond what is required now, if above zero. */
  excess: Quantity
}

export const itemKey = ({ id, line }: { id: string; line: number }): string => `${id}/${line}`

export const concernedKey = ({ pickingUnit, plant, storageLocation }: Concerned): string =>
  `${pickingUnit}/${plant}/${storageLocation}`

export const demandTypeOf = (type: DemandName): DemandType =>
  type === 'reservation' ? 'reservation' : 'salesOrder'

/** As SQL: the type of the mirror of a problem document `h`. */
const mirrorSql = `case h.demand_type when 'reservation' then 'reservation' else 'sales-order' end`

/**
 * The open work on items of one type, by item: requisitions that wait or are approved, with what of them has not left the
 * warehouse. Drafts are none: they are compared with the item when they are submitted. One statement.
 */
export async function readDemandWork(
  queryable: Queryable,
  companyCode: string,
  type: DemandName,
  items: readonly { id: string; line: number }[],
): Promise<Map<string, DemandWork[]>> {
  if (items.length === 0) return new Map()
  const rows = await readHistory<DemandWork>(
    queryable,
    `with work as (
       select w.id, w.line, h.id as requisition_id, l.line_no, h.doc_no as requisition_no, coalesce(h.picking_unit, '') as picking_unit,
         coalesce(h.requester, '') as requester, h.plant, h.storage_location,
         -- Of what is written off only what issues have in hand.
         case h.state when 'writtenOff' then l.held_quantity else l.open_quantity end as quantity
       from (select distinct id, line from unnest($3::uuid[], $4::int[]) as w (id, line)) as w
       join document_link k on k.company_code = $1 and k.from_type = $2 and k.from_id = w.id and k.from_line = w.line
         and k.to_type = 'requisition' and k.is_live
       join requisition h on h.company_code = $1 and h.id = k.to_id
         and h.state in ('submitted', 'approved', 'partlyIssued', 'writtenOff')
       join requisition_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = k.to_line)
     select work.id, work.line, work.requisition_no, work.picking_unit, work.requester, work.plant, work.storage_location, work.quantity,
       array(
         select y.document_no from item_history y
         where y.company_code = $1 and y.item_type = $2 and y.item_id = work.id and y.item_line = work.line
           and y.book = 'underway' and (
             (y.source_type = 'requisition' and y.source_id = work.requisition_id and y.source_line = work.line_no)
             or (y.source_type, y.source_id, y.source_line) in (
               select i.document_type, i.document_id, i.document_line from item_history i
               where i.company_code = $1 and i.item_type = $2 and i.item_id = work.id and i.item_line = work.line
                 and i.source_type = 'requisition' and i.source_id = work.requisition_id and i.source_line = work.line_no))
         group by y.document_no having sum(y.quantity) > 0 order by 1) as issue_nos
     from work where work.quantity > 0
     order by work.requisition_no, work.line_no`,
    [companyCode, type, items.map(({ id }) => id), items.map(({ line }) => line)],
  )
  return Map.groupBy(rows, itemKey)
}

const problemColumns = `h.id as problem_id, l.line_no as problem_line, h.cause, ${mirrorSql} as type, l.source_id as id,
  l.demand_line as line, coalesce(h.picking_unit, '') as picking_unit, h.plant, h.storage_location,
  coalesce(h.requisition_nos, '{}') as requisition_nos, coalesce(h.issue_nos, '{}') as issue_nos,
  l.quantity - l.closed_quantity as quantity, l.closed_quantity as gone_quantity, l.required_before, l.due_before, l.due_after,
  l.place_before, l.account_before`

const isOpen = `h.state in ('raised', 'answered')`

/** What open problem documents say of items of one type, by item; one statement. */
export async function readDemandProblems(
  queryable: Queryable,
  companyCode: string,
  type: DemandName,
  items: readonly DemandKey[],
): Promise<Map<string, OpenDemandProblem[]>> {
  const rows = await queryable.query<OpenDemandProblem>(
    `select ${problemColumns}, 0 as excess
     from (select distinct no, line from unnest($3::text[], $4::int[]) as w (no, line)) as w
     join demand_problem h on h.company_code = $1 and h.demand_type = $2 and h.demand_no = w.no and ${isOpen}
     join demand_problem_line l on l.company_code = $1 and l.document_id = h.id and l.demand_line = w.line
       and l.closed_quantity < l.quantity
     order by h.created_at, l.line_no`,
    [
      companyCode,
      demandTypeOf(type),
      items.map(({ docNo }) => docNo),
      items.map(({ lineNo }) => lineNo),
    ],
  )
  return Map.groupBy(rows, itemKey)
}

/**
 * What open problem documents say of the items that these requisitions draw on, with what is taken of the items beyond what
 * is required. The reservations and sales orders are locked first, so that no change of theirs is told meanwhile of what is
 * not there any more; three statements.
 */
export async function readProblemsOfRequisitions(
  queryable: Queryable,
  companyCode: string,
  requisitionIds: readonly string[],
): Promise<OpenDemandProblem[]> {
  const parameters = [companyCode, requisitionIds]
  const lock = (table: 'reservation' | 'sales_order') =>
    queryable.query(
      `select h.id from ${table} h
       where h.company_code = $1 and h.id in (
         select k.from_id from document_link k
         where k.company_code = $1 and k.to_type = 'requisition' and k.to_id = any ($2::uuid[]))
       order by h.id for no key update of h`,
      parameters,
    )
  await Promise.all([lock('reservation'), lock('sales_order')])
  return queryable.query<OpenDemandProblem>(
    `with drawn as (
       select distinct k.from_type, k.from_id, k.from_line from document_link k
       where k.company_code = $1 and k.to_type = 'requisition' and k.to_id = any ($2::uuid[])
         and k.from_type in ('reservation', 'sales-order'))
     select ${problemColumns}, r.done_quantity + r.closed_quantity - r.quantity as excess
     from drawn
     join reservation_line r on r.company_code = $1 and r.document_id = drawn.from_id and r.line_no = drawn.from_line
     join reservation m on m.company_code = $1 and m.id = drawn.from_id
     join demand_problem h on h.company_code = $1 and h.demand_type = 'reservation' and h.demand_no = m.doc_no and ${isOpen}
     join demand_problem_line l on l.company_code = $1 and l.document_id = h.id and l.demand_line = drawn.from_line
       and l.closed_quantity < l.quantity
     where drawn.from_type = 'reservation'
     union all
     select ${problemColumns}, r.done_quantity + r.closed_quantity - r.quantity as excess
     from drawn
     join sales_order_line r on r.company_code = $1 and r.document_id = drawn.from_id and r.line_no = drawn.from_line
     join sales_order m on m.company_code = $1 and m.id = drawn.from_id
     join demand_problem h on h.company_code = $1 and h.demand_type = 'salesOrder' and h.demand_no = m.doc_no and ${isOpen}
     join demand_problem_line l on l.company_code = $1 and l.document_id = h.id and l.demand_line = drawn.from_line
       and l.closed_quantity < l.quantity
     where drawn.from_type = 'sales-order'
     order by 1, 2`,
    parameters,
  )
}
