import {
  legacyFieldNames,
  type LegacyField,
} from '@kufang/contract/legacy-documents/legacy-document.ts'
import type { LegacyCounts } from '@kufang/contract/legacy-documents/legacy-import.ts'
import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { CheckedFile, CheckedRow } from './check-rows.ts'
import type { LegacyValues } from './read-row.ts'

/** A row as stored. */
export type StoredValues = LegacyValues & { materialGroup: string }

interface ExistingRow extends StoredValues {
  id: string
  lastImportId: string
  fileRow: number
}

/** A row whose values differ from what is stored: all of its values afterwards, and what it was. */
export interface ChangedRow {
  id: string
  line: number
  values: StoredValues
  before: ExistingRow
  /** The fields that differ. */
  changed: LegacyField[]
}

/** What an import would write. */
export interface ImportPlan {
  added: CheckedRow[]
  changed: ChangedRow[]
  counts: LegacyCounts
}

/**
 * Compares checked rows with what is stored under the same natural key: company, old system, kind, order, item and old
 * document number. A row that is there is compared in the fields that the mapping takes; others keep their values. If one of
 * them differs the row is updated, not refused: until the company goes live its old system is right, and what is corrected
 * there must be correctable here without taking everything back. What it was is kept, in the audit log and for taking back.
 * One statement for any number of rows.
 */
export async function planImport(
  queryable: Queryable,
  companyCode: string,
  { kind, sourceSystem }: LegacyMapping,
  file: CheckedFile,
): Promise<ImportPlan> {
  const { rows, names } = file
  const existing = await queryable.query<ExistingRow>(
    `select d.id, d.order_no, d.order_item, d.document_no, d.document_date, d.due_date, d.supplier_no, d.material_no,
       d.material_group, d.description, d.quantity, d.unit, d.amount, d.currency, d.gross_weight, d.plant,
       d.storage_location, d.remark, d.last_import_id, d.file_row
     from unnest($4::text[], $5::text[], $6::text[]) as given (order_no, order_item, document_no)
     join legacy_document d on d.company_code = $1 and d.source_system = $2 and d.kind = $3
       and d.order_no = given.order_no and d.order_item = given.order_item and d.document_no = given.document_no`,
    [
      companyCode,
      sourceSystem,
      kind,
      rows.map(({ values }) => values.orderNo ?? ''),
      rows.map(({ values }) => values.orderItem),
      rows.map(({ values }) => values.documentNo ?? ''),
    ],
  )
  const known = new Map(existing.map((row) => [keyOf(row), row]))
  // What follows from others is stored with them, also if no column was taken for it.
  const compared = legacyFieldNames.filter((name) => names.includes(name) || name === 'unit')
  const added: CheckedRow[] = []
  const changed: ChangedRow[] = []
  for (const row of rows) {
    const before = known.get(keyOf(row.values))
    if (before === undefined) {
      added.push(row)
      continue
    }
    const differing = compared.filter(
      (name) => (row.values[name] ?? null) !== plainOf(before, name),
    )
    if (differing.length === 0) continue
    const { line, materialGroup } = row
    const taken = Object.fromEntries(compared.map((name) => [name, row.values[name] ?? null]))
    const { id, lastImportId: _last, fileRow: _row, ...stored } = before
    const values: StoredValues = { ...stored, ...taken, materialGroup }
    changed.push({ id, line, values, before, changed: differing })
  }
  const { refusedCount, emptiedCount } = file
  return {
    added,
    changed,
    counts: {
      rowCount: rows.length + refusedCount,
      newCount: added.length,
      changedCount: changed.length,
      sameCount: rows.length - added.length - changed.length,
      refusedCount,
      emptiedCount,
    },
  }
}

/** Order lines have no document number and issues no order, which are stored as ''. */
const plainOf = (row: LegacyValues, name: LegacyField): string | null =>
  name === 'documentNo' || name === 'orderNo' ? row[name] || null : (row[name] ?? null)

const keyOf = ({ orderNo, orderItem, documentNo }: LegacyValues): string =>
  JSON.stringify([orderNo ?? '', orderItem, documentNo ?? ''])
