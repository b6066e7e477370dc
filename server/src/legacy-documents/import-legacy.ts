import type {
  LegacyCheck,
  LegacyImported,
} from '@kufang/contract/legacy-documents/legacy-import.ts'
import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { bilingualRefusal } from '../document/input/describe-refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { noteExternalCodes } from '../masters/public.ts'
import { checkRows, kindOfField } from './check-rows.ts'
import { planImport, type ChangedRow, type ImportPlan, type StoredValues } from './plan-import.ts'
import type { CellProblem } from './read-row.ts'
import type { LegacyTable } from './read-table.ts'

/** A file with its mapping, and where it goes. */
export interface LegacyWish {
  companyCode: string
  mapping: LegacyMapping
  table: LegacyTable
}

/** What a person sees of the problems and rows of a check, and of unknown values. */
const shownMax = { problems: 200, unknown: 500, preview: 20 }

/**
 * What an import would do, with the refusals of each cell.
 * @throws Refusal if the mapping does not fit the file
 */
export async function checkLegacy(
  queryable: Queryable,
  session: Session,
  { companyCode, mapping, table }: LegacyWish,
): Promise<LegacyCheck> {
  const file = await checkRows(queryable, session, companyCode, mapping, table)
  const { counts } = await planImport(queryable, companyCode, mapping, file)
  const { unknown, rows } = file
  // What is unknown occurs in many rows and is listed once by itself, so that it does not hide what else is wrong.
  const problems = file.problems.toSorted(
    (one, other) => Number(isUnknown(one)) - Number(isUnknown(other)),
  )
  return {
    ...counts,
    problems: problems.slice(0, shownMax.problems).map((problem) => ({
      ...problem,
      ...bilingualRefusal(problem),
    })),
    problemCount: problems.length,
    unknown: unknown.slice(0, shownMax.unknown),
    preview: rows
      .slice(0, shownMax.preview)
      .map(({ line, values }) => ({ line, values: values as Record<string, string | null> })),
  }
}

const isUnknown = ({ code }: CellProblem): boolean => code === 'legacy-value-unknown'

export interface ImportWish extends LegacyWish {
  sizeBytes: number
  digestSha256: string
  /** Under which the mapping is kept; '' if it is not. */
  mappingName: string
  /** `stop`: a wrong row refuses all of them; `skip`: wrong rows are left out and counted. */
  onRefusal: 'stop' | 'skip'
}

/**
 * Imports a file in this transaction: all of it, or with `skip` its right rows. Imports of a company are done one after the
 * other, so that of two people with the same file the second finds the rows of the first.
 * @throws Refusal `legacy-rows-refused` with those of the cells, `legacy-nothing-left`
 */
export async function importLegacy(
  tx: Transaction,
  session: Session,
  wish: ImportWish,
): Promise<LegacyImported> {
  const { companyCode, mapping, table } = wish
  await lockImports(tx, companyCode)
  const file = await checkRows(tx, session, companyCode, mapping, table)
  const { refusedCount: count, problems, rows } = file
  if (count > 0 && wish.onRefusal === 'stop')
    throw refuseAll([
      { code: 'legacy-rows-refused', params: { count } },
      ...problems.slice(0, shownMax.problems),
    ])
  if (rows.length === 0) throw refuse('legacy-nothing-left', { count })
  const plan = await planImport(tx, companyCode, mapping, file)
  const id = newId()
  const importNo = await logImport(tx, session, wish, plan, id)
  writeAdded(tx, wish, plan, id)
  writeChanged(tx, companyCode, plan.changed, id)
  if (wish.mappingName !== '') keepMapping(tx, session, wish)
  await noteExternalCodes(
    tx,
    session,
    mapping.sourceSystem,
    file.unknown.flatMap(({ field, value: code }) => {
      const kind = kindOfField[field]
      return kind === undefined ? [] : [{ kind, code }]
    }),
  )
  const { fileName } = table
  const { digestSha256, mappingName, sizeBytes } = wish
  await writeAudit(tx, session, [
    {
      companyCode,
      subjectType: 'legacy-import',
      subjectId: id,
      subjectNo: String(importNo),
      action: 'import',
      after: { fileName, sizeBytes, digestSha256, mappingName, mapping, ...plan.counts },
    },
    ...plan.changed.map(({ id: rowId, before, values, changed }) => ({
      companyCode,
      subjectType: 'legacy-document',
      subjectId: rowId,
      subjectNo: [before.orderNo, before.orderItem, before.documentNo].filter(Boolean).join(' / '),
      action: 'update',
      before: pick(before, changed),
      after: { ...pick(values, changed), importNo },
    })),
  ])
  return { id, importNo, ...plan.counts }
}

const pick = (values: StoredValues, names: readonly (keyof StoredValues)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))

/** Imports of a company, and taking them back, one after the other. */
export async function lockImports(tx: Transaction, companyCode: string): Promise<void> {
  await tx.query(
    `select 1 from (select pg_advisory_xact_lock(hashtextextended('legacy-import/' || $1, 0))) as locked`,
    [companyCode],
  )
}

