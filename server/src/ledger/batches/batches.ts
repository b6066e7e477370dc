import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { fieldOf } from '@kufang/kernel/present.ts'

/** Data of a batch as a line states it; what is missing is not stated. */
export interface BatchFacts {
  lineNo: number
  materialNo: string
  batch: string
  expiryDate?: LocalDate | null | undefined
  productionDate?: LocalDate | null | undefined
  heatNo?: string | undefined
  certificateNo?: string | undefined
  /** Of goods that are valued separately (MCHA-BWTAR). */
  valuationType?: string | null | undefined
  /** Kept from the first receipt; later receipts do not change it. */
  firstReceivedAt?: Date | undefined
}

const compared = [
  'productionDate',
  'expiryDate',
  'heatNo',
  'certificateNo',
  'valuationType',
] as const

/** A line that states something else of a batch than is recorded of its stock, or than another line does. */
export interface BatchDifference {
  lineNo: number
  materialNo: string
  batch: string
  field: (typeof compared)[number]
  given: string
  recorded: string
  /** The other line; undefined: the batch is in stock with the recorded value. */
  otherLine?: number
}

const batchOf = ({ materialNo, batch }: { materialNo: string; batch: string }): string =>
  `${materialNo}/${batch}`

/**
 * What these lines state otherwise than the batches in stock, and than each other. What is not recorded yet is no
 * difference: it completes the batch. Batches without stock may be stated anew. Two statements.
 */
export async function compareBatches(
  queryable: Queryable,
  companyCode: string,
  given: readonly BatchFacts[],
): Promise<BatchDifference[]> {
  if (given.length === 0) return []
  const values = [
    companyCode,
    given.map(({ materialNo }) => materialNo),
    given.map(({ batch }) => batch),
  ]
  // Locked first and read then, so that goods of another document that arrive meanwhile are seen.
  await queryable.query(
    `select 1 as locked from batch b where b.company_code = $1
       and (b.material_no, b.batch) in (select * from unnest($2::text[], $3::text[]))
     order by b.material_no, b.batch for update`,
    values,
  )
  const rows = await queryable.query<
    Record<(typeof compared)[number], string | null> & { key: string }
  >(
    `select b.material_no || '/' || b.batch as key, b.production_date, b.expiry_date, nullif(b.heat_no, '') as heat_no,
       nullif(b.mtc_no, '') as certificate_no, nullif(b.valuation_type, '') as valuation_type
     from batch b where b.company_code = $1
       and (b.material_no, b.batch) in (select * from unnest($2::text[], $3::text[]))
       and exists (select from stock_balance s
         where s.company_code = $1 and s.batch = b.batch and s.material_no = b.material_no and s.has_stock)`,
    values,
  )
  const stocked = new Map(rows.map((row) => [row.key, row]))
  const stated = new Map<string, { value: string; lineNo: number }>()
  const differences: BatchDifference[] = []
  for (const line of given)
    for (const field of compared) {
      const value = line[field]
      if (!value) continue
      const { lineNo, materialNo, batch } = line
      const recorded = stocked.get(batchOf(line))?.[field]
      const other = stated.get(`${batchOf(line)}/${field}`)
      const place = { lineNo, materialNo, batch, field, given: value }
      if (recorded && recorded !== value) differences.push({ ...place, recorded })
      else if (other && other.value !== value)
        differences.push({ ...place, recorded: other.value, otherLine: other.lineNo })
      else stated.set(`${batchOf(line)}/${field}`, { value, lineNo })
    }
  return differences
}

/** Refuses the lines with a difference. */
export function batchProblems(
  differences: readonly BatchDifference[],
  fields: Readonly<Record<string, Field>>,
  problem: (
    code: 'batch-data-differs' | 'batch-data-mixed',
    params: Record<string, string | number>,
    line: number,
    field: string,
  ) => RefusalDetail,
): RefusalDetail[] {
  return differences.map(({ lineNo, materialNo, batch, field, given, recorded, otherLine }) => {
    const label = fieldOf(fields, field).label
    const shown = {
      material: materialNo,
      batch,
      field: label.zh,
      fieldEn: label.en,
      given,
      recorded,
    }
    return otherLine === undefined
      ? problem('batch-data-differs', shown, lineNo, field)
      : problem('batch-data-mixed', { ...shown, other: otherLine }, lineNo, field)
  })
}

