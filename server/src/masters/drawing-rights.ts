import { companyToday } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

/**
 * Whether a picking unit may request goods from a storage location (领料单位与库存地点, 领料单位公司工厂关系): if the unit has live
 * rows, only from those places and plants; otherwise from all of its company. Never for an unknown or disabled unit.
 */
export async function mayDrawFrom(
  queryable: Queryable,
  companyCode: string,
  pickingUnit: string,
  plant: string,
  storageLocation: string,
): Promise<boolean> {
  const [row] = await queryable.query<{ may: boolean }>(
    `select exists (select 1 from picking_unit where company_code = $1 and picking_unit = $2 and is_active)
       and (exists (select 1 from picking_unit_storage_location r
              where r.company_code = $1 and r.picking_unit = $2 and r.plant = $3 and r.storage_location = $4 and r.is_active
                and ${validOn('r', '$5::date')})
         or not exists (select 1 from picking_unit_storage_location r
              where r.company_code = $1 and r.picking_unit = $2 and r.is_active and ${validOn('r', '$5::date')}))
       and (exists (select 1 from picking_unit_plant r
              where r.company_code = $1 and r.picking_unit = $2 and r.plant = $3 and r.is_active and ${validOn('r', '$5::date')})
         or not exists (select 1 from picking_unit_plant r
              where r.company_code = $1 and r.picking_unit = $2 and r.is_active and ${validOn('r', '$5::date')})) as may`,
    [companyCode, pickingUnit, plant, storageLocation, companyToday()],
  )
  return row?.may === true
}

/** A storage location of another company. */
export interface SharedPlace {
  companyCode: string
  plant: string
  storageLocation: string
}

/**
 * The storage locations of other companies whose shared stock a picking unit is shown (领料单位与库存地点(跨公司)); null for a
 * unit without live rows, which is shown all that is shared. One statement.
 */
export async function sharedPlacesOf(
  queryable: Queryable,
  companyCode: string,
  pickingUnit: string,
): Promise<SharedPlace[] | null> {
  const places = await queryable.query<SharedPlace & Record<string, unknown>>(
    `select r.owner_company_code as company_code, r.plant, r.storage_location from picking_unit_cross_location r
     where r.company_code = $1 and r.picking_unit = $2 and r.is_active and ${validOn('r', '$3::date')}
     order by r.owner_company_code, r.plant, r.storage_location`,
    [companyCode, pickingUnit, companyToday()],
  )
  return places.length === 0 ? null : places
}
