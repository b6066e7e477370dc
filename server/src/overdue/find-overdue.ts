import type { HeaderOf } from '@kufang/contract/document/declare/define-document.ts'
import type { ClosingCause, overdueRecord } from '@kufang/contract/overdue/overdue-record.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { arrivalsOfItem, readHistory } from '../document/history/read-history.ts'
import { orderPriceSql } from '../external-documents/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { PenaltyTerms } from './penalty-terms.ts'

// Which order items are overdue, and what their records have to say of them. Everything follows from the mirrored order and
// from our arrivals, so it is computed anew each time and is right again after a reversal.

/** The latest record of an order item, as it is. */
export interface KnownRecord {
  id: string
  state: HeaderOf<typeof overdueRecord>['state']
  dueDate: LocalDate
  quantity: Quantity
  closedQuantity: Quantity
  arrivedOn: LocalDate | null
  closeCause: ClosingCause | null
  promisedDate: LocalDate | null
}

/** An order item that is overdue or has an open record; quantities in the base unit. */
export interface OverdueItem {
  orderId: string
  orderNo: string
  orderLine: number
  dueDate: LocalDate | null
  /** The order item is deleted or completed in the ERP. */
  isEnded: boolean
  /** Not arrived. */
  missing: Quantity
  /** Arrived after the due date. */
  late: Quantity
  /** Everything has arrived, up to the under-delivery tolerance of the order item. */
  isInFull: boolean
  /** Something was received in the ERP itself, past us: when is not known. */
  isReceivedElsewhere: boolean
  lastArrivedOn: LocalDate | null
  overdueDays: number
  /** Null if the price or its currency is not known. */
  penaltyByTerms: Money | null
  record: KnownRecord | null
}

interface Wanted {
  companyCode: string
  today: LocalDate
  terms: readonly PenaltyTerms[]
  /** Only items of this order. */
  orderId?: string
  /** Only items with an open record. */
  isRecordedOnly?: boolean
}

const openStates = `('raised', 'answered', 'decided', 'exclusionRequested')`

/** As SQL, the percentage of the value that is due after so many days, by the terms `t`. */
const percentAfter = (days: string): string =>
  `least(t.maximum, ceil(greatest(${days}, 0)::numeric / t.days) * t.rate / 100)`

/** As SQL: items of open orders to suppliers, not blocked by the buyer, whose delivery date has passed. Parameters: company, today, order. */
const passedItems = `
  select l.document_id as order_id, l.line_no as order_line
  from purchase_order_line l
  join purchase_order h on h.company_code = $1 and h.id = l.document_id and h.state = 'synced'
    and coalesce(h.supplying_plant, '') = ''
  where l.company_code = $1 and l.delivery_date < $2::date and not coalesce(l.is_deleted, false)
    and not coalesce(l.is_completed, false) and not coalesce(l.is_blocked, false)
    and coalesce(l.received_quantity, 0) < l.quantity
    and coalesce(l.closed_quantity, 0) < l.quantity`

/** As SQL: items with an open record. Parameter: company. */
const recordedItems = `
  select h.id as order_id, r.purchase_order_line as order_line
  from overdue_record r
  join purchase_order h on h.company_code = $1 and h.doc_no = r.purchase_order_no
  where r.company_code = $1 and r.state in ${openStates}`

/**
 * What belongs to an item is looked up for each of them by its index: PostgreSQL cannot know how many items there are, and
 * joins of what is read for all of them at once would be nested loops of one over the other.
 */
