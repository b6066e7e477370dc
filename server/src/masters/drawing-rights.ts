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
