import type { Queryable } from '../../platform/database/database.ts'

/** The data of a batch that people enter; null is not recorded. */
export interface BatchData {
  productionDate: string | null
  expiryDate: string | null
  heatNo: string | null
  certificateNo: string | null
}

/** The fields of `BatchData`, in the order in which they are shown. */
export const batchFields = ['expiryDate', 'productionDate', 'heatNo', 'certificateNo'] as const

/** A batch of a company, named by a line of a document. */
export interface NamedBatch {
  lineNo: number
  materialNo: string
  batch: string
}

const nothingRecorded: BatchData = {
  productionDate: null,
  expiryDate: null,
  heatNo: null,
  certificateNo: null,
}

const columns = (batches: readonly NamedBatch[]): string[][] => [
  batches.map(({ materialNo }) => materialNo),
  batches.map(({ batch }) => batch),
]

/** What is recorded of these batches, in their order. One statement. */
export async function readBatches(
  queryable: Queryable,
  companyCode: string,
  batches: readonly NamedBatch[],
): Promise<BatchData[]> {
  const rows = await queryable.query<BatchData & { position: number }>(
    `select wanted.position::int as position, b.production_date, b.expiry_date, nullif(b.heat_no, '') as heat_no,
       nullif(b.mtc_no, '') as certificate_no
     from unnest($2::text[], $3::text[]) with ordinality as wanted (material_no, batch, position)
     join batch b on b.company_code = $1 and b.material_no = wanted.material_no and b.batch = wanted.batch`,
    [companyCode, ...columns(batches)],
  )
  const found = new Map(rows.map(({ position, ...data }) => [position, data]))
  return batches.map((_batch, index) => found.get(index + 1) ?? nothingRecorded)
}

/**
 * Locks these batches, in one order for all documents, and makes those of which nothing is recorded, so that two documents
 * that change one wait for each other. Two statements.
 */
export async function lockBatches(
  queryable: Queryable,
  companyCode: string,
  batches: readonly NamedBatch[],
): Promise<void> {
  const values = [companyCode, ...columns(batches)]
  await queryable.query(
    `insert into batch (company_code, material_no, batch)
     select distinct $1, material_no, batch from unnest($2::text[], $3::text[]) as wanted (material_no, batch)
     order by material_no, batch
     on conflict do nothing`,
    values,
  )
  await queryable.query(
    `select 1 as locked from batch b where b.company_code = $1
       and (b.material_no, b.batch) in (select * from unnest($2::text[], $3::text[]))
     order by b.material_no, b.batch for update`,
    values,
  )
}

/** Writes all data of these locked batches, what is null too. One statement. */
export async function writeBatches(
  queryable: Queryable,
  companyCode: string,
  batches: readonly (NamedBatch & { data: BatchData })[],
): Promise<void> {
  await queryable.query(
    `update batch b set production_date = given.production_date, expiry_date = given.expiry_date,
       heat_no = coalesce(given.heat_no, ''), mtc_no = coalesce(given.certificate_no, '')
     from unnest($2::text[], $3::text[], $4::date[], $5::date[], $6::text[], $7::text[])
       as given (material_no, batch, production_date, expiry_date, heat_no, certificate_no)
     where b.company_code = $1 and b.material_no = given.material_no and b.batch = given.batch`,
    [
      companyCode,
      ...columns(batches),
      batches.map(({ data }) => data.productionDate),
      batches.map(({ data }) => data.expiryDate),
      batches.map(({ data }) => data.heatNo),
      batches.map(({ data }) => data.certificateNo),
    ],
  )
}
