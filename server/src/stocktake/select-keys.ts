import { addAll } from '@kufang/kernel/add-all.ts'
import type { RowOf } from '@kufang/contract/document/declare/field.ts'
import type { countPlanFields, PlannedLine } from '@kufang/contract/stocktake/count-plan.ts'
import { countClasses, type CountClass } from '@kufang/contract/system/count-parameters.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { stockScope } from '../stock/public.ts'
import { readParameter } from '../system/public.ts'

// Which stock a plan counts: within its scope, and by its type all of it, what is due, what moved, or a sample.

/** The values of a plan, by field; absent: not limited. */
export type PlanValues = Readonly<
  Pick<RowOf<typeof countPlanFields>, 'countType' | 'plant'> &
    Partial<RowOf<typeof countPlanFields>>
>

/** A key within the scope of a plan. */
export interface ScopedKey extends PlannedLine {
  plant: string
  storageLocation: string
  storageLocationName: string
  keeperName: string
  area: string
  isBeingCounted: boolean
}

/**
 * As SQL: who is responsible for areas of bins of company `$1` in plant `$2`, by storage location and area; '*' is every area
 * of it. Of several persons the first by name.
 */
const responsibleSql = `responsible as materialized (
       select r.storage_location, r.area, min(u.user_name) as user_name
       from user_bin_area r join app_user u on u.id = r.user_id and u.status = 'active'
       where r.company_code = $1 and r.plant = $2 and r.valid_to is null group by r.storage_location, r.area)`

/** As SQL: who keeps the bins of area `n.area`: who is responsible for the area, else the keeper of the storage location `s`. */
const keeperSql = `coalesce(
  (select r.user_name from responsible r where r.storage_location = s.storage_location and r.area = n.area),
  (select r.user_name from responsible r where r.storage_location = s.storage_location and r.area = '*'), s.keeper_name)`

/** The states in which an order has the stock of its lines for itself. */
const openStates = ['draft', 'counting', 'toRecount', 'differing', 'handled', 'toDirector']

/**
 * The stock in bins within the scope of the plan and of the person, in the order in which one walks through the bins, with
 * what is on an open order already. One statement.
 */
export async function readScopedKeys(
  queryable: Queryable,
  session: Session,
  companyCode: string,
  plan: PlanValues,
): Promise<ScopedKey[]> {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const company = bind(companyCode)
  const conditions = [
    `b.company_code = ${company} and b.has_stock and b.place = 'stock' and b.book = 'ERP'`,
    // What lies nowhere in the storage location is not counted there.
    `b.stock_category in ('UU', 'QI', 'BL')`,
    `b.plant = ${bind(plan.plant)}`,
  ]
  addAll(conditions, limitsOf(plan, bind, { location: 'b', bin: 'b' }))
  if (plan.materialGroup) conditions.push(`b.material_group = ${bind(plan.materialGroup)}`)
  if (plan.countType === 'cycle') conditions.push(await dueCondition(queryable, companyCode, bind))
  if (plan.countType === 'movement')
    conditions.push(`exists (select 1 from stock_balance t
      where t.company_code = b.company_code and t.plant = b.plant and t.storage_location = b.storage_location and t.bin = b.bin
        and t.last_move_at >= (${bind(plan.movedSince)}::date)::timestamp at time zone '${companyTimeZone}')`)
  const scope = stockScope(session.scope, 'b', 'b')
  conditions.push(shifted(scope.sql, values.length))
  addAll(values, scope.values)
  return queryable.query<ScopedKey>(
    `with ${responsibleSql}, being_counted as materialized (
       select h.storage_location, l.bin, l.material_no, coalesce(l.batch, '') as batch, coalesce(l.stock_category, 'UU') as stock_category,
         coalesce(l.special_stock, '') as special_stock, coalesce(l.special_stock_reference, '') as special_stock_reference
       from stocktaking h join stocktaking_line l on l.company_code = h.company_code and l.document_id = h.id
       where h.company_code = ${company} and h.plant = $2 and h.state = any(${bind(openStates)}))
     select b.plant, b.storage_location, s.name as storage_location_name, ${keeperSql} as keeper_name, coalesce(n.area, '') as area,
       b.material_no, coalesce(m.description, '') as description, b.bin, b.batch, b.stock_category, b.special_stock,
       b.special_stock_reference, coalesce(m.abc_class, '') as abc_class, d.counted_at as last_counted_at,
       exists (select 1 from being_counted c where c.storage_location = b.storage_location and c.bin = b.bin
         and c.material_no = b.material_no and c.batch = b.batch and c.stock_category = b.stock_category
         and c.special_stock = b.special_stock and c.special_stock_reference = b.special_stock_reference) as is_being_counted
     from stock_balance b
     join storage_location s on s.company_code = b.company_code and s.plant = b.plant and s.storage_location = b.storage_location
     left join bin n on n.company_code = b.company_code and n.plant = b.plant and n.storage_location = b.storage_location and n.bin = b.bin
     left join material m on m.material_no = b.material_no
     left join stock_count_date d on d.company_code = b.company_code and d.key_id = b.key_id
     where ${conditions.join('\n       and ')}
     order by b.storage_location, coalesce(n.area, ''), n.aisle, n.rack, n.level, n.position, b.bin, b.material_no, b.batch,
       b.stock_category, b.special_stock, b.special_stock_reference`,
    values,
  )
}

