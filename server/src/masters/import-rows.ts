import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { type RefusalDetail, isRefusal, refusalDetails, refuse } from '@kufang/kernel/refusal.ts'
import { typedNumber } from '@kufang/kernel/typed-number.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { fieldOf, itemAt, lastOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { mustHoldWholeCompany } from '../platform/session/whole-company.ts'
import { readMasterInput } from './master-input.ts'
import {
  checkMasterRow,
  derivedFields,
  readRowRules,
  unknownReferences,
  type RowRules,
} from './master-rules.ts'
import { masterScope } from './master-scope.ts'
import { keyText, masterColumns, masterRow, masterSource } from './master-table.ts'
import { checkUntouched, editableFields, isSame, storedForm } from './write-masters.ts'

// Reads the rows of an imported table: what each of them would do, by a constant number of statements.

/** A row of the table that is not refused. */
export interface ReadImportRow {
  line: number
  /** What is entered, in the form of the table. */
  values: Row
  /** The whole row as it will be. */
  after: Row
  /** Null of a new row. */
  before: Row | null
  /** Fields that differ from the row there is. */
  changed: readonly string[]
  /** Whether it is to be in use; undefined if the table does not say so. */
  isActive?: boolean | undefined
}

export interface GivenImportRow {
  line: number
  values: Readonly<Record<string, unknown>>
}

/** The problems of a check, with the line of the table; any other error is thrown on. */
export function problemsAt(line: number, check: () => void): RefusalDetail[] {
  try {
    check()
    return []
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refusalDetails(error).map((detail) => ({ ...detail, line }))
  }
}

/**
 * What each row would do, and all that is refused: a cell that is not valid, a code that its master does not have, a key
 * that stands twice in the table, a row outside the scope. Existing rows are those the person may see.
 */
export async function readImportRows(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  given: readonly GivenImportRow[],
): Promise<{ rows: ReadImportRow[]; problems: RefusalDetail[] }> {
  const problems: RefusalDetail[] = []
  const table = given.map((row) => ({ ...row, values: withPlainNumbers(definition, row.values) }))
  const keyed: { row: GivenImportRow; key: Row }[] = []
  const seen = new Map<string, number>()
  for (const row of table) {
    const found = problemsAt(row.line, () => {
      const sent = Object.fromEntries(definition.key.map((name) => [name, row.values[name]]))
      const key = readMasterInput(definition, definition.key, sent, true)
      const no = keyText(definition, key)
      const first = seen.get(no)
      if (first !== undefined)
        throw refuse('import-row-repeated', { key: no, first }, { field: lastOf(definition.key) })
      seen.set(no, row.line)
      keyed.push({ row, key })
    })
    addAll(problems, found)
  }
  const existing = await readByKeys(
    queryable,
    session,
    definition,
    keyed.map(({ key }) => key),
  )
  const rules = await readRowRules(queryable, definition)
  const read: ReadImportRow[] = []
  for (const { row, key } of keyed) {
    const before = existing.get(keyText(definition, key)) ?? null
    const found = problemsAt(row.line, () => {
      read.push(
        before === null
          ? newRow(session, definition, row, rules)
          : changedRow(session, definition, row, before, rules),
      )
    })
    addAll(problems, found)
  }
  const unknown = await unknownReferences(
    queryable,
    definition,
    read.map(({ after, before, changed, values }) => ({
      row: after,
      names: before === null ? Object.keys(values) : changed,
    })),
  )
  const isUnknown = new Set(unknown.map(({ index }) => index))
  // What names nothing is outside any scope, which is no second reason.
  const outside = [...(await outsideScope(queryable, session, definition, read))].filter(
    ([index]) => !isUnknown.has(index),
  )
  const refused = new Set([...isUnknown, ...outside.map(([index]) => index)])
  addAll(
    problems,
    unknown.map(({ index, detail }) => ({ ...detail, line: itemAt(read, index).line })),
  )
  addAll(
    problems,
    outside.map(([index, detail]) => ({ ...detail, line: itemAt(read, index).line })),
  )
  return { rows: read.filter((_row, index) => !refused.has(index)), problems }
}

const numberKinds: ReadonlySet<string> = new Set(['quantity', 'decimal', 'money', 'integer'])

/** Numbers of tables as they are typed: wide digits, and commas between thousands. */
function withPlainNumbers(
  { fields }: AnyMaster,
  values: GivenImportRow['values'],
): GivenImportRow['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && numberKinds.has(fields[name]?.kind ?? '')
        ? (typedNumber(value) ?? value)
        : value,
    ]),
  )
}

/** Whether the row is to be in use, if the table has that column. Of rules another person decides it row by row. */
function activeOf(definition: AnyMaster, values: Readonly<Row>): boolean | undefined {
  const { isActive } = values
  if (isActive === undefined || isActive === null || isActive === '') return undefined
  if (definition.isMirror === true || definition.approval?.ofRows === true)
    throw refuse('column-unknown', { column: 'isActive' }, { field: 'isActive' })
  if (typeof isActive === 'boolean') return isActive
  throw refuse(
    'input-invalid',
    { field: '启用', fieldEn: 'Active', problem: '应为是或否', problemEn: 'must be yes or no' },
    { field: 'isActive' },
  )
}

