import { newId } from '@kufang/kernel/identifier.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Logger } from 'pino'
import { clock, systemDocuments, type SystemDocuments } from '../document/public.ts'
import type { Database, Queryable, Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { keyOf, raiseProblems, withdrawProblems } from './raise-problem.ts'

// Goods that are announced on an order item whose contract has expired: supplier and buyer are told, and the goods wait at
// the gate until the contract is prolonged or the buyer has decided (domain.md 1.2, problem documents).

const cause = 'contractExpired'

/** An order item whose contract has expired, with what is announced of it. */
interface ExpiredItem {
  orderNo: string
  orderLine: number
  contractNo: string
  contractEnd: LocalDate
  quantity: Quantity
  /** '' if its papers are not there. */
  noteNo: string
}

/**
 * As SQL: a problem document of the expiry of a contract `c` for the item `l` of the order `o`. A contract that was prolonged
 * and has expired again is asked about again.
 */
const problemSql = (condition: string): string => `exists (
  select from problem_document h
  join problem_document_line p on p.company_code = $1 and p.document_id = h.id and p.purchase_order_line = l.line_no
    and p.contract_end = c.valid_to
  where h.company_code = $1 and h.purchase_order_no = o.doc_no and h.cause = '${cause}' and ${condition})`

const isDecided = `h.state = 'closed' and h.decision in ('accepted', 'corrected', 'dismissed')`
const isOpen = `h.state <> 'closed' and p.closed_quantity < p.quantity`

/** As SQL: lines `a` of delivery notes, all, or those of the order items of the note $3. */
const noteLines = {
  all: `delivery_note_line a`,
  ofNote: `(select distinct source_id, source_line from delivery_note_line
      where company_code = $1 and document_id = $3::uuid) as own
    join delivery_note_line a on a.company_code = $1 and a.source_id = own.source_id and a.source_line = own.source_line`,
} as const

/**
 * What is announced on order items of expired contracts of which a note was not told yet, of one note or all; one
 * statement.
 */
async function expiredItems(
  queryable: Queryable,
  companyCode: string,
  today: LocalDate,
  noteId: string | null,
): Promise<ExpiredItem[]> {
  const rows = await queryable.query<ExpiredItem & { isTold: boolean }>(
    `select o.doc_no as order_no, l.line_no as order_line, c.contract_no, c.valid_to as contract_end,
       n.doc_no as note_no, a.quantity - a.done_quantity - a.closed_quantity as quantity,
       ${problemSql(`${isOpen} and n.doc_no = any (h.concerned_nos)`)} as is_told
     from ${noteId === null ? noteLines.all : noteLines.ofNote}
     join delivery_note n on n.company_code = $1 and n.id = a.document_id
       and n.state in ('submitted', 'confirmed', 'partlyArrived')
     join purchase_order o on o.company_code = $1 and o.id = a.source_id
     join purchase_order_line l on l.company_code = $1 and l.document_id = o.id and l.line_no = a.source_line
     join purchase_contract c on c.company_code = $1 and c.contract_no = l.contract_no and c.valid_to < $2
     where a.company_code = $1 and a.quantity > a.done_quantity + a.closed_quantity
       and not ${problemSql(isDecided)}
     order by o.doc_no, l.line_no, n.doc_no`,
    noteId === null ? [companyCode, today] : [companyCode, today, noteId],
  )
  const byItem = Map.groupBy(rows, keyOf)
  return rows.filter((row) => entryOf(byItem, keyOf(row)).some(({ isTold }) => !isTold))
}

/** Problems whose order items are covered by a contract again, or by none any more; one statement. */
const coveredAgain = (
  queryable: Queryable,
  companyCode: string,
  today: LocalDate,
): Promise<{ orderNo: string; orderLine: number; quantity: Quantity }[]> =>
  queryable.query(
    `select h.purchase_order_no as order_no, p.purchase_order_line as order_line, p.quantity - p.closed_quantity as quantity
     from problem_document h
     join problem_document_line p on p.company_code = $1 and p.document_id = h.id and p.closed_quantity < p.quantity
     join purchase_order o on o.company_code = $1 and o.doc_no = h.purchase_order_no
     join purchase_order_line l on l.company_code = $1 and l.document_id = o.id and l.line_no = p.purchase_order_line
     left join purchase_contract c on c.company_code = $1 and c.contract_no = l.contract_no
     where h.company_code = $1 and h.state in ('raised', 'answered') and h.cause = '${cause}'
       and (c.valid_to is null or c.valid_to >= $2)
     order by h.purchase_order_no, p.purchase_order_line`,
    [companyCode, today],
  )

/** Raises the problems of these items, one per order. */
export async function raiseExpired(
  tx: Transaction,
  documents: SystemDocuments,
  companyCode: string,
  items: readonly ExpiredItem[],
): Promise<Map<string, string>> {
  const found = [...Map.groupBy(items, keyOf).values()].map((own) => {
    const [{ orderNo, orderLine, contractNo, contractEnd }] = own as [ExpiredItem]
    return {
      orderNo,
      orderLine,
      quantity: sumQuantities(own.map(({ quantity }) => quantity)),
      concernedNos: own.map(({ noteNo }) => noteNo).filter((no) => no !== ''),
      contract: { contractNo, contractEnd },
    }
  })
  return raiseProblems(tx, documents, companyCode, cause, found)
}

/**
 * Raises problem documents for what is announced under expired contracts, and closes those whose contract was prolonged.
 * @param noteId only what this delivery note announces
 * @returns how many order items were told and how many are covered again
 */
export async function tellExpiredContracts(
  tx: Transaction,
  companyCode: string,
  noteId: string | null = null,
): Promise<{ told: number; covered: number }> {
  const now = clock()
  const covered = noteId === null ? await coveredAgain(tx, companyCode, now.today) : []
  const expired = await expiredItems(tx, companyCode, now.today, noteId)
  if (covered.length + expired.length === 0) return { told: 0, covered: 0 }
  const documents = systemDocuments(tx, systemSession([companyCode], newId()), now)
  const gone = covered.map((item) => ({ ...item, concernedNos: [] }))
  await withdrawProblems(tx, documents, companyCode, cause, gone)
  const raised = await raiseExpired(tx, documents, companyCode, expired)
  return { told: raised.size, covered: covered.length }
}

/** Every night, of every company: contracts expire by themselves. */
export async function watchContracts(database: Database, log: Pick<Logger, 'info'>): Promise<void> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company where is_active order by company_code',
  )
  for (const { companyCode } of companies) {
    const counts = await database.transaction((tx) => tellExpiredContracts(tx, companyCode))
    if (counts.told + counts.covered > 0)
      log.info({ companyCode, ...counts }, 'contracts of announced goods watched')
  }
}

