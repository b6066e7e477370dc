import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import {
  importRefusalsMax,
  type MasterImport,
  type OnRefusal,
} from '@kufang/contract/document/master-record.ts'
import { problemsOf, refuse, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../platform/database/case.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { addRow, changeRow, switchRow, type Asked } from './approved-masters.ts'
import {
  jsonOf,
  readByKeys,
  readImportRows,
  type GivenImportRow,
  type ReadImportRow,
} from './import-rows.ts'
import { keyText, pinyinField } from './master-table.ts'
import { pinyinInitials } from './pinyin.ts'
import { editableFields } from './write-masters.ts'

// Imports a table of rows: new keys are added, known ones changed where their cells differ. New rows that need no approval
// are written with one statement for all of them; the others by the functions that change one row.

/** Refused of masters that are not kept here at all. @throws `not-editable` */
export function assertImportable(definition: AnyMaster): void {
  const { name, label } = definition
  if (name !== 'user' && (definition.isMirror !== true || editableFields(definition).length > 0))
    return
  throw refuse('not-editable', {
    no: label.zh,
    noEn: label.en,
    state: 'ERP 镜像',
    stateEn: 'mirrored from the ERP',
  })
}

/** What an import of these rows would do; writes nothing. */
export async function checkImport(
  database: Database,
  session: Session,
  definition: AnyMaster,
  given: readonly GivenImportRow[],
): Promise<MasterImport> {
  assertImportable(definition)
  return database.snapshot(async (tx) => {
    const { rows, problems } = await readImportRows(tx, session, definition, given)
    const counts = { newCount: 0, changedCount: 0, sameCount: 0, requestedCount: 0 }
    for (const row of rows) counts[outcomeOf(definition, row)] += 1
    return answerOf(counts, problems, false)
  })
}

/**
 * Imports the rows. With refused ones it imports the others, or nothing if it is to stop then.
 * @throws Refusal `not-editable`, `field-required` of rules without a reason
 */
export async function importMasters(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: readonly GivenImportRow[],
  { onRefusal, asked }: { onRefusal: OnRefusal; asked: Asked },
): Promise<MasterImport> {
  assertImportable(definition)
  let answer: MasterImport | undefined
  try {
    await tx.attempt(async () => {
      answer = await writeRows(tx, session, definition, given, asked)
      if (answer.refusedCount > 0 && onRefusal === 'stop') throw new Stopped()
    })
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { ...answer!, isImported: false }
  }
  return answer!
}

class Stopped extends Error {}

type Outcome = 'newCount' | 'changedCount' | 'sameCount' | 'requestedCount'

/** Whether another person decides about what the row does. */
function isRequested({ approval }: AnyMaster, { before, changed }: ReadImportRow): boolean {
  if (approval === undefined) return false
  return before === null ? approval.ofRows : changed.some((name) => approval.fields.includes(name))
}

const isSwitched = ({ before, isActive }: ReadImportRow): boolean =>
  isActive !== undefined && before !== null && before['isActive'] !== isActive

function outcomeOf(definition: AnyMaster, row: ReadImportRow): Outcome {
  if (isRequested(definition, row)) return 'requestedCount'
  if (row.before === null) return 'newCount'
  return row.changed.length > 0 || isSwitched(row) ? 'changedCount' : 'sameCount'
}

async function writeRows(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: readonly GivenImportRow[],
  asked: Asked,
): Promise<MasterImport> {
  const { rows, problems } = await readImportRows(tx, session, definition, given)
  const counts = { newCount: 0, changedCount: 0, sameCount: 0, requestedCount: 0 }
  const made: ReadImportRow[] = []
  const single: ReadImportRow[] = []
  for (const row of rows) {
    const outcome = outcomeOf(definition, row)
    if (outcome === 'sameCount') counts.sameCount += 1
    else if (outcome === 'newCount') made.push(row)
    else single.push(row)
  }
  if (asked.reason === '' && single.some((row) => isRequested(definition, row)))
    throw refuse('field-required', { field: '变更原因', fieldEn: 'Reason' }, { field: 'reason' })
  await insertNew(tx, session, definition, made)
  counts.newCount = made.length
  for (const row of single) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction: each change is undone alone if it is refused
    const found = await problemsOf(() =>
      tx.attempt(() => writeRow(tx, session, definition, row, asked)),
    )
    addAll(
      problems,
      found.map((detail) => ({ ...detail, line: row.line })),
    )
    if (found.length === 0) counts[outcomeOf(definition, row)] += 1
  }
  return answerOf(counts, problems, true)
}

/** Changes or requests a row, by the function that its page uses. */
async function writeRow(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  row: ReadImportRow,
  asked: Asked,
): Promise<void> {
  const { before, changed, values, isActive } = row
  if (before === null) {
    await addRow(tx, session, definition, values, asked)
    return
  }
  const key = Object.fromEntries(definition.key.map((name) => [name, before[name]]))
  let version = Number(before['version'])
  if (changed.length > 0) {
    const sent = Object.fromEntries(changed.map((name) => [name, values[name]]))
    const written = await changeRow(tx, session, definition, { key, version }, sent, asked)
    version = Number(written['version'])
  }
  if (isSwitched(row))
    await switchRow(tx, session, definition, { key, version }, isActive === true, asked)
}

/** Adds rows that are checked already: one statement for those that have the same columns. */
async function insertNew(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  rows: readonly ReadImportRow[],
): Promise<void> {
  if (rows.length === 0) return
  const table = toSnake(definition.name)
  const whole = rows.map(({ values, isActive }) => ({
    ...values,
    ...(isActive !== undefined && { isActive }),
    [pinyinField]: pinyinInitials(textOf(values[definition.display])),
    updatedByName: session.userName,
  }))
  for (const [columns, alike] of Map.groupBy(whole, (row) => Object.keys(row).sort().join(' '))) {
    const names = columns
      .split(' ')
      .map((name) => `"${toSnake(name)}"`)
      .join(', ')
    // oxlint-disable-next-line no-await-in-loop -- a table has few sets of columns: flags that are not given have their default
    const added = await tx.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)
       on conflict do nothing returning 1 as added`,
      [jsonOf(alike)],
    )
    // Someone else has added one of them since it was read.
    if (added.length !== alike.length) throw refuse('server-busy', {})
  }
  const keys = rows.map(({ values }) =>
    Object.fromEntries(definition.key.map((name) => [name, values[name]])),
  )
  const written = await readByKeys(tx, session, definition, keys)
  await writeAudit(
    tx,
    session,
    rows.map(({ values }) => {
      const no = keyText(definition, values)
      const after = entryOf(written, no)
      return {
        companyCode: textOf(after['companyCode']),
        subjectType: definition.name,
        subjectId: no,
        subjectNo: no,
        action: 'create',
        after,
      }
    }),
  )
}

function answerOf(
  counts: Record<Outcome, number>,
  problems: readonly RefusalDetail[],
  isImported: boolean,
): MasterImport {
  const sorted = problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
  return {
    ...counts,
    refusedCount: new Set(sorted.map(({ line }) => line)).size,
    refusals: sorted.slice(0, importRefusalsMax).map((detail) => ({
      ...detail,
      zh: describeRefusal(detail, 'zh'),
      en: describeRefusal(detail, 'en'),
    })),
    isImported,
  }
}