function newRow(
  session: Session,
  definition: AnyMaster,
  row: GivenImportRow,
  rules: RowRules,
): ReadImportRow {
  if (definition.isMirror === true) {
    const no = keyText(definition, row.values)
    const { zh: subject, en: subjectEn } = definition.label
    throw refuse('not-found', { subject, subjectEn, no }, { field: lastOf(definition.key) })
  }
  const { isActive: _given, ...sent } = row.values
  const names = Object.keys(definition.fields).filter(
    (name) => fieldOf(definition.fields, name).by !== 'server',
  )
  const values = readMasterInput(definition, names, sent, true)
  checkMasterRow(definition, values, rules)
  Object.assign(values, derivedFields(values, rules))
  checkWholeCompany(session, definition, values)
  const isActive = activeOf(definition, row.values)
  return { line: row.line, values, after: values, before: null, changed: names, isActive }
}

function changedRow(
  session: Session,
  definition: AnyMaster,
  row: GivenImportRow,
  before: Row,
  rules: RowRules,
): ReadImportRow {
  const { isActive: _given, ...sent } = row.values
  const names = editableFields(definition)
  const stored = storedForm(definition, before)
  // Keys are compared as they are kept: in capital letters.
  const beside = Object.fromEntries(
    Object.entries(sent).filter(([name]) => !definition.key.includes(name)),
  )
  checkUntouched(definition, names, before, beside)
  const wanted = Object.fromEntries(
    Object.entries(beside).filter(
      ([name]) => names.includes(name) || !Object.hasOwn(definition.fields, name),
    ),
  )
  const values = readMasterInput(definition, names, wanted, false)
  const after = { ...stored, ...values }
  checkMasterRow(definition, after, rules)
  checkWholeCompany(session, definition, after)
  const changed = Object.keys(values).filter((name) => !isSameValue(values[name], stored[name]))
  const isActive = activeOf(definition, row.values)
  return { line: row.line, values, after, before, changed, isActive }
}

/** A number that is written with further zeros is the same number. */
const isSameValue = (one: unknown, other: unknown): boolean =>
  isSame(one, other) || (isDecimal(one) && isDecimal(other) && plain(one) === plain(other))
const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+\.\d+$|^-?\d+$/.test(value)
const plain = (value: string): string =>
  value.includes('.') ? value.replace(/0+$/, '').replace(/\.$/, '') : value

/** A row without plant applies to all plants of its company. */
function checkWholeCompany(session: Session, definition: AnyMaster, row: Row): void {
  const { companyCode, plant } = definition.scope
  if (companyCode !== undefined && plant !== undefined && textOf(row[plant]) === '')
    mustHoldWholeCompany(session, textOf(row[companyCode]), plant)
}

/** The rows of these keys that the person may see, by `keyText`; one statement. */
export async function readByKeys(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  keys: readonly Row[],
): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map()
  const scope = masterScope(definition, session)
  const columns = Object.entries(masterColumns(definition)).map(
    ([name, column]) => `${column.sql} as "${name}"`,
  )
  const parts = definition.key.map((name) => `"${toSnake(name)}"`)
  const own = parts.map((part) => `m.${part}`).join(', ')
  const rows = await queryable.query(
    `select ${columns.join(', ')} from ${masterSource(definition)}
     where ${scope.sql} and (${own}) in (
       select ${parts.join(', ')} from jsonb_populate_recordset(null::${toSnake(definition.name)}, $${scope.values.length + 1}::jsonb))
     order by ${own}`,
    [...scope.values, jsonOf(keys)],
  )
  return new Map(
    rows.map((row) => {
      const found = masterRow(definition, row)
      return [keyText(definition, found), found]
    }),
  )
}

/** Rows as JSON with the columns of the table. */
export const jsonOf = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnake(name), value])),
    ),
  )

/** Of these rows those that the person may not have: outside the scope, or there already, which he cannot see; by index. */
async function outsideScope(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  read: readonly ReadImportRow[],
): Promise<Map<number, RefusalDetail>> {
  const found = new Map<number, RefusalDetail>()
  if (read.length === 0) return found
  const scope = masterScope(definition, session)
  const table = toSnake(definition.name)
  const same = definition.key.map((name) => `t."${toSnake(name)}" = m."${toSnake(name)}"`)
  const given = (place: number) => `with m as materialized (
       select one.*, given.at::integer as "at" from jsonb_array_elements($${place}::jsonb) with ordinality as given (value, at),
         jsonb_populate_record(null::${table}, given.value) as one)`
  const rows = jsonOf(read.map(({ after }) => after))
  // Apart from each other: the rows that are there may be on other machines.
  const inside = await queryable.query<{ at: number }>(
    `${given(scope.values.length + 1)} select m.at from m where ${scope.sql}`,
    [...scope.values, rows],
  )
  const there = await queryable.query<{ at: number }>(
    `${given(1)} select m.at from m join ${table} t on ${same.join(' and ')}`,
    [rows],
  )
  const isInside = new Set(inside.map(({ at }) => at - 1))
  const isThere = new Set(there.map(({ at }) => at - 1))
  const { zh, en } = definition.label
  for (const [index, { after, before }] of read.entries()) {
    const key = keyText(definition, after)
    if (!isInside.has(index))
      found.set(index, { code: 'outside-scope', params: { what: zh, whatEn: en, value: key } })
    else if (before === null && isThere.has(index))
      found.set(index, { code: 'master-exists', params: { master: zh, masterEn: en, key } })
  }
  return found
}