/** Writes the import into its log and returns its number. */
async function logImport(
  tx: Transaction,
  session: Session,
  wish: ImportWish,
  { counts }: ImportPlan,
  id: string,
): Promise<number> {
  const { companyCode, mapping, table } = wish
  const last = firstOf(
    await tx.query<{ importNo: number }>(
      `select coalesce(max(import_no), 0)::integer as import_no from legacy_import where company_code = $1`,
      [companyCode],
    ),
  )
  const importNo = last.importNo + 1
  tx.write(
    `insert into legacy_import (company_code, id, import_no, kind, source_system, mapping_name, mapping, file_name,
       size_bytes, digest_sha256, row_count, new_count, changed_count, same_count, refused_count, emptied_count,
       created_by, created_by_name)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      companyCode,
      id,
      importNo,
      mapping.kind,
      mapping.sourceSystem,
      wish.mappingName,
      JSON.stringify(mapping),
      table.fileName,
      wish.sizeBytes,
      wish.digestSha256,
      counts.rowCount,
      counts.newCount,
      counts.changedCount,
      counts.sameCount,
      counts.refusedCount,
      counts.emptiedCount,
      session.userId,
      session.userName,
    ],
  )
  return importNo
}

/** The columns of a row as a record of JSON, and their names in the table. */
const recordTypes = `"documentDate" date, "dueDate" date, "supplierNo" text, "materialNo" text, "materialGroup" text,
  "description" text, "quantity" numeric, "unit" text, "amount" numeric, "currency" text, "grossWeight" numeric,
  "plant" text, "storageLocation" text, "remark" text, "fileRow" integer`
const columns = `document_date, due_date, supplier_no, material_no, material_group, description, quantity, unit, amount,
  currency, gross_weight, plant, storage_location, remark, file_row`
const given = `r."documentDate", r."dueDate", r."supplierNo", r."materialNo", r."materialGroup", r."description",
  r."quantity", r."unit", r."amount", r."currency", r."grossWeight", r."plant", r."storageLocation", r."remark",
  r."fileRow"`

function writeAdded(
  tx: Transaction,
  { companyCode, mapping }: ImportWish,
  { added }: ImportPlan,
  importId: string,
): void {
  if (added.length === 0) return
  const rows = added.map(({ line, values, materialGroup }) => ({
    ...values,
    orderNo: values.orderNo ?? '',
    documentNo: values.documentNo ?? '',
    materialGroup,
    id: newId(),
    fileRow: line,
  }))
  tx.write(
    `insert into legacy_document (company_code, source_system, kind, import_id, last_import_id, id, order_no, order_item,
       document_no, ${columns})
     select $1, $2, $3, $4::uuid, $4::uuid, r.id, r."orderNo", r."orderItem", r."documentNo", ${given}
     from jsonb_to_recordset($5::jsonb) as r (id uuid, "orderNo" text, "orderItem" text, "documentNo" text, ${recordTypes})`,
    [companyCode, mapping.sourceSystem, mapping.kind, importId, JSON.stringify(rows)],
  )
}

function writeChanged(
  tx: Transaction,
  companyCode: string,
  changed: readonly ChangedRow[],
  importId: string,
): void {
  if (changed.length === 0) return
  tx.write(
    `insert into legacy_import_change (company_code, import_id, legacy_document_id, before)
     select $1, $2::uuid, id, before::jsonb from unnest($3::uuid[], $4::text[]) as was (id, before)`,
    [
      companyCode,
      importId,
      changed.map(({ id }) => id),
      changed.map(({ before }) => JSON.stringify(before)),
    ],
  )
  const rows = changed.map(({ id, line, values }) => ({ ...values, id, fileRow: line }))
  updateRows(
    tx,
    companyCode,
    rows.map((row) => ({ ...row, lastImportId: importId })),
  )
}

/** Writes all values of rows that are there, and which import they are of now. */
export function updateRows(
  tx: Transaction,
  companyCode: string,
  rows: readonly (StoredValues & { id: string; fileRow: number; lastImportId: string })[],
): void {
  tx.write(
    `update legacy_document d set (${columns}, last_import_id) = (${given}, r."lastImportId")
     from jsonb_to_recordset($2::jsonb) as r (id uuid, "lastImportId" uuid, ${recordTypes})
     where d.company_code = $1 and d.id = r.id`,
    [companyCode, JSON.stringify(rows)],
  )
}

function keepMapping(tx: Transaction, session: Session, wish: ImportWish): void {
  tx.write(
    `insert into legacy_mapping (company_code, name, mapping, changed_by_name) values ($1, $2, $3::jsonb, $4)
     on conflict (company_code, name) do update
     set mapping = excluded.mapping, changed_at = excluded.changed_at, changed_by_name = excluded.changed_by_name`,
    [wish.companyCode, wish.mappingName, JSON.stringify(wish.mapping), session.userName],
  )
}
