import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import type { MasterHistoryEntry, MasterUse } from '@kufang/contract/document/master-record.ts'
import { visibleTo } from '@kufang/contract/document/visible.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { lastOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { valuesOf } from './find-masters.ts'
import { filteredLists } from './lists-by-master.ts'
import { masterScope } from './master-scope.ts'
import { columnOf, keyText, masterSource, rolesForMaster } from './master-table.ts'
import { findRow } from './write-masters.ts'

// What is known of one row of a master beside its fields: what was done to it, and who uses it.

const historyMax = 200
const examplesMax = 5
const listsMax = 12

/** What was done to the row and who did it, the newest first. @throws Refusal `not-found` outside the scope */
export async function masterHistory(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  key: Row,
): Promise<MasterHistoryEntry[]> {
  const row = await findRow(queryable, session, definition, key)
  const entries = await queryable.query<MasterHistoryEntry>(
    `select e.at, e.user_name, coalesce(u.account, 'system') as account, e.action, e.before, e.after, e.request_id
     from audit_entry e left join app_user u on u.id = e.user_id
     where e.company_code = $1 and e.subject_type = $2 and e.subject_id = $3
     order by e.at desc, e.id desc limit ${historyMax}`,
    [textOf(row['companyCode']), definition.name, keyText(definition, row)],
  )
  return visibleTo(definition, session, entries)
}

/**
 * Who uses the row: active rows of other masters that name it, persons whose data scope names it, and the lists the person
 * may open that are filtered by it. Counted within his scope; one statement for each.
 * @throws Refusal `not-found`
 */
export async function masterUses(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  key: Row,
): Promise<MasterUse[]> {
  const row = await findRow(queryable, session, definition, key)
  const mayOpen = (role: string): boolean => session.isAdmin || session.roles.has(role)
  const uses: MasterUse[] = []
  for (const other of Object.values<AnyMaster>(masters)) {
    for (const [name, field] of Object.entries(other.fields)) {
      if (field.master !== definition.name || isOwnKey(definition, other, name)) continue
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const found = await usesByMaster(queryable, session, definition, row, other, name)
      if (found.count === 0) continue
      const path = rolesForMaster(other, 'read').some(mayOpen)
        ? Object.keys(other.pages).find((known) => mayOpen(cataloguePage(known).role))
        : undefined
      uses.push({
        kind: 'master',
        label: other.label,
        ...found,
        ...(path !== undefined && { path, filters: { [name]: codeOf(definition, row) } }),
      })
    }
  }
  for (const relation of Object.values<AnyRelation>(userRelations)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const found = await usesByPersons(queryable, session, definition, row, relation)
    if (found !== null && found.count > 0)
      uses.push({
        kind: 'scope',
        label: relation.label,
        ...found,
        ...(mayOpen(cataloguePage(relation.path).role) && { path: relation.path }),
      })
  }
  for (const { path, list, filters } of filteredLists(definition, mayOpen)) {
    if (uses.filter(({ kind }) => kind === 'list').length === listsMax) break
    const { zh, en } = cataloguePage(path)
    const of = list === undefined ? undefined : documentDefinition(list)?.label
    uses.push({
      kind: 'list',
      // A page may have the lists of several documents.
      label: of === undefined ? { zh, en } : { zh: `${zh}：${of.zh}`, en: `${en}: ${of.en}` },
      count: null,
      examples: [],
      path,
      ...(list !== undefined && { list }),
      filters: valuesOf(filters, row),
    })
  }
  return uses
}

/** A place is named by everything within it by the columns of its key, which needs no mention: the plant of a bin. */
const isOwnKey = (definition: AnyMaster, other: AnyMaster, name: string): boolean =>
  other.name === definition.name && definition.key.includes(name)

const codeOf = ({ key }: AnyMaster, row: Row): string => textOf(row[lastOf(key)])

/** The conditions that a row with these columns names this one, by its code and by the parts of the key it has. */
function naming(
  definition: AnyMaster,
  row: Row,
  columns: readonly string[],
  name: string,
  bind: (value: unknown) => string,
  columnOfField: (field: string) => string,
): string[] {
  return definition.key.flatMap((part, at) => {
    if (at === definition.key.length - 1)
      return [`${columnOfField(name)} = ${bind(textOf(row[part]))}`]
    return columns.includes(part) ? [`${columnOfField(part)} = ${bind(textOf(row[part]))}`] : []
  })
}

async function usesByMaster(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  row: Row,
  other: AnyMaster,
  name: string,
): Promise<{ count: number; examples: string[] }> {
  const scope = masterScope(other, session)
  const values = [...scope.values]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = naming(definition, row, Object.keys(other.fields), name, bind, columnOf)
  const shown = other.key
    .filter((part) => part !== 'companyCode')
    .map((part) => `${columnOf(part)}::text`)
  const rows = await queryable.query<{ total: number; example: string }>(
    `select count(*) over ()::integer as total, concat_ws('/', ${shown.join(', ')}) as example
     from ${masterSource(other)} where ${scope.sql} and m.is_active and ${conditions.join(' and ')}
     order by ${other.key.map(columnOf).join(', ')} limit ${examplesMax}`,
    values,
  )
  return { count: rows[0]?.total ?? 0, examples: rows.map(({ example }) => example) }
}

/** Persons of the companies of whoever asks, whose data scope names the row. */
async function usesByPersons(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  row: Row,
  { name, fields }: AnyRelation,
): Promise<{ count: number; examples: string[] } | null> {
  const field = Object.entries(fields).find(([, { master }]) => master === definition.name)?.[0]
  if (field === undefined) return null
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const columnIn = (part: string) => `x."${toSnake(part)}"`
  const conditions = naming(definition, row, Object.keys(fields), field, bind, columnIn)
  if (!session.isAdmin) {
    const companies = bind(session.scope.companyCodes)
    conditions.push(
      `exists (select 1 from user_plant p where p.user_id = x.user_id and p.valid_to is null and p.company_code = any(${companies}::text[]))`,
    )
  }
  const rows = await queryable.query<{ total: number; example: string }>(
    `select count(*) over ()::integer as total, u.user_name || ' ' || u.account as example
     from user_${toSnake(name)} x join app_user u on u.id = x.user_id and u.status = 'active'
     where x.valid_to is null and ${conditions.join(' and ')}
     group by u.id, u.user_name, u.account order by u.account limit ${examplesMax}`,
    values,
  )
  return { count: rows[0]?.total ?? 0, examples: rows.map(({ example }) => example) }
}