/** A bin without stock in the books. */
export interface EmptyBin {
  storageLocation: string
  area: string
  bin: string
}

/**
 * The bins for storage within the scope of an annual count in which the books have nothing, in their order. Of other counts,
 * and of those of a material group, none. One statement at most.
 */
export async function readEmptyBins(
  queryable: Queryable,
  session: Session,
  companyCode: string,
  plan: PlanValues,
): Promise<EmptyBin[]> {
  const { materialGroups } = session.scope
  if (plan.countType !== 'annual' || plan.materialGroup || materialGroups !== null) return []
  const values: unknown[] = [companyCode, plan.plant]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = limitsOf(plan, bind, { location: 'n', bin: 'n' })
  const scope = stockScope(session.scope, 'n', 'n')
  conditions.push(shifted(scope.sql, values.length))
  addAll(values, scope.values)
  return queryable.query<EmptyBin>(
    `with ${responsibleSql}
     select n.storage_location, n.area, n.bin
     from bin n
     join storage_location s on s.company_code = n.company_code and s.plant = n.plant and s.storage_location = n.storage_location
     where n.company_code = $1 and n.plant = $2 and n.is_active and n.purpose = 'storage'
       and not exists (select 1 from stock_balance b where b.company_code = n.company_code and b.plant = n.plant
         and b.storage_location = n.storage_location and b.bin = n.bin and b.has_stock)
       and ${conditions.join(' and ')}
     order by n.storage_location, n.area, n.bin`,
    values,
  )
}

/** What the scope limits besides the plant; the aliases have storage location, and bin. */
function limitsOf(
  plan: PlanValues,
  bind: (value: unknown) => string,
  of: { location: string; bin: string },
): string[] {
  const limits: [unknown, string][] = [
    [plan.storageLocation, `${of.location}.storage_location =`],
    [plan.keeperName, `${keeperSql} =`],
    [plan.area, 'n.area ='],
    [plan.binFrom, `${of.bin}.bin >=`],
    [plan.binTo, `${of.bin}.bin <=`],
  ]
  return limits.flatMap(([value, comparison]) =>
    value === null || value === undefined || value === '' ? [] : [`${comparison} ${bind(value)}`],
  )
}

/** Stock whose last count is longer ago than its class permits, or that was never counted. */
async function dueCondition(
  queryable: Queryable,
  companyCode: string,
  bind: (value: unknown) => string,
): Promise<string> {
  const days = new Map<CountClass, number>()
  for (const one of Object.keys(countClasses) as CountClass[])
    // oxlint-disable-next-line no-await-in-loop -- four classes, from the memory of the process
    days.set(one, await readParameter(queryable, `stocktake.cycleDays${one}`, { companyCode }))
  const [a, b, c] = (['A', 'B', 'C'] as const).map((one) => bind(days.get(one)))
  const other = bind(days.get('Other'))
  return `(d.counted_at is null or (d.counted_at at time zone '${companyTimeZone}')::date
    + (case m.abc_class when 'A' then ${a} when 'B' then ${b} when 'C' then ${c} else ${other} end)::integer
      <= (now() at time zone '${companyTimeZone}')::date)`
}

/** A condition with its parameters numbered after those that are there. */
export const shifted = (sql: string, by: number): string =>
  sql.replaceAll(/\$(\d+)/g, (_match, number: string) => `$${Number(number) + by}`)
