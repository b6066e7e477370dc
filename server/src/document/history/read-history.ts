import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { recordHistory } from '../storage/record-history.ts'

// Sums of histories of items. The table `item_history` is the frame's, so every area reads it instead of the documents of
// others; what is decided by it is read while the item is locked.

/**
 * Reads histories with one statement; in a transaction it sees what this has changed.
 * @param text of a statement that reads `item_history` by company, item type and item
 */
export function readHistory<R extends object>(
  queryable: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  if ('write' in queryable) recordHistory(queryable as Transaction)
  return queryable.query<R>(text, values)
}

/**
 * As SQL: what a row of a history adds to the quantity of its item that the ERP has of us: what arrived and was received,
 * also what is being posted, and what it was told of as missing or returned. 0 for other events and books.
 */
export const inErpSql = (row: string): string =>
  `case when ${row}.event in ('arrived', 'received') and ${row}.book in ('posting', 'erp') then ${row}.quantity
     when ${row}.event in ('missing', 'returned') and ${row}.book = 'erp' then -${row}.quantity else 0 end`

/** As SQL: what a row adds to the quantity of its item that the ERP was told has been issued, or is being told. */
export const issuedInErpSql = (row: string): string =>
  `case when ${row}.event = 'issued' and ${row}.book in ('posting', 'erp') then ${row}.quantity else 0 end`

/**
 * As SQL: what a row in the history of an arrival line takes of what arrived: it is missing, destroyed, set apart as rejected and
 * not conceded, or closed, and is not received any more.
 */
export const lostSql = (row: string): string =>
  `case when ${row}.event in ('missing', 'destroyed', 'setApart', 'closed') then ${row}.quantity
     when ${row}.event = 'conceded' then -${row}.quantity else 0 end`

/**
 * A query in parentheses: the arrival lines of an order item, with what of each arrived, when, what of it is not received any
 * more (`lost`) and what is `received`, and whether it is in the books of the ERP or on its way there.
 * @param order the item, as SQL: `id` and `line` of the order
 */
export const arrivalsOfItem = (company: string, order: { id: string; line: string }): string => `(
  select y.document_id, y.document_line, y.document_no, sum(y.quantity) filter (where y.book = 'stock') as quantity,
    max(y.at) filter (where y.book = 'stock' and y.quantity > 0) as arrived_at,
    coalesce(sum(y.quantity) filter (where y.book <> 'stock'), 0) > 0 as is_in_erp, coalesce(max(after.lost), 0) as lost,
    coalesce(max(after.received), 0) as received
  from item_history y
  left join lateral (
    select sum(${lostSql('z')}) as lost, sum(z.quantity) filter (where z.event = 'received') as received
    from item_history z
    where z.company_code = ${company} and z.item_type = 'arrival' and z.item_id = y.document_id
      and z.item_line = y.document_line and z.book = 'stock'
  ) after on true
  where y.company_code = ${company} and y.item_type = 'purchase-order' and y.item_id = ${order.id}
    and y.item_line = ${order.line} and y.event = 'arrived'
  group by y.document_id, y.document_line, y.document_no
  having sum(y.quantity) filter (where y.book = 'stock') > 0)`
