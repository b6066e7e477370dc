import type { ClosingCause } from '@kufang/contract/overdue/overdue-record.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { addQuantity, compareQuantity, isPositive, type Quantity } from '@kufang/kernel/quantity.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { clock, systemDocuments, type SystemDocuments } from '../document/public.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { readParameter } from '../system/public.ts'
import { findOverdue, type OverdueItem } from './find-overdue.ts'
import { readPenaltyTerms, type PenaltyTerms } from './penalty-terms.ts'

// Makes a record for each overdue order item, and lets the records follow orders and arrivals. It compares what is true now
// with what the records say, so it may run at any time, twice at once, and after a downtime.

/** What a run did. */
export interface KeptRecords {
  made: number
  /** Followed their order or arrivals into other quantities, dates or states. */
  changed: number
  /** Numbers of orders for which no record could be made, such as of a plant that is switched off. */
  refused: string[]
}

/** How a record ends: at most one of the two is set. */
interface End {
  arrivedOn: LocalDate | null
  closeCause: ClosingCause | null
}

function endOf(item: OverdueItem, today: LocalDate): End {
  const { dueDate, isEnded, isInFull, isReceivedElsewhere, lastArrivedOn, late } = item
  const isLate = isPositive(late) || isReceivedElsewhere
  if (isInFull && isLate) return { arrivedOn: lastArrivedOn ?? today, closeCause: null }
  if (isEnded && !isInFull) return { arrivedOn: null, closeCause: 'orderEnded' }
  if (isInFull || dueDate === null || dueDate >= today)
    return { arrivedOn: null, closeCause: 'orderChanged' }
  return { arrivedOn: null, closeCause: null }
}

/** What the line of a record says; what it said last where nothing was late after all. */
function quantitiesOf({ missing, late, record }: OverdueItem) {
  const quantity = addQuantity(missing, late)
  if (isPositive(quantity) || record === null) return { quantity, closedQuantity: late }
  return { quantity: record.quantity, closedQuantity: record.quantity }
}

type Work = 'make' | 'follow' | 'breakPromise' | 'refresh' | null

/** What is to be done about an item. */
function workOf(item: OverdueItem, today: LocalDate): Work {
  const { record, dueDate } = item
  const end = endOf(item, today)
  const isOpen = end.arrivedOn === null && end.closeCause === null
  if (record === null) return isOpen ? 'make' : null
  if (record.closeCause === 'byBuyer') {
    // Closed by a person: made again only for another due date.
    const isAnother = record.state === 'closed' && isOpen && record.dueDate !== dueDate
    return isAnother ? 'make' : null
  }
  if (record.state === 'closed') return isOpen ? 'make' : null
  const { quantity, closedQuantity } = quantitiesOf(item)
  const isSame = (one: Quantity, other: Quantity): boolean => compareQuantity(one, other) === 0
  if (
    end.arrivedOn !== record.arrivedOn ||
    end.closeCause !== record.closeCause ||
    (isOpen && dueDate !== record.dueDate) ||
    !isSame(quantity, record.quantity) ||
    !isSame(closedQuantity, record.closedQuantity)
  )
    return 'follow'
  if (!isOpen) return null
  const isPromised = record.state === 'answered' || record.state === 'decided'
  if (isPromised && record.promisedDate !== null && record.promisedDate < today)
    return 'breakPromise'
  return 'refresh'
}

interface Company {
  companyCode: string
  today: LocalDate
  terms: readonly PenaltyTerms[]
}

/**
 * Makes and follows the records of a company: of all its orders, of one, or only those that are recorded and open. Each
 * order is a transaction of its own, so that one that is refused stops no other.
 */
export async function keepOverdueRecords(
  database: Database,
  companyCode: string,
  wanted: { orderId?: string; isRecordedOnly?: boolean } = {},
): Promise<KeptRecords> {
  const { today } = clock()
  const company = { companyCode, today, terms: await readPenaltyTerms(database, companyCode) }
  const found = await findOverdue(database, { ...company, ...wanted })
  await refreshAmounts(
    database,
    companyCode,
    found.filter((item) => workOf(item, today) === 'refresh'),
  )
  const kept: KeptRecords = { made: 0, changed: 0, refused: [] }
  const due = found.filter((item) => !['refresh', null].includes(workOf(item, today)))
  for (const [orderId, [first]] of Map.groupBy(due, (item) => item.orderId)) {
    try {
      const { made, changed } = await database.transaction((tx) => keepOrder(tx, company, orderId))
      kept.made += made
      kept.changed += changed
    } catch (error) {
      if (!isRefusal(error)) throw error
      kept.refused.push(first!.orderNo)
    }
  }
  return kept
}

