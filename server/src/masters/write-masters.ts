import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable, Row, Transaction } from '../platform/database/database.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Session } from '../platform/session/session.ts'
import { mustHoldWholeCompany } from '../platform/session/whole-company.ts'
import { assertEmpty, assertSecondUnitFree } from './assert-empty.ts'
import { readMasterInput } from './master-input.ts'
import {
  checkMasterReferences,
  checkMasterRow,
  derivedFields,
  readRowRules,
} from './master-rules.ts'
import { masterScope } from './master-scope.ts'
import {
  columnOf,
  keyText,
  masterColumns,
  masterRow,
  masterSource,
  pinyinField,
} from './master-table.ts'
import { pinyinInitials } from './pinyin.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

export interface MasterVersion {
  /** The key parts by field; empty ones may be omitted. */
  key: Row
  /** The version seen by the person. */
  version: number
}

/** Creates a row within the person's scope. Refused for mirrors, whose rows come from the ERP. */
export async function createMaster(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  sent: Row,
): Promise<Row> {
  if (definition.isMirror === true)
    throw refuse('not-editable', {
      no: definition.label.zh,
      noEn: definition.label.en,
      state: 'ERP 镜像',
      stateEn: 'mirrored from the ERP',
    })
  const fields = Object.entries(definition.fields).filter(([, field]) => field.by !== 'server')
  const names = fields.map(([name]) => name)
  const values = readMasterInput(definition, names, sent, true)
  const rules = await readRowRules(tx, definition)
  checkMasterRow(definition, values, rules)
  Object.assign(values, derivedFields(values, rules))
  await checkMasterReferences(tx, definition, values, names)
  values[pinyinField] = pinyinInitials(textOf(values[definition.display]))
  values['updatedByName'] = session.userName
  const columns = Object.keys(values)
  const inserted = await tx.query(
    `insert into ${toSnake(definition.name)} (${columns.map((name) => `"${toSnake(name)}"`).join(', ')})
     values (${columns.map((_name, index) => `$${index + 1}`).join(', ')}) on conflict do nothing returning 1 as made`,
    Object.values(values),
  )
  if (inserted.length === 0)
    throw refuse('master-exists', {
      master: definition.label.zh,
      masterEn: definition.label.en,
      key: keyText(definition, values),
    })
  const row = await readBack(tx, session, definition, values)
  await audit(tx, session, definition, 'create', null, row)
  return row
}

/** Changes a row; of a mirror only the local fields. Fields not sent stay unchanged. */
export async function updateMaster(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: MasterVersion,
  sent: Row,
): Promise<Row> {
  const before = await lockRow(tx, session, definition, given)
  const names = editableFields(definition)
  checkUntouched(definition, names, before, sent)
  const wanted = Object.fromEntries(
    Object.entries(sent).filter(
      ([name]) => names.includes(name) || !isKnownColumn(definition, name),
    ),
  )
  const values = readMasterInput(definition, names, wanted, false)
  const after = { ...storedForm(definition, before), ...values }
  checkMasterRow(definition, after, await readRowRules(tx, definition))
  const changed = Object.keys(values).filter(
    (name) => !isSame(values[name], storedForm(definition, before)[name]),
  )
  if (changed.length === 0) return before
  await checkMasterReferences(tx, definition, after, changed)
  if (definition.name === 'material' && changed.includes('secondUnit'))
    await assertSecondUnitFree(tx, textOf(after['materialNo']))
  const assigned: Row = {
    ...values,
    [pinyinField]: pinyinInitials(textOf(after[definition.display])),
  }
  await writeChange(tx, session, definition, given.key, assigned, changed)
  const row = await readBack(tx, session, definition, after)
  await audit(tx, session, definition, 'update', before, row)
  return row
}

/** Disables or enables a row; rows are never deleted (spec domain.md 1.5). */
export async function setMasterActive(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: MasterVersion,
  isActive: boolean,
): Promise<Row> {
  const before = await lockRow(tx, session, definition, given)
  if (before['isActive'] === isActive) return before
  if (!isActive) await assertEmpty(tx, definition, before)
  await writeChange(tx, session, definition, given.key, { isActive })
  const row = await readBack(tx, session, definition, given.key)
  await audit(tx, session, definition, isActive ? 'enable' : 'disable', before, row)
  return row
}

/** The fields a person may change: not the key, and of a mirror only the local ones. */
export function editableFields(definition: AnyMaster): string[] {
  const own =
    definition.isMirror === true ? (definition.localFields ?? []) : Object.keys(definition.fields)
  return own.filter(
    (name) => !definition.key.includes(name) && fieldOf(definition.fields, name).by !== 'server',
  )
}

function isKnownColumn(definition: AnyMaster, name: string): boolean {
  return Object.hasOwn(masterColumns(definition), name)
}