/** The contract of each order item that has expired and that nobody was told or has decided about, by `order/item`; one statement. */
export async function readExpired(
  queryable: Queryable,
  companyCode: string,
  today: LocalDate,
  lines: readonly { purchaseOrderNo: string | null; purchaseOrderLine: number | null }[],
): Promise<Map<string, { contractNo: string; contractEnd: LocalDate }>> {
  const rows = await queryable.query<{
    source: string
    contractNo: string
    contractEnd: LocalDate
  }>(
    `select o.doc_no || '/' || l.line_no as source, c.contract_no, c.valid_to as contract_end
     from (select distinct no, line from unnest($3::text[], $4::int[]) as w (no, line)) as w
     join purchase_order o on o.company_code = $1 and o.doc_no = w.no
     join purchase_order_line l on l.company_code = $1 and l.document_id = o.id and l.line_no = w.line
     join purchase_contract c on c.company_code = $1 and c.contract_no = l.contract_no and c.valid_to < $2
     where not ${problemSql(`(${isDecided} or ${isOpen})`)}`,
    [
      companyCode,
      today,
      lines.map(({ purchaseOrderNo }) => purchaseOrderNo),
      lines.map(({ purchaseOrderLine }) => purchaseOrderLine),
    ],
  )
  return new Map(rows.map(({ source, ...contract }) => [source, contract]))
}
