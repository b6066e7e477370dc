import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { sharedStockQuery } from '@kufang/contract/stock/shared-stock-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { materialsWithWord } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { readParameter } from '../system/public.ts'

/** Sorted, grouped or totalled are so many storage locations of materials at most. */
const gatheredMax = 10_000

const today = `(now() at time zone '${companyTimeZone}')::date`

/** SQL of an alias `b` of stock_balance: unrestricted own stock in a bin, of no held place and no expired batch. */
const isFree = `b.has_stock and b.place = 'stock' and b.book = 'ERP' and b.stock_category = 'UU' and b.special_stock = ''
  and not b.is_held and not exists (select 1 from batch t where t.company_code = b.company_code
    and t.material_no = b.material_no and t.batch = b.batch and t.expiry_date < ${today})`

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
 * What companies share, by material and storage location. Companies are those that share, not those of the person; of a
 * person's scope only the material groups count, and suppliers see nothing.
 */
export const sharedStockList = bindQuery(sharedStockQuery, {
  from: `(
      select b.company_code, b.material_no, b.plant, b.storage_location, sum(b.quantity - b.reserved - b.frozen) as free
      from stock_balance b where ${isFree}
      group by b.company_code, b.material_no, b.plant, b.storage_location
      having sum(b.quantity - b.reserved - b.frozen) > 0
    ) f
    join material m on m.material_no = f.material_no and m.is_active and m.criticality <> 'A'
    left join storage_location s on s.company_code = f.company_code and s.plant = f.plant
      and s.storage_location = f.storage_location`,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `f.material_no ilike ${pattern} or m.description ilike ${pattern} or m.specification ilike ${pattern}`
      : `f.material_no in (${materialsWithWord(pattern, indexed)})`,
  columns: {
    companyCode: filled('f.company_code'),
    materialNo: filled('f.material_no'),
    plant: filled('f.plant'),
    storageLocation: filled('f.storage_location'),
    freeQuantity: filled('f.free'),
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

/** How much of a material a storage location of a company has to share now; zero of what is not shared. Two statements. */
export async function freeToShare(
  queryable: Queryable,
  of: { companyCode: string; plant: string; storageLocation: string; materialNo: string },
): Promise<Quantity> {
  if (!(await sharingCompanies(queryable)).includes(of.companyCode)) return zeroQuantity
  const [found] = await queryable.query<{ free: Quantity | null }>(
    `select sum(b.quantity - b.reserved - b.frozen) as free
     from stock_balance b join material m on m.material_no = b.material_no and m.is_active and m.criticality <> 'A'
     where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.material_no = $4 and ${isFree}`,
    [of.companyCode, of.plant, of.storageLocation, of.materialNo],
  )
  return found?.free ?? zeroQuantity
}