/** A page may send a complete row; fields the person may not change must then be unchanged. */
export function checkUntouched(
  definition: AnyMaster,
  editable: readonly string[],
  before: Row,
  sent: Row,
): void {
  for (const [name, value] of Object.entries(sent)) {
    if (editable.includes(name) || !Object.hasOwn(definition.fields, name)) continue
    if (isSame(value ?? '', before[name] ?? '')) continue
    const { label } = fieldOf(definition.fields, name)
    const isMirrored = definition.isMirror === true && !definition.key.includes(name)
    throw refuse(
      'input-invalid',
      {
        field: label.zh,
        fieldEn: label.en,
        problem: isMirrored ? '由 ERP 维护，不能在此修改' : '创建后不能修改',
        problemEn: isMirrored
          ? 'is kept by the ERP and cannot be changed here'
          : 'cannot be changed after creation',
      },
      { field: name },
    )
  }
}

/** Converts null to '' for texts and codes; see `masterRow` for the opposite direction. */
export function storedForm(definition: AnyMaster, row: Row): Row {
  return Object.fromEntries(
    Object.keys(definition.fields).map((name) => {
      const kind = fieldOf(definition.fields, name).kind
      const isText = kind === 'text' || kind === 'choice' || kind === 'reference'
      return [name, isText ? (row[name] ?? '') : row[name]]
    }),
  )
}

/** Whether two values of a column are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function keyCondition(definition: AnyMaster, key: Row, values: unknown[]): string {
  return definition.key
    .map((name) => {
      const part = key[name] ?? ''
      // An invalid day matches no key.
      if (fieldOf(definition.fields, name).kind === 'date' && !isLocalDate(part)) return 'false'
      return `${columnOf(name)} = $${values.push(part)}`
    })
    .join(' and ')
}

/** The row of a key within the person's scope. @throws Refusal `not-found` */
export async function findRow(
  tx: Queryable,
  session: Session,
  definition: AnyMaster,
  key: Row,
): Promise<Row> {
  const row = await readRow(tx, session, definition, key, '')
  if (row === undefined) throw unknownRow(definition, key)
  return row
}

const unknownRow = (definition: AnyMaster, key: Row) =>
  refuse('not-found', {
    subject: definition.label.zh,
    subjectEn: definition.label.en,
    no: keyText(definition, key),
  })

async function lockRow(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: MasterVersion,
): Promise<Row> {
  const row = await readRow(tx, session, definition, given.key, 'for update of m')
  if (row === undefined) throw unknownRow(definition, given.key)
  if (row['version'] !== given.version)
    throw staleVersion({
      no: keyText(definition, row),
      user: String(row['updatedByName']),
      at: String(row['updatedAt']),
      current: Number(row['version']),
      given: given.version,
    })
  return row
}

/** Reads the written row; rolls back if it has left the person's scope. */
async function readBack(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  key: Row,
): Promise<Row> {
  const row = await readRow(tx, session, definition, key, '')
  if (row === undefined)
    throw refuse('outside-scope', {
      what: definition.label.zh,
      whatEn: definition.label.en,
      value: keyText(definition, key),
    })
  return row
}

async function readRow(
  tx: Queryable,
  session: Session,
  definition: AnyMaster,
  key: Row,
  lock: string,
): Promise<Row | undefined> {
  const scope = masterScope(definition, session)
  const values = [...scope.values]
  const columns = Object.entries(masterColumns(definition)).map(
    ([name, column]) => `${column.sql} as "${name}"`,
  )
  const [row] = await tx.query(
    `select ${columns.join(', ')} from ${masterSource(definition)} where ${scope.sql} and ${keyCondition(definition, key, values)} ${lock}`,
    values,
  )
  if (row === undefined) return undefined
  const found = masterRow(definition, row)
  const { companyCode, plant } = definition.scope
  // A row without plant applies to all plants of its company.
  if (companyCode !== undefined && plant !== undefined && !found[plant])
    mustHoldWholeCompany(session, textOf(found[companyCode]), plant)
  return found
}

/** Mirrors of which the ERP fills own fields as long as nobody has entered them (`entered`). */
const filledByErp: ReadonlySet<string> = new Set(['material', 'supplier'])

async function writeChange(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  key: Row,
  assigned: Row,
  entered: readonly string[] = [],
): Promise<void> {
  const values: unknown[] = []
  const set = Object.entries(assigned).map(
    ([name, value]) => `"${toSnake(name)}" = $${values.push(value)}`,
  )
  if (filledByErp.has(definition.name) && entered.length > 0) {
    const emptied = entered.filter((name) => textOf(assigned[name]) === '')
    set.push(
      `entered = array(select unnest(m.entered || $${values.push(entered)}::text[]) except select unnest($${values.push(emptied)}::text[]))`,
    )
  }
  const written = await tx.query(
    `update ${masterSource(definition)} set ${set.join(', ')}, version = m.version + 1, updated_at = now(),
       updated_by_name = $${values.push(session.userName)}
     where ${keyCondition(definition, key, values)} returning 1 as written`,
    values,
  )
  if (written.length !== 1)
    throw new Error(
      `${definition.name} ${keyText(definition, key)}: ${written.length} rows written`,
    )
}

async function audit(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  action: string,
  before: Row | null,
  after: Row,
): Promise<void> {
  const no = keyText(definition, after)
  await writeAudit(tx, session, [
    {
      companyCode: typeof after['companyCode'] === 'string' ? after['companyCode'] : '',
      subjectType: definition.name,
      subjectId: no,
      subjectNo: no,
      action,
      before: before ?? undefined,
      after,
    },
  ])
}