/** Does what is to be done about the items of an order; it is locked, so that no record is made twice. */
async function keepOrder(
  tx: Transaction,
  company: Company,
  orderId: string,
): Promise<{ made: number; changed: number }> {
  const { companyCode, today } = company
  await tx.query(
    'select 1 as locked from purchase_order where company_code = $1 and id = $2 for update',
    [companyCode, orderId],
  )
  const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
  const actBy = addDays(today, await readParameter(tx, 'overdue.answerDays', { companyCode }))
  const done = { made: 0, changed: 0 }
  for (const item of await findOverdue(tx, { ...company, orderId })) {
    const work = workOf(item, today)
    if (work === 'make') {
      await makeRecord(documents, company, item, actBy)
      done.made += 1
    } else if (work === 'follow') {
      await follow(documents, company, item, item.record!.id)
      done.changed += 1
    } else if (work === 'breakPromise') {
      await documents.act('overdue-record', companyCode, item.record!.id, 'breakPromise')
      done.changed += 1
    }
  }
  return done
}

async function makeRecord(
  documents: SystemDocuments,
  company: Company,
  item: OverdueItem,
  actBy: LocalDate,
): Promise<void> {
  const { orderId, orderNo, orderLine, dueDate, overdueDays, penaltyByTerms } = item
  const { quantity, closedQuantity } = quantitiesOf(item)
  const { id } = await documents.create('overdue-record', {
    companyCode: company.companyCode,
    header: {
      purchaseOrderNo: orderNo,
      purchaseOrderLine: orderLine,
      dueDate,
      overdueDays,
      penaltyByTerms,
      actBy,
      brokenPromises: 0,
      isExcluded: false,
    },
    lines: [{ source: { id: orderId, lineNo: orderLine }, quantity }],
  })
  // A part of it may have arrived late before anybody looked.
  if (isPositive(closedQuantity)) await follow(documents, company, item, id)
}

async function follow(
  documents: SystemDocuments,
  { companyCode, today }: Company,
  item: OverdueItem,
  id: string,
): Promise<void> {
  const { overdueDays, penaltyByTerms, record } = item
  const end = endOf(item, today)
  // A record that is closed because its order changed keeps the date that was not kept.
  const dueDate = end.closeCause === null ? item.dueDate : (record?.dueDate ?? item.dueDate)
  await documents.act('overdue-record', companyCode, id, 'follow', {
    input: { dueDate, overdueDays, penaltyByTerms, ...end },
    lines: [{ lineNo: 1, ...quantitiesOf(item) }],
  })
}

/**
 * Another day has passed, or the terms have changed: days and amounts of open records follow, in one statement. No person
 * acts, and nothing but the date changes, so it is no act on the document and writes no audit entry.
 */
async function refreshAmounts(
  database: Database,
  companyCode: string,
  items: readonly OverdueItem[],
): Promise<void> {
  if (items.length === 0) return
  await database.query(
    `update overdue_record r set overdue_days = x.days, penalty_by_terms = x.penalty,
       penalty = case when r.responsible_party is null then null when r.responsible_party = 'supplier' then x.penalty else 0 end
     from unnest($2::uuid[], $3::int[], $4::numeric[]) as x (id, days, penalty)
     where r.company_code = $1 and r.id = x.id and r.state in ('raised', 'answered', 'decided', 'exclusionRequested')
       and (r.overdue_days, r.penalty_by_terms) is distinct from (x.days, x.penalty)`,
    [
      companyCode,
      items.map(({ record }) => record!.id),
      items.map(({ overdueDays }) => overdueDays),
      items.map(({ penaltyByTerms }) => penaltyByTerms),
    ],
  )
}
