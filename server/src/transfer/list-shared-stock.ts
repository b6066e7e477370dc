import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { sharedStockQuery } from '@kufang/contract/stock/shared-stock-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { materialsWithWord } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { inForceSql } from '../safe-stock/public.ts'
import { readParameter } from '../system/public.ts'

/** Sorted, grouped or totalled are so many storage locations of materials at most. */
const gatheredMax = 10_000

const today = `(now() at time zone '${companyTimeZone}')::date`

/** SQL of an alias `b` of stock_balance: unrestricted own stock in a bin, of no held place and no expired batch. */
const isFree = `b.has_stock and b.place = 'stock' and b.book = 'ERP' and b.stock_category = 'UU' and b.special_stock = ''
  and not b.is_held and not exists (select 1 from batch t where t.company_code = b.company_code
    and t.material_no = b.material_no and t.batch = b.batch and t.expiry_date < ${today})`

/** SQL of an alias `b` of stock_balance: how much of its rows nothing has taken. */
const freeOfRows = 'sum(b.quantity - b.reserved - b.frozen)'

/**
 * SQL after `f` (company_code, material_no, plant, storage_location, free): the safety stock in force there and in the whole
 * plant, and what the plant has free if others of its storage locations have safety stock that may lie elsewhere.
 */
const keptBack = `cross join lateral (
      select coalesce(sum(v.safety_stock) filter (where v.storage_location = f.storage_location), 0) as kept_here,
        coalesce(sum(v.safety_stock), 0) as kept_of_plant
      from safe_stock_version v
      where v.company_code = f.company_code and v.material_no = f.material_no and v.plant = f.plant and ${inForceSql('v')}
    ) safety
    cross join lateral (
      select ${freeOfRows} as free from stock_balance b
      where b.company_code = f.company_code and b.material_no = f.material_no and b.plant = f.plant and ${isFree}
        and kept_of_plant > kept_here
    ) owned`

/**
 * SQL beside `keptBack`: what may go without touching the owner's safety stock. A location gives what it has beyond its own,
 * and its plant all in all no more than what it has beyond that of all its locations.
 */
const toShare = 'greatest(least(f.free - kept_here, owned.free - kept_of_plant), 0)'

/** The active companies that share their stock; the parameters are in the memory of the process. One statement. */
async function sharingCompanies(queryable: Queryable): Promise<string[]> {
  const all = await queryable.query<{ companyCode: string }>(
    'select company_code from company where is_active order by company_code',
  )
  const shared: string[] = []
  for (const { companyCode } of all)
    if ((await readParameter(queryable, 'stock.sharing', { companyCode })) === 'shared')
      shared.push(companyCode)
  return shared
}

/** Whose stock a person sees as shared: that of others; whoever belongs to several companies sees them all. */
async function companiesSeen(queryable: Queryable, { scope }: Session): Promise<readonly string[]> {
  const own = scope.companyCodes
  const sharing = await sharingCompanies(queryable)
  return own.length === 1 ? sharing.filter((companyCode) => companyCode !== own[0]) : sharing
}

/**
 * What companies share, by material and storage location, without the safety stock of the owner. Companies are those that
 * share, not those of the person; of a person's scope only the material groups count, and suppliers see nothing.
 */
export const sharedStockList = bindQuery(sharedStockQuery, {
  from: `(
      select b.company_code, b.material_no, b.plant, b.storage_location, ${freeOfRows} as free
      from stock_balance b where ${isFree}
      group by b.company_code, b.material_no, b.plant, b.storage_location
      having ${freeOfRows} > 0
    ) f
    ${keptBack}
    join material m on m.material_no = f.material_no and m.is_active and m.criticality <> 'A'
    left join storage_location s on s.company_code = f.company_code and s.plant = f.plant
      and s.storage_location = f.storage_location`,
  where: `${toShare} > 0`,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `f.material_no ilike ${pattern} or m.description ilike ${pattern} or m.specification ilike ${pattern}`
      : `f.material_no in (${materialsWithWord(pattern, indexed)})`,
  columns: {
    companyCode: filled('f.company_code'),
    materialNo: filled('f.material_no'),
    plant: filled('f.plant'),
    storageLocation: filled('f.storage_location'),
    freeQuantity: filled(toShare),
    description: 'm.description',
    specification: 'm.specification',
    manufacturer: 'm.manufacturer',
    materialGroup: 'm.material_group',
    unit: 'm.unit',
    storageLocationName: 's.name',
    keeperName: 's.keeper_name',
    address: 's.address',
    isOwn: ({ scope }) =>
      `f.company_code in (${scope.companyCodes.map((code) => `'${code.replaceAll("'", "''")}'`).join(', ') || "''"})`,
  },
  companiesOf: companiesSeen,
  scope: ({ scope }) => {
    if (scope.supplierNo !== null) return { sql: 'false', values: [] }
    if (scope.materialGroups === null) return { sql: 'true', values: [] }
    return { sql: 'm.material_group = any($1::text[])', values: [scope.materialGroups] }
  },
  order: (wanted) =>
    wanted.length === 1 && wanted[0]!.field === 'materialNo'
      ? (['materialNo', 'plant', 'storageLocation'] as const).map((field) => ({
          field,
          direction: wanted[0]!.direction,
        }))
      : [...wanted],
  gathered: { rowsMax: gatheredMax, inOrderOf: ['materialNo'] },
})

/**
 * How much of a material a storage location of a company has to share now, without its owner's safety stock; zero of what is
 * not shared. Two statements.
 */
export async function freeToShare(
  queryable: Queryable,
  of: { companyCode: string; plant: string; storageLocation: string; materialNo: string },
): Promise<Quantity> {
  if (!(await sharingCompanies(queryable)).includes(of.companyCode)) return zeroQuantity
  const [found] = await queryable.query<{ free: Quantity | null }>(
    `select ${toShare} as free
     from (
       select b.company_code, b.material_no, b.plant, b.storage_location, ${freeOfRows} as free
       from stock_balance b join material m on m.material_no = b.material_no and m.is_active and m.criticality <> 'A'
       where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.material_no = $4 and ${isFree}
       group by b.company_code, b.material_no, b.plant, b.storage_location
     ) f
     ${keptBack}`,
    [of.companyCode, of.plant, of.storageLocation, of.materialNo],
  )
  return found?.free ?? zeroQuantity
}
