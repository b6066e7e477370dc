import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { provided } from '../document/effects/provided.ts'

/** Today in the time zone of the companies, as SQL. */
export const todaySql = `(now() at time zone '${companyTimeZone}')::date`

/** SQL condition: the version of this alias counts today. */
export const inForceSql = (alias: string): string =>
  `${alias}.revoked_at is null and ${alias}.valid_from <= ${todaySql} and (${alias}.valid_to is null or ${alias}.valid_to >= ${todaySql})`

/**
 * SQL condition: a line of an ERP document or delivery note is for the place of version `v`. One that names no storage
 * location counts where the material has its only quota in the plant, and nowhere if it has several, so that nothing is
 * reckoned twice.
 */
export const isForQuota = (company: string, plant: string, storageLocation: string): string =>
  `${plant} = v.plant and (${storageLocation} = v.storage_location or (${storageLocation} = '' and not exists (
        select 1 from safe_stock_version o
        where o.company_code = ${company} and o.material_no = v.material_no and o.plant = v.plant
          and o.storage_location <> v.storage_location and ${inForceSql('o')})))`

/** As SQL: the `quantity` of goods under way to the place of version `v`, in the company that is named as SQL. */
type Coming = (company: string) => string

/** The area of deliveries lies above this one. */
export const { provide: provideComing, use: coming } = provided<Coming>('what is coming')

/**
 * The FROM clause of versions `v` with what the product knows of the stock of each: `stock` (free, reserved, inspection,
 * blocked), `ordered`, `coming`, `planned` and `asked` (each `quantity`). Own and consigned stock count, project and sales
 * order stock belong to somebody. Each part is found by an index of the material.
 * @param company the company as SQL: a statement about one of them names the parameter, so that Citus reads one machine
 */
export const positionFrom = (company: string): string => `safe_stock_version v
  join material m on m.material_no = v.material_no
  cross join lateral (
    select
      coalesce(sum(b.quantity - b.reserved - b.frozen) filter (where b.stock_category = 'UU' and not b.is_held), 0) as free,
      coalesce(sum(b.reserved) filter (where b.stock_category = 'UU'), 0) as reserved,
      coalesce(sum(b.quantity) filter (where b.stock_category in ('QI', 'GRB')), 0) as inspection,
      coalesce(sum(case when b.stock_category = 'BL' then b.quantity when b.stock_category <> 'UU' then 0
        when b.is_held then b.quantity - b.reserved else b.frozen end), 0) as blocked
    from stock_balance b
    where b.company_code = ${company} and b.material_no = v.material_no and b.plant = v.plant
      and b.storage_location = v.storage_location and b.has_stock and b.place = 'stock' and b.book = 'ERP'
      and b.special_stock in ('', 'K')
  ) stock
  cross join lateral (
    select coalesce(sum(l.open_quantity), 0) as quantity
    from purchase_order_line l join purchase_order h on h.company_code = l.company_code and h.id = l.document_id
    where l.company_code = ${company} and l.material_no = v.material_no and l.open_quantity > 0
      and l.is_completed is not true and l.is_deleted is not true
      and coalesce(l.receipt_obstacle, 'notReleased') = 'notReleased' and coalesce(l.special_stock, '') in ('', 'K')
      and ${isForQuota(company, `coalesce(nullif(l.plant, ''), h.plant)`, `coalesce(nullif(l.storage_location, ''), h.storage_location)`)}
  ) ordered
  cross join lateral (
    select coalesce(sum(c.quantity), 0) as quantity from (${coming()(company)}) c
  ) coming
  cross join lateral (
    select coalesce(sum(l.open_quantity), 0) as quantity
    from reservation_line l join reservation h on h.company_code = l.company_code and h.id = l.document_id
    where l.company_code = ${company} and l.material_no = v.material_no and l.open_quantity > 0
      and l.is_completed is not true and l.is_deleted is not true and l.is_movement_allowed is not false
      and coalesce(l.special_stock, '') in ('', 'K')
      and ${isForQuota(company, `coalesce(nullif(l.plant, ''), h.plant)`, `coalesce(nullif(l.storage_location, ''), h.storage_location)`)}
  ) planned
  cross join lateral (
    select coalesce(sum(a.quantity), 0) as quantity from (
      select l.quantity from replenishment_request_line l
        join replenishment_request h on h.company_code = l.company_code and h.id = l.document_id
      where l.company_code = ${company} and l.material_no = v.material_no and h.state = 'requested'
        and h.plant = v.plant and h.storage_location = v.storage_location
      union all
      -- Until it is ordered, also if the supplier has announced it before.
      select l.quantity - coalesce(l.ordered_quantity, 0) from purchase_request_line l
        join purchase_request h on h.company_code = l.company_code and h.id = l.document_id
      where l.company_code = ${company} and l.material_no = v.material_no and l.quantity > coalesce(l.ordered_quantity, 0)
        and l.is_completed is not true and l.is_deleted is not true
        and ${isForQuota(company, `coalesce(nullif(l.plant, ''), h.plant)`, `coalesce(nullif(l.storage_location, ''), h.storage_location)`)}
    ) a
  ) asked`

/** What covers the target: unrestricted + inspection + on order + under way − reserved (spec domain.md 1.4), and what is asked for. */
export const coveredSql =
  '(stock.free + stock.inspection + ordered.quantity + coming.quantity - planned.quantity + asked.quantity)'

/** What is missing to the target. */
export const missingSql = `greatest(v.maximum_quantity - ${coveredSql}, 0)`
