import { companyToday } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

/** The masters that say who is responsible for the quotas of a material group at a storage location. */
export type ResponsibleMaster = 'safe_stock_maintainer' | 'safe_stock_requester'

interface QuotaPlace {
  companyCode: string
  plant: string
  storageLocation: string
}

/**
 * The accounts responsible for each of these material groups at a storage location today; a group without an entry is
 * nobody's in particular. Rows without storage location or group are for all of them. One statement.
 */
export async function responsibleFor(
  queryable: Queryable,
  master: ResponsibleMaster,
  { companyCode, plant, storageLocation }: QuotaPlace,
  groups: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await queryable.query<{ materialGroup: string; accounts: string[] }>(
    `select wanted.material_group, array_agg(distinct r.account order by r.account) as accounts
     from unnest($4::text[]) as wanted (material_group)
     join ${master} r on r.company_code = $1 and r.plant = $2 and r.storage_location in ('', $3)
       and r.material_group in ('', wanted.material_group) and r.is_active and ${validOn('r', '$5::date')}
     group by wanted.material_group`,
    [companyCode, plant, storageLocation, [...new Set(groups)], companyToday()],
  )
  return new Map(rows.map(({ materialGroup, accounts }) => [materialGroup, accounts]))
}

/** The storage locations of a plant with safety stock (安全库存地点) today; empty if none are listed, so that all may have it. */
export async function listedPlaces(
  queryable: Queryable,
  companyCode: string,
  plant: string,
): Promise<string[]> {
  const rows = await queryable.query<{ storageLocation: string }>(
    `select storage_location from safe_stock_location r
     where company_code = $1 and plant = $2 and is_active and ${validOn('r', '$3::date')} order by storage_location`,
    [companyCode, plant, companyToday()],
  )
  return rows.map(({ storageLocation }) => storageLocation)
}

/** How many days a purchase for a storage location usually takes; null if that is not recorded. */
export async function leadTimeOf(
  queryable: Queryable,
  { companyCode, plant, storageLocation }: QuotaPlace,
): Promise<number | null> {
  const [row] = await queryable.query<{ leadTimeDays: number }>(
    `select lead_time_days from safe_stock_location r
     where company_code = $1 and plant = $2 and storage_location = $3 and is_active and ${validOn('r', '$4::date')}`,
    [companyCode, plant, storageLocation, companyToday()],
  )
  return row?.leadTimeDays ?? null
}
