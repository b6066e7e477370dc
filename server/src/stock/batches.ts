import type { Queryable } from '../platform/database/database.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'

/** Data of a batch; missing fields leave the recorded values unchanged. */
export interface BatchFacts {
  materialNo: string
  batch: string
  expiryDate?: LocalDate | null | undefined
  productionDate?: LocalDate | null | undefined
  heatNo?: string | undefined
  mtcNo?: string | undefined
  /** Kept from the first receipt; later receipts do not change it. */
  firstReceivedAt?: Date | undefined
}

/** Inserts or updates batches in one statement; of several entries of a batch the last counts. */
export async function upsertBatches(
  queryable: Queryable,
  companyCode: string,
  given: readonly BatchFacts[],
): Promise<void> {
  if (given.length === 0) return
  const batches = [...Map.groupBy(given, ({ materialNo, batch }) => `${materialNo}/${batch}`)].map(
    ([, entries]) => entries.at(-1)!,
  )
  // Sorted, so that two documents recording the same batches cannot deadlock.
  await queryable.query(
    `insert into batch as b (company_code, material_no, batch, expiry_date, production_date, heat_no, mtc_no,
      first_received_at)
    select $1, * from unnest($2::text[], $3::text[], $4::date[], $5::date[], $6::text[], $7::text[],
      $8::timestamptz[]) as given (material_no, batch, expiry_date, production_date, heat_no, mtc_no, first_received_at)
    order by material_no, batch
    on conflict (company_code, material_no, batch) do update set
      expiry_date = coalesce(excluded.expiry_date, b.expiry_date),
      production_date = coalesce(excluded.production_date, b.production_date),
      heat_no = coalesce(nullif(excluded.heat_no, ''), b.heat_no),
      mtc_no = coalesce(nullif(excluded.mtc_no, ''), b.mtc_no),
      first_received_at = least(b.first_received_at, excluded.first_received_at)`,
    [
      companyCode,
      batches.map((batch) => batch.materialNo),
      batches.map((batch) => batch.batch),
      batches.map((batch) => batch.expiryDate ?? null),
      batches.map((batch) => batch.productionDate ?? null),
      batches.map((batch) => batch.heatNo ?? ''),
      batches.map((batch) => batch.mtcNo ?? ''),
      batches.map((batch) => batch.firstReceivedAt ?? null),
    ],
  )
}

/** The batches that expired before `today`, by `material/batch`, with their expiry date. One statement. */
export async function expiredBatches(
  queryable: Queryable,
  companyCode: string,
  batches: readonly { materialNo: string; batch: string }[],
  today: LocalDate,
): Promise<Map<string, string>> {
  if (batches.length === 0) return new Map()
  const rows = await queryable.query<{ materialNo: string; batch: string; expiryDate: string }>(
    `select b.material_no, b.batch, b.expiry_date from unnest($2::text[], $3::text[]) as wanted (material_no, batch)
     join batch b on b.company_code = $1 and b.material_no = wanted.material_no and b.batch = wanted.batch
     where b.expiry_date < $4::date`,
    [companyCode, batches.map((one) => one.materialNo), batches.map((one) => one.batch), today],
  )
  return new Map(rows.map((row) => [`${row.materialNo}/${row.batch}`, row.expiryDate]))
}
