import type { FirstStock } from '@kufang/contract/stock/stock-first.ts'
import type { SharedPlace } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import { stockCandidates, type WantedGoods } from '../stock/public.ts'
import { readParameter } from '../system/public.ts'
import { inForceSql, todaySql } from './position-sql.ts'

// What companies share of their stock: free, not critical, and beyond their own safety stock (spec domain.md 1.5 and
// section 3). The list of shared stock, what may be asked for, and what is offered before goods are bought are all read by it.

/** SQL of an alias `b` of stock_balance: unrestricted own stock in a bin, of no held place and no expired batch. */
export const isFreeToShare = `b.has_stock and b.place = 'stock' and b.book = 'ERP' and b.stock_category = 'UU' and b.special_stock = ''
  and not b.is_held and not exists (select 1 from batch t where t.company_code = b.company_code
    and t.material_no = b.material_no and t.batch = b.batch and t.expiry_date < ${todaySql})`

/** SQL of an alias `b` of stock_balance: how much of its rows nothing has taken. */
export const freeOfRows = 'sum(b.quantity - b.reserved - b.frozen)'

/**
 * SQL after `f` (company_code, material_no, plant, storage_location, free): the safety stock in force there and in the whole
 * plant, and what the plant has free if others of its storage locations have safety stock that may lie elsewhere.
 * @param company the company as SQL: a statement about one of them names the parameter, so that Citus reads one machine
 */
export const keptBackOf = (company: string): string => `cross join lateral (
      select coalesce(sum(v.safety_stock) filter (where v.storage_location = f.storage_location), 0) as kept_here,
        coalesce(sum(v.safety_stock), 0) as kept_of_plant
      from safe_stock_version v
      where v.company_code = ${company} and v.material_no = f.material_no and v.plant = f.plant and ${inForceSql('v')}
    ) safety
    cross join lateral (
      select ${freeOfRows} as free from stock_balance b
      where b.company_code = ${company} and b.material_no = f.material_no and b.plant = f.plant and ${isFreeToShare}
        and kept_of_plant > kept_here
    ) owned`

/**
 * SQL beside `keptBackOf`: what may go without touching the owner's safety stock. A location gives what it has beyond its own,
 * and its plant all in all no more than what it has beyond that of all its locations.
 */
export const toShare = 'greatest(least(f.free - kept_here, owned.free - kept_of_plant), 0)'

/** The active companies that share their stock; the parameters are in the memory of the process. One statement. */
export async function sharingCompanies(queryable: Queryable): Promise<string[]> {
  const all = await queryable.query<{ companyCode: string }>(
    'select company_code from company where is_active order by company_code',
  )
  const shared: string[] = []
  for (const { companyCode } of all)
    if ((await readParameter(queryable, 'stock.sharing', { companyCode })) === 'shared')
      shared.push(companyCode)
  return shared
}

/**
 * What these other companies share of wanted goods; one statement. Nothing but place and quantity is told: amounts and
 * holders are the other company's own matter.
 * @param places the storage locations that the unit is shown (`sharedPlacesOf`); null: all of these companies
 */
export async function readSharedStock(
  queryable: Queryable,
  companyCodes: readonly string[],
  wanted: readonly WantedGoods[],
  places: readonly SharedPlace[] | null,
): Promise<FirstStock[]> {
  if (wanted.length === 0 || companyCodes.length === 0) return []
  return queryable.query<FirstStock>(
    `with ${stockCandidates}
     select f.line_no, f.is_equivalent, f.company_code, f.plant, f.storage_location, f.material_no,
       coalesce(s.name, '') as storage_location_name, coalesce(s.keeper_name, '') as keeper_name,
       m.description, m.specification, m.manufacturer, m.unit, ${toShare} as available, 0::numeric as held,
       '[]'::json as holders, null::text as last_issued_on, false as is_dead
     from (
       select c.line_no, c.is_equivalent, b.company_code, b.plant, b.storage_location, b.material_no, ${freeOfRows} as free
       from candidate c
       join stock_balance b on b.company_code = any($1::text[]) and b.material_no = c.material_no and ${isFreeToShare}
       where $4::text[] is null or b.company_code || '/' || b.plant || '/' || b.storage_location = any($4)
       group by c.line_no, c.is_equivalent, b.company_code, b.plant, b.storage_location, b.material_no
       having ${freeOfRows} > 0
     ) f
     ${keptBackOf('f.company_code')}
     join material m on m.material_no = f.material_no and m.criticality <> 'A'
     left join storage_location s on s.company_code = f.company_code and s.plant = f.plant
       and s.storage_location = f.storage_location
     where ${toShare} > 0
     order by f.line_no, f.is_equivalent, available desc, f.company_code, f.plant, f.storage_location, f.material_no`,
    [
      companyCodes,
      wanted.map(({ lineNo }) => lineNo),
      wanted.map(({ materialNo }) => materialNo),
      places?.map((one) => `${one.companyCode}/${one.plant}/${one.storageLocation}`) ?? null,
    ],
  )
}
