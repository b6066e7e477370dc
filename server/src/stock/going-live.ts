import type { BooksComparison, GoingLiveRow } from '@kufang/contract/stock/going-live.ts'
import { isZero } from '@kufang/kernel/quantity.ts'
import type { Database } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import type { Scope, Session } from '../platform/session/session.ts'
import { readErpStock } from './erp-stock.ts'

const goingLiveText = `
  with place as (
    select company_code, plant, storage_location, name from storage_location
    where is_active and company_code = any($1::text[]) and ($2::text[] is null or plant = any($2))
      and ($3::text[] is null or plant || '/' || storage_location = any($3))
  ), read as (
    select company_code, plant, storage_location, count(*)::integer as keys
    from erp_stock_reading_row where company_code = any($1) and quantity <> 0 group by 1, 2, 3
  ), ordered as (
    select company_code, plant, storage_location, count(*)::integer as lines
    from purchase_order_line where company_code = any($1) and open_quantity > 0 group by 1, 2, 3
  ), reserved as (
    select company_code, plant, storage_location, count(*)::integer as lines
    from reservation_line where company_code = any($1) and open_quantity > 0 group by 1, 2, 3
  ), initial as (
    -- The latest that was not taken back.
    select distinct on (company_code, plant, storage_location) company_code, plant, storage_location, id, doc_no, state, erp_state
    from stock_initialisation where company_code = any($1) and state <> 'reversed'
    order by company_code, plant, storage_location, created_at desc
  )
  select p.company_code, p.plant, p.storage_location, p.name, g.read_at, coalesce(read.keys, 0) as erp_keys,
    d.id, d.doc_no, d.state, d.erp_state, l.lines, l.differing,
    exists (select 1 from stock_balance b where b.company_code = p.company_code and b.plant = p.plant
      and b.storage_location = p.storage_location and b.last_move_at is not null) as has_moved,
    coalesce(ordered.lines, 0) as open_order_lines, coalesce(reserved.lines, 0) as open_reservation_lines
  from place p
  left join erp_stock_reading g using (company_code, plant, storage_location)
  left join read using (company_code, plant, storage_location)
  left join ordered using (company_code, plant, storage_location)
  left join reserved using (company_code, plant, storage_location)
  left join initial d using (company_code, plant, storage_location)
  left join lateral (
    select count(*)::integer as lines, (count(*) filter (where difference_quantity <> 0))::integer as differing
    from stock_initialisation_line where company_code = p.company_code and document_id = d.id
  ) l on d.id is not null
  order by 1, 2, 3`

interface FoundRow {
  companyCode: string
  plant: string
  storageLocation: string
  name: string
  readAt: string | null
  erpKeys: number
  id: string | null
  docNo: string
  state: string
  erpState: NonNullable<GoingLiveRow['document']>['erpState']
  lines: number
  differing: number
  hasMoved: boolean
  openOrderLines: number
  openReservationLines: number
}

/** How far each storage location within the person's scope is with its initial stock. One statement. */
export async function readGoingLive(database: Database, scope: Scope): Promise<GoingLiveRow[]> {
  const found = await database.query<FoundRow>(goingLiveText, [
    scope.companyCodes,
    scope.plants,
    scope.storageLocations,
  ])
  return found.map(({ id, docNo, state, erpState, lines, differing, ...row }) => ({
    ...row,
    document: id === null ? null : { id, docNo, state, erpState, lines, differing },
  }))
}

/**
 * Compares both books of a storage location, as proof that everything was taken over.
 * @throws as `readErpStock`
 */
export async function compareBooks(
  context: ServerContext,
  session: Session,
  location: { plant: string; storageLocation: string },
): Promise<BooksComparison> {
  const { at, rows } = await readErpStock(context, session, location)
  const unexplained = rows.filter((row) => !isZero(row.unexplained)).length
  const differing = rows.filter((row) => !isZero(row.difference)).length
  return { at, keys: rows.length, explained: Math.max(0, differing - unexplained), unexplained }
}
