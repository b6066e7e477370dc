import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { sharedStockQuery } from '@kufang/contract/stock/shared-stock-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { materialsWithWord } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import {
  freeOfRows,
  isFreeToShare,
  keptBackOf,
  sharingCompanies,
  toShare,
} from '../safe-stock/public.ts'

/** Sorted, grouped or totalled are so many storage locations of materials at most. */
const gatheredMax = 10_000

/**
 * Whose stock a person sees as shared: that of others; whoever belongs to several companies sees them all, and whoever
 * belongs to none is not of the group and sees nothing.
 */
async function companiesSeen(queryable: Queryable, { scope }: Session): Promise<readonly string[]> {
  const own = scope.companyCodes
  if (own.length === 0) return []
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
      from stock_balance b where ${isFreeToShare}
      group by b.company_code, b.material_no, b.plant, b.storage_location
      having ${freeOfRows} > 0
    ) f
    ${keptBackOf('f.company_code')}
    join material m on m.material_no = f.material_no and m.is_active and m.criticality <> 'A'
    left join storage_location s on s.company_code = f.company_code and s.plant = f.plant
      and s.storage_location = f.storage_location`,
  where: `${toShare} > 0`,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `search_form(f.material_no) like ${pattern} or search_form(m.description) like ${pattern} or search_form(m.specification) like ${pattern}`
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
    wanted.length === 1 && firstOf(wanted).field === 'materialNo'
      ? (['materialNo', 'plant', 'storageLocation'] as const).map((field) => ({
          field,
          direction: firstOf(wanted).direction,
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
       where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.material_no = $4 and ${isFreeToShare}
       group by b.company_code, b.material_no, b.plant, b.storage_location
     ) f
     ${keptBackOf('$1')}`,
    [of.companyCode, of.plant, of.storageLocation, of.materialNo],
  )
  return found?.free ?? zeroQuantity
}
