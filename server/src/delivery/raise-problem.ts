import { commonHeader } from '@kufang/contract/document/declare/common-fields.ts'
import { isOfOurBooks, type ProblemCause } from '@kufang/contract/delivery/problem-document.ts'
import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { addQuantity, sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import { lastOf } from '@kufang/kernel/present.ts'
import type { SystemDocuments } from '../document/public.ts'
import { withdrawLines } from '../external-documents/public.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'

// Problem documents are raised by the product itself, one per order item and cause: what is found again while one is open
// is added to it.

/** What changed of an order item; quantities in the base unit. */
export interface OrderChange {
  orderedBefore: Quantity
  orderedAfter: Quantity
  dueBefore: LocalDate | null
  dueAfter: LocalDate | null
  isPriceChanged: boolean
}

/** The contract that an order item calls off, and its last day. */
export interface ExpiredContract {
  contractNo: string
  contractEnd: LocalDate
}

/** What does not fit of an order item. */
export interface Problem {
  cause: ProblemCause
  orderNo: string
  orderLine: number
  /** Above zero, in the base unit. */
  quantity: Quantity
  /** Numbers of our documents. */
  concernedNos: readonly string[]
  /** Delivery notes of its supplier behind them; those among them need not be named again. */
  noteNos?: readonly string[]
  change?: OrderChange
  contract?: ExpiredContract
  /** What it is about in words, such as the documents that are missing. */
  remark?: string
}

interface KnownItem {
  source: string
  orderId: string
  /** The open problem document of the cause, its line, and what it says. */
  problemId: string | null
  problemNo: string
  problemLine: number
  quantity: Quantity
  concernedNos: string[]
  noteNos: string[]
  orderedBefore: Quantity | null
  dueBefore: LocalDate | null
  isPriceChanged: boolean
}

/**
 * The order items, each with its open problem document of a cause, by `order/item`; the orders are locked, so that the
 * same cause is not raised twice at once. The second of two statements sees what was raised while the first one waited.
 */
export async function knownItems(
  queryable: Queryable,
  companyCode: string,
  cause: ProblemCause,
  items: readonly { orderNo: string; orderLine: number }[],
): Promise<Map<string, KnownItem>> {
  await queryable.query(
    `select h.id from purchase_order h
     where h.company_code = $1 and h.doc_no = any ($2::text[]) order by h.id for update`,
    [companyCode, [...new Set(items.map(({ orderNo }) => orderNo))]],
  )
  const rows = await queryable.query<KnownItem>(
    `select w.no || '/' || w.line as source, o.id as order_id, p.id as problem_id, coalesce(p.doc_no, '') as problem_no,
       coalesce(p.line_no, 0) as problem_line, coalesce(p.quantity, 0) as quantity,
       coalesce(p.concerned_nos, '{}') as concerned_nos, coalesce(p.note_nos, '{}') as note_nos, p.ordered_before, p.due_before,
       coalesce(p.is_price_changed, false) as is_price_changed
     from (select distinct no, line from unnest($3::text[], $4::int[]) as w (no, line)) as w
     join purchase_order o on o.company_code = $1 and o.doc_no = w.no
     left join lateral (
       select h.id, h.doc_no, h.concerned_nos, h.note_nos, l.line_no, l.quantity, l.ordered_before, l.due_before, l.is_price_changed
       from problem_document h
       join problem_document_line l on l.company_code = $1 and l.document_id = h.id and l.purchase_order_line = w.line
         and l.closed_quantity < l.quantity
       where h.company_code = $1 and h.cause = $2 and h.purchase_order_no = w.no and h.state in ('raised', 'answered')
       order by h.created_at limit 1
     ) p on true
     order by 1`,
    [
      companyCode,
      cause,
      items.map(({ orderNo }) => orderNo),
      items.map(({ orderLine }) => orderLine),
    ],
  )
  return new Map(rows.map((row) => [row.source, row]))
}

/** An order item as key. */
export const keyOf = ({ orderNo, orderLine }: { orderNo: string; orderLine: number }): string =>
  `${orderNo}/${orderLine}`

type Found = Omit<Problem, 'cause'>

/** One problem per order item: missing pieces add up, of anything else the latest counts. */
function perItem(cause: ProblemCause, problems: readonly Found[]): Found[] {
  return [...Map.groupBy(problems, keyOf).values()].map((same) => ({
    ...lastOf(same),
    quantity:
      cause === 'shortage'
        ? sumQuantities(same.map(({ quantity }) => quantity))
        : lastOf(same).quantity,
    concernedNos: unique(same.flatMap(({ concernedNos }) => concernedNos)),
    noteNos: unique(same.flatMap(({ noteNos = [] }) => noteNos)),
  }))
}

/** The length of a document's remark. */
const remarkMax = commonHeader.remark.lengthMax

/** Each of the numbers once. */
export const unique = (numbers: readonly string[]): string[] => [...new Set(numbers)]

/** Which of these numbers are delivery notes, which their supplier may see; one statement. */
async function notesAmong(
  queryable: Queryable,
  companyCode: string,
  docNos: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ docNo: string }>(
    `select doc_no from delivery_note where company_code = $1 and doc_no = any ($2::text[])`,
    [companyCode, unique(docNos)],
  )
  return new Set(rows.map(({ docNo }) => docNo))
}

