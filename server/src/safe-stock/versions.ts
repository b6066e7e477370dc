import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { inForceSql } from './position-sql.ts'

/** Where quotas are kept. */
export interface QuotaPlace {
  companyCode: string
  plant: string
  storageLocation: string
}

/** A quota that was approved. */
export interface QuotaVersion {
  lineNo: number
  materialNo: string
  materialGroup: string
  safetyStock: Quantity
  minimumQuantity: Quantity
  reorderPoint: Quantity
  maximumQuantity: Quantity
  leadTimeDays: number
  criticality: string
  safetyStockAmount: Money | null
  maximumAmount: Money | null
}

/**
 * Lets one transaction at a time change or ask for the quotas of a storage location, so that versions do not overlap and
 * nothing is asked for twice.
 */
export async function lockQuotas(tx: Transaction, place: QuotaPlace): Promise<void> {
  const { companyCode, plant, storageLocation } = place
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `quota/${companyCode}/${plant}/${storageLocation}`,
  ])
}

/** The safety stock in force today, by material. One statement. */
export async function readQuotasInForce(
  queryable: Queryable,
  place: QuotaPlace,
  materials: readonly string[],
): Promise<ReadonlyMap<string, Quantity>> {
  const rows = await queryable.query<{ materialNo: string; safetyStock: Quantity }>(
    `select v.material_no, v.safety_stock from safe_stock_version v
     where v.company_code = $1 and v.plant = $2 and v.storage_location = $3 and v.material_no = any($4::text[]) and ${inForceSql('v')}`,
    [place.companyCode, place.plant, place.storageLocation, [...materials]],
  )
  return new Map(rows.map(({ materialNo, safetyStock }) => [materialNo, safetyStock]))
}

/** Ends each version the day before the next one of its material begins. One statement. */
async function joinPeriods(
  tx: Transaction,
  place: QuotaPlace,
  materials: readonly string[],
): Promise<void> {
  await tx.query(
    `update safe_stock_version v set valid_to = n.ends
     from (select document_id, line_no,
             lead(valid_from) over (partition by material_no order by valid_from, approved_at, document_id) - 1 as ends
           from safe_stock_version
           where company_code = $1 and plant = $2 and storage_location = $3 and material_no = any($4::text[]) and revoked_at is null) n
     where v.company_code = $1 and v.document_id = n.document_id and v.line_no = n.line_no and v.valid_to is distinct from n.ends`,
    [place.companyCode, place.plant, place.storageLocation, [...materials]],
  )
}

/** Adds the versions of an approved document; the ones before end the day before. Two statements. */
export async function addVersions(
  tx: Transaction,
  place: QuotaPlace,
  document: {
    id: string
    docNo: string
    validFrom: LocalDate
    quotaBasis: string
    maintainedByName: string
    approvedByName: string
    now: Date
  },
  versions: readonly QuotaVersion[],
): Promise<void> {
  const rows = versions.map((version) => ({ ...version }))
  await tx.query(
    `insert into safe_stock_version (company_code, document_id, line_no, document_no, plant, storage_location, material_no, material_group,
       valid_from, safety_stock, minimum_quantity, reorder_point, maximum_quantity, lead_time_days, criticality, quota_basis,
       safety_stock_amount, maximum_amount, maintained_by_name, approved_by_name, approved_at)
     select $1, $2, n."lineNo", $3, $4, $5, n."materialNo", n."materialGroup", $6, n."safetyStock", n."minimumQuantity",
       n."reorderPoint", n."maximumQuantity", n."leadTimeDays", n."criticality", $7, n."safetyStockAmount", n."maximumAmount", $8, $9, $10
     from jsonb_to_recordset($11::jsonb) as n ("lineNo" integer, "materialNo" text, "materialGroup" text, "safetyStock" numeric,
       "minimumQuantity" numeric, "reorderPoint" numeric, "maximumQuantity" numeric, "leadTimeDays" integer, "criticality" text,
       "safetyStockAmount" numeric, "maximumAmount" numeric)`,
    [
      place.companyCode,
      document.id,
      document.docNo,
      place.plant,
      place.storageLocation,
      document.validFrom,
      document.quotaBasis,
      document.maintainedByName,
      document.approvedByName,
      document.now,
      JSON.stringify(rows),
    ],
  )
  await joinPeriods(
    tx,
    place,
    versions.map(({ materialNo }) => materialNo),
  )
}

/** Revokes the versions of a document; the ones before count on. Two statements. */
export async function revokeVersions(
  tx: Transaction,
  place: QuotaPlace,
  documentId: string,
  materials: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `update safe_stock_version set revoked_at = $3 where company_code = $1 and document_id = $2`,
    [place.companyCode, documentId, now],
  )
  await joinPeriods(tx, place, materials)
}
