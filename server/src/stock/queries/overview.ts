import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/session/session.ts'
import { createParameters } from '../parameters.ts'
import { buildScopeCondition } from './scope.ts'

/** Maximum number of storage locations, those with the most items. */
const placesMax = 10
const days = 30

/** The number of stock items (a batch of a material in a bin) in a storage location. */
export interface StockPlace {
  companyCode: string
  plant: string
  storageLocation: string
  items: number
}

/** Moves into and out of the warehouse per day, counted by line; reversals are subtracted. */
export interface StockDay {
  day: string
  inward: number
  outward: number
}

/** Stock overview for the home page. Quantities of different units are never summed. */
export interface StockOverview {
  places: StockPlace[]
  /** Days without moves are omitted. */
  days: StockDay[]
}

interface Read extends StockPlace, StockDay {
  kind: 'place' | 'day'
}

/**
 * Stock items per storage location and moves into and out of the warehouse in the last 30 days, within the scope. One
 * statement: storage locations by the place index, moves by the time index.
 */
export async function readStockOverview(
  queryable: Queryable,
  scope: Scope,
  now: Date,
): Promise<StockOverview> {
  const parameters = createParameters()
  const since = parameters.add(new Date(now.getTime() - days * 86_400_000))
  const zone = parameters.add(companyTimeZone)
  const allowed = buildScopeCondition(scope, 'b', parameters)
  const companies = parameters.add(scope.companyCodes)
  const one = 'case when m.reverses is null then 1 else 0 end'
  const takenOff = 'case when m.reverses is null then 0 else -1 end'
  /** Moves with exactly one end in the warehouse. */
  const crossing = (inside: string, outside: string, counts: string): string => `
    select m.moved_at, ${counts}
    from stock_move m
    join stock_balance b on b.company_code = m.company_code and b.key_id = m.${inside}
    join stock_key o on o.company_code = m.company_code and o.id = m.${outside}
    join stock_place p on p.place = o.place and not p.keeps_balance
    where m.company_code = any(${companies}::text[]) and m.moved_at >= ${since}::timestamptz and ${allowed}`
  const rows = await queryable.query<Read>(
    `with place as (
      select b.company_code, b.plant, b.storage_location, count(*) as items
      from stock_balance b where b.has_stock and ${allowed}
      group by b.company_code, b.plant, b.storage_location
      order by items desc, b.company_code, b.plant, b.storage_location limit ${placesMax}
    ), crossing as (
      ${crossing('to_key', 'from_key', `${one} as inward, ${takenOff} as outward`)}
      union all ${crossing('from_key', 'to_key', `${takenOff} as inward, ${one} as outward`)}
    )
    select 'place' as kind, company_code, plant, storage_location, items::int,
      null::date as day, 0 as inward, 0 as outward from place
    union all
    select 'day', '', '', '', 0, (moved_at at time zone ${zone}::text)::date as day,
      sum(inward)::int, sum(outward)::int from crossing group by 6
    order by kind, day, items desc`,
    parameters.values,
  )
  return {
    places: rows
      .filter((row) => row.kind === 'place')
      .map(({ companyCode, plant, storageLocation, items }) => ({
        companyCode,
        plant,
        storageLocation,
        items,
      })),
    days: rows
      .filter((row) => row.kind === 'day')
      .map(({ day, inward, outward }) => ({ day, inward, outward })),
  }
}
