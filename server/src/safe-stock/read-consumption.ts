import { companyTimeZone, companyToday } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import { inForceSql } from './position-sql.ts'

/** Months of consumption from which quotas are proposed. */
export const historyMonths = 60

/** The consumption of a material by month, oldest first, without gaps; it ends with the last whole month. */
export interface Consumption {
  materialNo: string
  /** The first month, `yyyy-MM`. */
  firstMonth: string
  /** What was issued less what came back, in the base unit. */
  months: number[]
}

/**
 * What was issued of materials at a storage location (to consumption or customers, less what was reversed or returned), by
 * month, from the month of their first movement there on, for `historyMonths` at most. The running month is left out: it is
 * not over. What an old system issued there counts too (`legacy-document` of kind `issue`). Materials that never moved there are
 * missing. One statement, by the indexes of keys, moves and legacy issues.
 */
export async function readConsumption(
  queryable: Queryable,
  place: { companyCode: string; plant: string; storageLocation: string },
  materials: readonly string[],
): Promise<ReadonlyMap<string, Consumption>> {
  const rows = await queryable.query<{ materialNo: string; firstMonth: string; months: string[] }>(
    `with own as (
       select k.id, k.material_no from stock_key k
       where k.company_code = $1 and k.material_no = any($4::text[]) and k.plant = $2 and k.storage_location = $3
         and k.place in (select p.place from stock_place p where p.keeps_balance)
     ), moved as (
       select own.material_no, date_trunc('month', m.moved_at at time zone '${companyTimeZone}')::date as month,
         m.quantity, m.to_key as other
       from own join stock_move m on m.company_code = $1 and m.from_key = own.id
       union all
       select own.material_no, date_trunc('month', m.moved_at at time zone '${companyTimeZone}')::date, -m.quantity, m.from_key
       from own join stock_move m on m.company_code = $1 and m.to_key = own.id
     ), before as materialized (
       select d.material_no, date_trunc('month', d.document_date)::date as month, d.quantity from legacy_document d
       where d.company_code = $1 and d.kind = 'issue' and d.plant = $2 and d.storage_location = $3
         and d.material_no = any($4::text[])
     ), first as (
       select material_no, greatest(min(month), (date_trunc('month', $5::date) - interval '${historyMonths} months')::date) as month
       from (select material_no, month from moved union all select material_no, month from before) seen group by material_no
     ), issued as (
       select taken.material_no, taken.month, sum(taken.quantity) as quantity
       from (
         select moved.material_no, moved.month, moved.quantity
         from moved join stock_key o on o.company_code = $1 and o.id = moved.other and o.place in ('consumption', 'customer')
         union all
         select material_no, month, quantity from before
       ) taken
       group by taken.material_no, taken.month
     )
     select first.material_no, to_char(first.month, 'YYYY-MM') as first_month,
       array_agg(coalesce(issued.quantity, 0)::text order by s.month) as months
     from first
     cross join lateral generate_series(first.month, (date_trunc('month', $5::date) - interval '1 month')::date, interval '1 month') as s (month)
     left join issued on issued.material_no = first.material_no and issued.month = s.month::date
     group by first.material_no, first.month`,
    [
      place.companyCode,
      place.plant,
      place.storageLocation,
      [...new Set(materials)],
      companyToday(),
    ],
  )
  return new Map(
    rows.map(({ materialNo, firstMonth, months }) => [
      materialNo,
      { materialNo, firstMonth, months: months.map(Number) },
    ]),
  )
}

/**
 * The materials without a quota in force that were issued at a storage location in most months of the last year, without the
 * running one, here or by the old system, as many as asked for; within the material groups of the person. One statement.
 */
export async function materialsOfPlace(
  queryable: Queryable,
  {
    companyCode,
    plant,
    storageLocation,
  }: { companyCode: string; plant: string; storageLocation: string },
  materialGroups: readonly string[] | null,
  most: number,
): Promise<string[]> {
  const rows = await queryable.query<{ materialNo: string }>(
    `with issued as materialized (
       select m.material_no, date_trunc('month', m.moved_at at time zone '${companyTimeZone}')::date as month
       from stock_move m
         join stock_key f on f.company_code = $1 and f.id = m.from_key
         join stock_key t on t.company_code = $1 and t.id = m.to_key and t.place in ('consumption', 'customer')
       where m.company_code = $1 and m.moved_at >= ($6::date - interval '1 year') and f.plant = $2 and f.storage_location = $3
       union
       select d.material_no, date_trunc('month', d.document_date)::date from legacy_document d
       where d.company_code = $1 and d.kind = 'issue' and d.plant = $2 and d.storage_location = $3
         and d.document_date >= ($6::date - interval '1 year')::date
     )
     select i.material_no from issued i join material g on g.material_no = i.material_no
     where i.month < date_trunc('month', $6::date)
       and ($4::text[] is null or g.material_group = any($4::text[]))
       and not exists (select 1 from safe_stock_version v where v.company_code = $1 and v.plant = $2 and v.storage_location = $3
         and v.material_no = i.material_no and ${inForceSql('v')})
     group by i.material_no
     order by count(*) desc, i.material_no limit $5`,
    [companyCode, plant, storageLocation, materialGroups, most, companyToday()],
  )
  return rows.map(({ materialNo }) => materialNo)
}