function textOf({ orderId, isRecordedOnly }: Wanted): string {
  const items = isRecordedOnly === true ? recordedItems : `${passedItems} union ${recordedItems}`
  return `with wanted as materialized (
    select order_id, order_line from (${items}) item
    ${orderId === undefined ? '' : 'where order_id = $7::uuid'}
  ), line as materialized (
    select item.*
    from wanted w
    cross join lateral (
      select h.id as order_id, h.doc_no as order_no, l.line_no as order_line, coalesce(l.plant, '') as plant,
        l.delivery_date as due_date,
        h.state <> 'synced' or coalesce(l.is_deleted, false) or coalesce(l.is_completed, false) as is_ended,
        l.quantity, coalesce(l.closed_quantity, 0) as elsewhere,
        l.quantity * coalesce(l.under_delivery_percent, 0) / 100 as tolerance,
        case when h.currency = (select currency from company where company_code = $1) then (${orderPriceSql})::numeric end
          as price
      from purchase_order h
      join purchase_order_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = w.order_line
      where h.company_code = $1 and h.id = w.order_id
      limit 1
    ) item
  ), terms as materialized (
    select * from unnest($3::text[], $4::int[], $5::int[], $6::int[]) as given (plant, rate, days, maximum)
  ), item as materialized (
    select line.*, greatest(line.quantity - coalesce(a.quantity, 0) - line.elsewhere, 0) as missing,
      coalesce(a.late, 0) as late, coalesce(a.late_percent, 0) as late_percent, a.last_day,
      ${percentAfter('$2::date - line.due_date')} as percent
    from line
    cross join lateral (select * from terms where terms.plant = line.plant limit 1) t
    cross join lateral (
      select sum(part.quantity) as quantity, sum(part.quantity) filter (where part.day > line.due_date) as late,
        sum(part.quantity * ${percentAfter('part.day - line.due_date')}) filter (where part.day > line.due_date) as late_percent,
        max(part.day) as last_day
      from (
        select a.quantity - a.lost as quantity, (a.arrived_at at time zone '${companyTimeZone}')::date as day
        from ${arrivalsOfItem('$1', { id: 'line.order_id', line: 'line.order_line' })} a
        union all
        -- What the units got directly.
        select sum(y.quantity), (max(y.at) filter (where y.quantity > 0) at time zone '${companyTimeZone}')::date
        from item_history y
        where y.company_code = $1 and y.item_type = 'purchase-order' and y.item_id = line.order_id
          and y.item_line = line.order_line and y.event = 'received' and y.book = 'stock' and y.source_type = 'delivery-note'
        group by y.document_id, y.document_line having sum(y.quantity) > 0
      ) part
    ) a
  )
  select i.order_id, i.order_no, i.order_line, i.due_date, i.is_ended, i.missing, i.late, i.missing <= i.tolerance as is_in_full,
    i.elsewhere > 0 as is_received_elsewhere, i.last_day as last_arrived_on,
    greatest(case when i.missing <= i.tolerance then coalesce(i.last_day, $2::date) else $2::date end - i.due_date, 0) as overdue_days,
    round(i.price * (i.late_percent + case when i.missing <= i.tolerance then 0 else i.missing * i.percent end) / 100, 2)
      as penalty_by_terms,
    r.id as record_id, r.state as record_state, r.due_date as record_due_date, r.quantity as record_quantity,
    r.closed_quantity as record_closed_quantity, r.arrived_on as record_arrived_on, r.close_cause as record_close_cause,
    r.promised_date as record_promised_date
  from item i
  left join lateral (
    select r.id, r.state, r.due_date, r.arrived_on, r.close_cause, r.promised_date, rl.quantity, rl.closed_quantity
    from overdue_record r
    join overdue_record_line rl on rl.company_code = $1 and rl.document_id = r.id and rl.line_no = 1
    where r.company_code = $1 and r.purchase_order_no = i.order_no and r.purchase_order_line = i.order_line
    order by r.created_at desc limit 1
  ) r on true
  where r.state in ${openStates} or (i.missing > i.tolerance and not i.is_ended and i.due_date < $2::date)
  order by i.order_no, i.order_line`
}

type Read = Omit<OverdueItem, 'record'> & {
  recordId: string | null
  recordState: KnownRecord['state']
  recordDueDate: LocalDate
  recordQuantity: Quantity
  recordClosedQuantity: Quantity
  recordArrivedOn: LocalDate | null
  recordCloseCause: ClosingCause | null
  recordPromisedDate: LocalDate | null
}

/**
 * Items of a company's orders to suppliers that are overdue, and those with an open record, in the order of their numbers;
 * one statement. Goods that are not received here (internal orders, services, what is consumed on receipt) are never overdue.
 */
export async function findOverdue(queryable: Queryable, wanted: Wanted): Promise<OverdueItem[]> {
  const { companyCode, today, terms, orderId } = wanted
  const rows = await readHistory<Read>(queryable, textOf(wanted), [
    companyCode,
    today,
    terms.map(({ plant }) => plant),
    terms.map(({ rate }) => rate),
    terms.map(({ days }) => days),
    terms.map(({ maximum }) => maximum),
    ...(orderId === undefined ? [] : [orderId]),
  ])
  return rows.map(
    ({
      recordId,
      recordState: state,
      recordDueDate: dueDate,
      recordQuantity: quantity,
      recordClosedQuantity: closedQuantity,
      recordArrivedOn: arrivedOn,
      recordCloseCause: closeCause,
      recordPromisedDate: promisedDate,
      ...item
    }) => ({
      ...item,
      record:
        recordId === null
          ? null
          : {
              id: recordId,
              state,
              dueDate,
              quantity,
              closedQuantity,
              arrivedOn,
              closeCause,
              promisedDate,
            },
    }),
  )
}