/**
 * Records what lines state of their batches, unless stock of a batch is recorded with something else: then it returns the
 * differences and the caller refuses the lines.
 */
export async function recordBatches(
  queryable: Queryable,
  companyCode: string,
  given: readonly BatchFacts[],
): Promise<BatchDifference[]> {
  if (given.length === 0) return []
  // Sorted, so that two documents recording the same batches cannot deadlock. The first to insert a batch is waited for.
  await queryable.query(
    `insert into batch (company_code, material_no, batch)
     select distinct $1, material_no, batch from unnest($2::text[], $3::text[]) as given (material_no, batch)
     order by material_no, batch
     on conflict do nothing`,
    [companyCode, given.map(({ materialNo }) => materialNo), given.map(({ batch }) => batch)],
  )
  const differences = await compareBatches(queryable, companyCode, given)
  if (differences.length > 0) return differences
  const batches = [...Map.groupBy(given, batchOf).values()].map(
    (lines) => Object.assign({}, ...lines.map(stated)) as BatchFacts,
  )
  await queryable.query(
    `update batch b set
      expiry_date = coalesce(given.expiry_date, b.expiry_date),
      production_date = coalesce(given.production_date, b.production_date),
      heat_no = coalesce(nullif(given.heat_no, ''), b.heat_no),
      mtc_no = coalesce(nullif(given.mtc_no, ''), b.mtc_no),
      valuation_type = coalesce(nullif(given.valuation_type, ''), b.valuation_type),
      first_received_at = least(b.first_received_at, given.first_received_at)
     from unnest($2::text[], $3::text[], $4::date[], $5::date[], $6::text[], $7::text[], $8::timestamptz[], $9::text[])
       as given (material_no, batch, expiry_date, production_date, heat_no, mtc_no, first_received_at, valuation_type)
     where b.company_code = $1 and b.material_no = given.material_no and b.batch = given.batch`,
    [
      companyCode,
      batches.map((batch) => batch.materialNo),
      batches.map((batch) => batch.batch),
      batches.map((batch) => batch.expiryDate ?? null),
      batches.map((batch) => batch.productionDate ?? null),
      batches.map((batch) => batch.heatNo ?? ''),
      batches.map((batch) => batch.certificateNo ?? ''),
      batches.map((batch) => batch.firstReceivedAt ?? null),
      batches.map((batch) => batch.valuationType ?? ''),
    ],
  )
  return []
}

/** What a line states, without what is empty. */
const stated = (line: BatchFacts): Partial<BatchFacts> =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== ''))

/** The valuation types of these batches, by `material/batch`; those without any are missing. One statement. */
export async function valuationTypesOfBatches(
  queryable: Queryable,
  companyCode: string,
  batches: readonly { materialNo: string; batch: string }[],
): Promise<Map<string, string>> {
  if (batches.length === 0) return new Map()
  const rows = await queryable.query<{ materialNo: string; batch: string; valuationType: string }>(
    `select b.material_no, b.batch, b.valuation_type from batch b where b.company_code = $1 and b.valuation_type <> ''
       and (b.material_no, b.batch) in (select * from unnest($2::text[], $3::text[]))`,
    [companyCode, batches.map((one) => one.materialNo), batches.map((one) => one.batch)],
  )
  return new Map(rows.map((row) => [batchOf(row), row.valuationType]))
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

/** The batches of a material that a company knows: recorded ones, and those that lie or lay somewhere. One statement. */
export async function batchNumbers(
  queryable: Queryable,
  companyCode: string,
  materialNo: string,
): Promise<string[]> {
  const rows = await queryable.query<{ batch: string }>(
    `select batch from batch where company_code = $1 and material_no = $2
     union select batch from stock_key where company_code = $1 and material_no = $2 and batch <> '' order by batch`,
    [companyCode, materialNo],
  )
  return rows.map(({ batch }) => batch)
}
