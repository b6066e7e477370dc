import { allValues, type AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { likeForm } from '../platform/list/filter-sql.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import type {
  UserRelationField,
  UserRelationName,
  UserRelationValue,
} from '@kufang/contract/identity/user-relations.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'

/** The acting person; `ended_by_name` and `created_by_name` store the name at that time. */
export interface RelationActor {
  userId: string
  userName: string
}

const tableOf = (name: UserRelationName): string => `user_${toSnake(name)}`
const fieldsOf = (name: UserRelationName): [UserRelationField, Field][] =>
  Object.entries(userRelations[name].fields) as [UserRelationField, Field][]
const columnsOf = (name: UserRelationName): string[] =>
  fieldsOf(name).map(([field]) => toSnake(field))
/** One list of texts per column; '' for what is not given. */
const listsOf = (name: UserRelationName, values: readonly UserRelationValue[]): string[][] =>
  fieldsOf(name).map(([field]) => values.map((value) => value[field] ?? ''))

/** The value as text, for messages. */
export function describeRelation(name: UserRelationName, value: UserRelationValue): string {
  return fieldsOf(name)
    .map(([field]) => value[field] || '*')
    .join('/')
}

/** SQL: the references of a value `v` that are given exist in their masters, or are all where that is permitted. */
function knownSql(name: UserRelationName): string {
  const { mayBeAll = [] }: AnyRelation = userRelations[name]
  // Areas have no master: they are those of the bins.
  const ofBins = `(v.area = '${allValues}' or exists (select 1 from bin b where b.company_code = v.company_code
    and b.plant = v.plant and b.storage_location = v.storage_location and b.area = v.area))`
  const references = fieldsOf(name).flatMap(([field, { master }]) => {
    if (master === undefined) return []
    const column = toSnake(field)
    const key = masters[master].key.map((part, index, all) => {
      const own = toSnake(part)
      return `m.${own} = v.${index === all.length - 1 ? column : own}`
    })
    const isAll = mayBeAll.includes(field) ? ` or v.${column} = '${allValues}'` : ''
    return [
      `(v.${column} = ''${isAll} or exists (select from ${toSnake(master)} m where ${key.join(' and ')}))`,
    ]
  })
  return [...references, ...(name === 'bin-area' ? [ofBins] : [])].join(' and ')
}

/** Refuses values not in the masters (`master-unknown`), each on its line. */
export async function checkRelationValues(
  database: Queryable,
  name: UserRelationName,
  values: readonly UserRelationValue[],
): Promise<void> {
  const columns = columnsOf(name)
  const unknown = await database.query<{ line: number }>(
    `select v.line from unnest(${columns.map((_column, index) => `$${index + 1}::text[]`).join(', ')})
       with ordinality as v (${columns.join(', ')}, line)
     where not (${knownSql(name)}) order by v.line`,
    listsOf(name, values),
  )
  if (unknown.length === 0) return
  const { label } = userRelations[name]
  throw refuseAll(
    unknown.map(({ line }) => ({
      code: 'master-unknown',
      params: {
        master: label.zh,
        masterEn: label.en,
        value: describeRelation(name, itemAt(values, line - 1)),
      },
      line,
    })),
  )
}

/** Adds relations of one user in one statement; existing live ones stay unchanged. */
export async function addRelations(
  tx: Transaction,
  actor: RelationActor,
  name: UserRelationName,
  userId: string,
  values: readonly UserRelationValue[],
): Promise<number> {
  const columns = columnsOf(name)
  const names = columns.join(', ')
  const lists = columns.map((_column, index) => `$${index + 4}::text[]`).join(', ')
  const rows = await tx.query(
    `insert into ${tableOf(name)} (user_id, created_by, created_by_name, ${names})
     select $1, $2, $3, ${names} from unnest(${lists}) as value (${names})
     on conflict do nothing returning 1 as added`,
    [userId, actor.userId, actor.userName, ...listsOf(name, values)],
  )
  return rows.length
}

/** Ends live relations by id; the rows are kept with user and time. */
export async function endRelations(
  tx: Transaction,
  actor: RelationActor,
  name: UserRelationName,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const ended = await tx.query(
    `update ${tableOf(name)} set valid_to = now(), ended_by_name = $3
     where user_id = $1 and id = any($2::uuid[]) and valid_to is null returning 1 as ended`,
    [userId, ids, actor.userName],
  )
  if (ended.length !== new Set(ids).size)
    throw refuse('not-found', { subject: '关系', subjectEn: 'Relation', no: ids.join(', ') })
}

/** The live relations of a user, for the audit. */
export function liveRelations(
  database: Queryable,
  name: UserRelationName,
  userId: string,
): Promise<UserRelationValue[]> {
  const columns = columnsOf(name)
  return database.query(
    `select ${columns.join(', ')} from ${tableOf(name)} where user_id = $1 and valid_to is null order by ${columns.join(', ')}`,
    [userId],
  )
}

export interface RelationFilters {
  userId?: string | undefined
  /** Part of the account or name. */
  search?: string | undefined
  companyCode?: string | undefined
  plant?: string | undefined
  /** Prefix of the storage location, material group or picking unit. */
  value?: string | undefined
  includeEnded: boolean
  pageNum: number
  pageSize: number
}

/** A page of relations of one name, newest first, within the companies of the session. */
export async function listRelations(
  database: Queryable,
  session: Session,
  name: UserRelationName,
  filters: RelationFilters,
): Promise<{ rows: object[]; total: number }> {
  const columns = columnsOf(name)
  const values: unknown[] = []
  const conditions: string[] = []
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined || value === '') return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  where(filters.userId, (at) => `x.user_id = ${at}`)
  where(
    filters.search && `%${likeForm(filters.search)}%`,
    (at) => `(search_form(u.account) like ${at} or search_form(u.user_name) like ${at})`,
  )
  if (columns.includes('company_code')) where(filters.companyCode, (at) => `x.company_code = ${at}`)
  if (columns.includes('plant')) where(filters.plant, (at) => `x.plant = ${at}`)
  where(
    filters.value && `${likeForm(filters.value)}%`,
    (at) => `search_form(x.${columns.at(-1)}) like ${at}`,
  )
  if (!filters.includeEnded) conditions.push('x.valid_to is null')
  if (!session.isAdmin) {
    where(session.scope.companyCodes, (at) =>
      columns.includes('company_code')
        ? `x.company_code = any(${at})`
        : `exists (select from user_plant p where p.user_id = x.user_id and p.valid_to is null and p.company_code = any(${at}))`,
    )
  }
  const source = `from ${tableOf(name)} x join app_user u on u.id = x.user_id ${
    conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  }`
  const [counted] = await database.query<{ total: number }>(
    `select count(*) as total ${source}`,
    values,
  )
  const rows = await database.query(
    `select x.id, x.user_id, u.account, u.user_name, ${columns.map((column) => `x.${column}`).join(', ')},
       x.valid_from, x.valid_to, x.created_by_name, x.ended_by_name
     ${source} order by x.valid_from desc, x.id limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, filters.pageSize, (filters.pageNum - 1) * filters.pageSize],
  )
  return { rows, total: counted?.total ?? 0 }
}
