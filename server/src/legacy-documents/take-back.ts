import { refuse } from '@kufang/kernel/refusal.ts'
import { legacyImportQuery } from '@kufang/contract/legacy-documents/legacy-import.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { lockImports, updateRows } from './import-legacy.ts'
import type { StoredValues } from './plan-import.ts'

interface ImportRow {
  importNo: number
  newCount: number
  changedCount: number
  takenBackByName: string | null
}

/**
 * Takes an import back: the rows that it made are gone, those that it changed are what they were before. Nothing rests on
 * legacy documents but later imports, which have to be taken back first.
 * @throws Refusal `not-found`, `legacy-import-taken-back`, `legacy-import-rested-on`
 */
export async function takeBackImport(
  tx: Transaction,
  session: Session,
  wish: { companyCode: string; id: string; reason: string },
): Promise<{ removed: number; restored: number }> {
  const { companyCode, id, reason } = wish
  await lockImports(tx, companyCode)
  const [found] = await tx.query<ImportRow>(
    `select import_no, new_count, changed_count, taken_back_by_name from legacy_import
     where company_code = $1 and id = $2`,
    [companyCode, id],
  )
  if (found === undefined) {
    const { zh, en } = legacyImportQuery.label
    throw refuse('not-found', { subject: zh, subjectEn: en, no: id })
  }
  const no = found.importNo
  if (found.takenBackByName !== null)
    throw refuse('legacy-import-taken-back', { no, user: found.takenBackByName })
  const [later] = await tx.query<{ importNo: number; count: number }>(
    `select l.import_no, count(*) as count from legacy_document d
     join legacy_import l on l.company_code = d.company_code and l.id = d.last_import_id
     where d.company_code = $1 and d.last_import_id <> $2 and (d.import_id = $2 or d.id in (
       select c.legacy_document_id from legacy_import_change c where c.company_code = $1 and c.import_id = $2))
     group by l.import_no order by l.import_no desc limit 1`,
    [companyCode, id],
  )
  if (later !== undefined)
    throw refuse('legacy-import-rested-on', { no, count: later.count, later: later.importNo })
  const befores = await tx.query<{ before: StoredBefore }>(
    `select before from legacy_import_change where company_code = $1 and import_id = $2`,
    [companyCode, id],
  )
  if (befores.length > 0)
    updateRows(
      tx,
      companyCode,
      befores.map(({ before }) => before),
    )
  const of = [companyCode, id]
  tx.write(`delete from legacy_import_change where company_code = $1 and import_id = $2`, of)
  tx.write(`delete from legacy_document where company_code = $1 and import_id = $2`, of)
  tx.write(
    `update legacy_import set taken_back_at = now(), taken_back_by_name = $3, taken_back_reason = $4
     where company_code = $1 and id = $2`,
    [...of, session.userName, reason],
  )
  const { newCount: removed, changedCount: restored } = found
  await writeAudit(tx, session, [
    {
      companyCode,
      subjectType: 'legacy-import',
      subjectId: id,
      subjectNo: String(no),
      action: 'take-back',
      after: { reason, removed, restored },
    },
  ])
  return { removed, restored }
}

type StoredBefore = StoredValues & { id: string; fileRow: number; lastImportId: string }
