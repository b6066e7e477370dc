import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../platform/database/database.ts'

// What changes in the ERP of a reservation or sales order item of which requisitions took quantity is told to those who work
// on it, in the transaction that writes the mirror.

/** The mirrors of what goods are asked for by. */
export type DemandName = 'reservation' | 'sales-order'

export const isDemand = (name: string): name is DemandName =>
  name === 'reservation' || name === 'sales-order'

/** Over, not permitted to move, or open. Of a sales order nothing is blocked. */
export type DemandStanding = 'open' | 'blocked' | 'completed' | 'deleted'

/** An item that changed in the ERP; quantities in the base unit. */
export interface ChangedDemand {
  type: DemandName
  id: string
  docNo: string
  lineNo: number
  quantityBefore: Quantity
  quantityAfter: Quantity
  dueBefore: LocalDate | null
  dueAfter: LocalDate | null
  /** Plant and storage location; without the latter if the item names none. */
  placeBefore: string
  placeAfter: string
  /** Another plant, or another storage location than the one it named before. */
  isPlaceChanged: boolean
  /** What it is charged to. */
  accountBefore: string
  accountAfter: string
  standingBefore: DemandStanding
  standingAfter: DemandStanding
  /** What our requisitions, and the ERP otherwise, have taken beyond what is required now; not above zero if it is covered. */
  excess: Quantity
}

/** Is told in the transaction that writes the mirror. */
export type DemandWatcher = (
  tx: Transaction,
  companyCode: string,
  items: readonly ChangedDemand[],
) => Promise<void>

let watcher: DemandWatcher | null = null

/** Registers who is told of changed items; called once at startup. */
export function registerDemandWatcher(watch: DemandWatcher): void {
  watcher = watch
}

const tables: Readonly<Record<DemandName, string>> = {
  reservation: 'reservation',
  'sales-order': 'sales_order',
}

/** As SQL: plant and storage location of an item `l`. */
const placeSql = `concat_ws('/', l.plant, nullif(l.storage_location, ''))`

/** As SQL: what an item `l` with its header `h` is charged to. */
const accountSql: Readonly<Record<DemandName, string>> = {
  reservation: `concat_ws(' / ', ${['cost_center', 'wbs_element', 'order_no', 'network_no', 'asset_no', 'asset_sub_no', 'gl_account'].map((column) => `nullif(h.${column}, '')`).join(', ')})`,
  'sales-order': `coalesce(l.wbs_element, '')`,
}

/** As SQL: whether an item `l` with its header `h` is open, not permitted to move, or over. */
const standingSql = (type: DemandName): string =>
  `case when h.state = 'deleted' or l.is_deleted then 'deleted' when h.state = 'completed' or l.is_completed then 'completed'
     ${type === 'reservation' ? `when l.is_movement_allowed = false then 'blocked'` : ''} else 'open' end`

/** The items of which something was taken, before they are written again. */
export type DemandsBefore = readonly { id: string; lineNo: number }[]

/**
 * Reads what is compared after the mirror is written, and locks it, so that a change read twice at once is told once; one
 * statement.
 */
export async function demandsBefore(
  tx: Transaction,
  type: DemandName,
  companyCode: string,
  numbers: readonly string[],
): Promise<DemandsBefore> {
  if (watcher === null) return []
  const table = tables[type]
  return tx.query<{ id: string; lineNo: number }>(
    `select h.id, l.line_no, l.quantity, l.delivery_date, ${placeSql} as place,
       coalesce(l.storage_location, '') <> '' as is_place_named, ${accountSql[type]} as account, ${standingSql(type)} as standing
     from ${table} h join ${table}_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.doc_no = any ($2::text[]) and l.done_quantity > 0
     order by h.doc_no, l.line_no for no key update of h, l`,
    [companyCode, numbers],
  )
}

/** Compares the items with what is written now, and tells who watches them of every difference; one statement. */
export async function tellDemandChanges(
  tx: Transaction,
  type: DemandName,
  companyCode: string,
  before: DemandsBefore,
): Promise<void> {
  if (watcher === null || before.length === 0) return
  const table = tables[type]
  const changed = await tx.query<ChangedDemand>(
    `select * from (
       select $3 as type, h.id, h.doc_no, l.line_no, o."quantity" as quantity_before, l.quantity as quantity_after,
         o."deliveryDate" as due_before, l.delivery_date as due_after, o."place" as place_before, ${placeSql} as place_after,
         o."place" <> ${placeSql} and (o."isPlaceNamed" or not starts_with(${placeSql}, o."place" || '/')) as is_place_changed,
         o."account" as account_before, ${accountSql[type]} as account_after,
         o."standing" as standing_before, ${standingSql(type)} as standing_after,
         l.done_quantity + l.closed_quantity - l.quantity as excess
       from json_to_recordset($2::json) as o ("id" uuid, "lineNo" integer, "quantity" numeric(18,3), "deliveryDate" date,
         "place" text, "isPlaceNamed" boolean, "account" text, "standing" text)
       join ${table} h on h.company_code = $1 and h.id = o."id"
       join ${table}_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = o."lineNo") c
     where quantity_after <> quantity_before or due_after is distinct from due_before or is_place_changed
       or account_after <> account_before or standing_after <> standing_before
     order by doc_no, line_no`,
    [companyCode, JSON.stringify(before), type],
  )
  if (changed.length > 0) await watcher(tx, companyCode, changed)
}
