import type { Place } from '../document/testing/ground.ts'
import type { Queryable } from '../platform/database/database.ts'

/** Gives a storage location a safety stock of a material in place of the one in force, without the document for it. */
export async function keepSafetyStock(
  queryable: Queryable,
  { companyCode, plant, storageLocation }: Place,
  materialNo: string,
  safetyStock: number,
): Promise<void> {
  await queryable.query(
    `update safe_stock_version set revoked_at = now()
     where company_code = $1 and plant = $2 and storage_location = $3 and material_no = $4`,
    [companyCode, plant, storageLocation, materialNo],
  )
  await queryable.query(
    `insert into safe_stock_version (company_code, document_id, line_no, document_no, plant, storage_location, material_no,
       valid_from, safety_stock, minimum_quantity, reorder_point, maximum_quantity, lead_time_days, criticality, quota_basis,
       maintained_by_name, approved_by_name, approved_at)
     values ($1, gen_random_uuid(), 1, 'AK1', $2, $3, $4, current_date - 1, $5, $5, $5, $5, 10, 'B', 'consumption', '甲', '乙', now())`,
    [companyCode, plant, storageLocation, materialNo, safetyStock],
  )
}