/**
 * Raises problem documents of one cause, one per order, or adds to those that are open for the order items.
 * @returns their numbers, by `order/item`; items of orders that are not mirrored have none
 */
export async function raiseProblems(
  tx: Transaction,
  documents: SystemDocuments,
  companyCode: string,
  cause: ProblemCause,
  problems: readonly Found[],
): Promise<Map<string, string>> {
  const raised = new Map<string, string>()
  if (problems.length === 0) return raised
  const known = await knownItems(tx, companyCode, cause, problems)
  const found = perItem(cause, problems).flatMap((problem) => {
    const item = known.get(keyOf(problem))
    return item === undefined ? [] : [{ problem, item }]
  })
  const groups = Map.groupBy(found, ({ item }) => item.problemId ?? item.orderId)
  const notes = await notesAmong(
    tx,
    companyCode,
    found.flatMap(({ problem, item }) => [...item.concernedNos, ...problem.concernedNos]),
  )
  for (const own of [...groups.values()].flatMap(asManyAsOneTakes)) {
    const [{ problem, item }] = own as [(typeof own)[0]]
    const concernedNos = unique([
      ...item.concernedNos,
      ...own.flatMap((one) => one.problem.concernedNos),
    ])
    const noteNos = unique([
      ...item.noteNos,
      ...concernedNos.filter((no) => notes.has(no)),
      ...own.flatMap((one) => one.problem.noteNos ?? []),
    ])
    let problemNo = item.problemNo
    if (item.problemId === null) {
      const made = await documents.create('problem-document', {
        companyCode,
        header: {
          cause,
          remedy: cause,
          purchaseOrderNo: problem.orderNo,
          concernedNos,
          noteNos,
          ...remarkOf(own.map((one) => one.problem)),
        },
        lines: own.map(({ problem: { orderLine, quantity, change = {}, contract = {} } }) => ({
          source: { id: item.orderId, lineNo: orderLine },
          quantity,
          ...change,
          ...contract,
        })),
      })
      problemNo = made.docNo
      if (isOfOurBooks(cause))
        await documents.act('problem-document', companyCode, made.id, 'passToBuyer')
    } else
      await documents.act('problem-document', companyCode, item.problemId, 'addFinding', {
        input: { concernedNos, noteNos },
        lines: own.map((one) => ({
          lineNo: one.item.problemLine,
          quantity:
            cause === 'shortage'
              ? addQuantity(one.item.quantity, one.problem.quantity)
              : one.problem.quantity,
          ...changeSince(one.item, one.problem.change),
          ...(one.problem.contract ?? noContract),
        })),
      })
    for (const one of own) raised.set(keyOf(one.problem), problemNo)
  }
  return raised
}

/** In parts of as many lines as one document may have. */
const asManyAsOneTakes = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / usualLinesMax) }, (_none, part) =>
    all.slice(part * usualLinesMax, (part + 1) * usualLinesMax),
  )

/** The words of the problems as the remark of their document, as far as it takes them. */
export function remarkOf(problems: readonly Pick<Found, 'remark'>[]): { remark?: string } {
  const remark = unique(problems.flatMap((problem) => problem.remark ?? [])).join('；')
  return remark === '' ? {} : { remark: [...remark].slice(0, remarkMax).join('') }
}

const noContract = { contractNo: null, contractEnd: null }

const noChange = {
  orderedBefore: null,
  orderedAfter: null,
  dueBefore: null,
  dueAfter: null,
  isPriceChanged: null,
}

/** The change since the problem was raised: what was before it stays, so that a restored order is recognised. */
function changeSince(item: KnownItem, change: OrderChange | undefined) {
  if (change === undefined) return noChange
  if (item.orderedBefore === null) return change
  const { orderedBefore, dueBefore } = item
  return {
    ...change,
    orderedBefore,
    dueBefore,
    isPriceChanged: item.isPriceChanged || change.isPriceChanged,
  }
}

/** Takes quantities back that were reported: the open problem documents have less open, or their cause is gone. */
export async function withdrawProblems(
  tx: Transaction,
  documents: SystemDocuments,
  companyCode: string,
  cause: ProblemCause,
  problems: readonly Found[],
): Promise<void> {
  if (problems.length === 0) return
  const known = await knownItems(tx, companyCode, cause, problems)
  const gone = perItem(cause, problems).flatMap((problem) => {
    const { problemId = null, problemLine = 0 } = known.get(keyOf(problem)) ?? {}
    return problemId === null ? [] : [{ problemId, problemLine, quantity: problem.quantity }]
  })
  await withdrawLines(gone, (id, lines) =>
    documents.act('problem-document', companyCode, id, 'withdraw', { lines }),
  )
}
