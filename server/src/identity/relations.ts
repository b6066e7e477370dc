import type { Label } from '@kufang/contract/document/declare/label.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'

/** The acting person; `ended_by_name` and `created_by_name` store the name at that time. */
export interface RelationActor {
  userId: string
  userName: string
}

export const relationKinds = {
  plant: { table: 'user_plant', columns: ['company_code', 'plant', 'department'] },
  'storage-location': {
    table: 'user_storage_location',
    columns: ['company_code', 'plant', 'storage_location'],
  },
  'material-group': { table: 'user_material_group', columns: ['material_group'] },
  'picking-unit': { table: 'user_picking_unit', columns: ['company_code', 'picking_unit'] },
} as const

export type RelationKind = keyof typeof relationKinds

/** The value of a relation; only the fields of its kind are used. */
export interface RelationValue {
  companyCode?: string | undefined
  plant?: string | undefined
  department?: string | undefined
  storageLocation?: string | undefined
  materialGroup?: string | undefined
  pickingUnit?: string | undefined
}

const fieldOfColumn = {
  company_code: 'companyCode',
  plant: 'plant',
  department: 'department',
  storage_location: 'storageLocation',
  material_group: 'materialGroup',
  picking_unit: 'pickingUnit',
} as const

/** The value as text, for messages. */
function describeRelation(kind: RelationKind, value: RelationValue): string {
  return relationKinds[kind].columns.map((column) => value[fieldOfColumn[column]] || '*').join('/')
}

/** Per kind: the master of its values, and its name for messages. */
const masters: Record<RelationKind, { name: Label; condition: string }> = {
  plant: {
    name: { zh: '公司/工厂', en: 'Company or plant' },
    condition: `exists (select from company m where m.company_code = v.company_code)
      and (v.plant = '' or exists (select from plant m where m.company_code = v.company_code and m.plant = v.plant))`,
  },
  'storage-location': {
    name: { zh: '库存地点', en: 'Storage location' },
    condition: `exists (select from storage_location m where m.company_code = v.company_code
      and m.plant = v.plant and m.storage_location = v.storage_location)`,
  },
  'material-group': {
    name: { zh: '物料组', en: 'Material group' },
    condition: `exists (select from material_group m where m.material_group = v.material_group)`,
  },
  'picking-unit': {
    name: { zh: '领料单位', en: 'Picking unit' },
    condition: `exists (select from picking_unit m where m.company_code = v.company_code and m.picking_unit = v.picking_unit)`,
  },
}

/** Refuses values not in the master (`master-unknown`), each on its line. */
export async function checkRelationValues(
  database: Queryable,
  kind: RelationKind,
  values: readonly RelationValue[],
): Promise<void> {
  const { columns } = relationKinds[kind]
  const { name, condition } = masters[kind]
  const unknown = await database.query<{ line: number }>(
    `select v.line from unnest(${columns.map((_column, index) => `$${index + 1}::text[]`).join(', ')})
       with ordinality as v (${columns.join(', ')}, line)
     where not (${condition}) order by v.line`,
    columns.map((column) => values.map((value) => value[fieldOfColumn[column]] ?? '')),
  )
  if (unknown.length === 0) return
  throw refuseAll(
    unknown.map(({ line }) => ({
      code: 'master-unknown',
      params: {
        master: name.zh,
        masterEn: name.en,
        value: describeRelation(kind, values[line - 1]!),
      },
      line,
    })),
  )
}

/** Adds relations of one user in one statement; existing live ones stay unchanged. */
export async function addRelations(
  tx: Transaction,
  actor: RelationActor,
  kind: RelationKind,
  userId: string,
  values: readonly RelationValue[],
): Promise<number> {
  const { table, columns } = relationKinds[kind]
  const names = columns.join(', ')
  const lists = columns.map((_column, index) => `$${index + 4}::text[]`).join(', ')
  const rows = await tx.query(
    `insert into ${table} (user_id, created_by, created_by_name, ${names})
     select $1, $2, $3, ${names} from unnest(${lists}) as value (${names})
     on conflict do nothing returning 1 as added`,
    [
      userId,
      actor.userId,
      actor.userName,
      ...columns.map((column) => values.map((value) => value[fieldOfColumn[column]] ?? '')),
    ],
  )
  return rows.length
}

/** Ends live relations by id; the rows are kept with user and time. */
export async function endRelations(
  tx: Transaction,
  actor: RelationActor,
  kind: RelationKind,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const { table } = relationKinds[kind]
  const ended = await tx.query(
    `update ${table} set valid_to = now(), ended_by_name = $3
     where user_id = $1 and id = any($2::uuid[]) and valid_to is null returning 1 as ended`,
    [userId, ids, actor.userName],
  )
  if (ended.length !== new Set(ids).size)
    throw refuse('not-found', { subject: '关系', subjectEn: 'Relation', no: ids.join(', ') })
}

/** The live relations of a user, for the audit. */
export function liveRelations(
  database: Queryable,
  kind: RelationKind,
  userId: string,
): Promise<RelationValue[]> {
  const { table, columns } = relationKinds[kind]
  return database.query(
    `select ${columns.join(', ')} from ${table} where user_id = $1 and valid_to is null order by ${columns.join(', ')}`,
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

/** A page of relations of one kind, newest first, within the companies of the session. */
export async function listRelations(
  database: Queryable,
  session: Session,
  kind: RelationKind,
  filters: RelationFilters,
): Promise<{ rows: object[]; total: number }> {
  const { table, columns } = relationKinds[kind]
  const names: readonly string[] = columns
  const values: unknown[] = []
  const conditions: string[] = []
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined || value === '') return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  const escaped = (text: string | undefined) => text?.replace(/[\\%_]/g, '\\$&')
  where(filters.userId, (at) => `x.user_id = ${at}`)
  where(
    filters.search && `%${escaped(filters.search)}%`,
    (at) => `(u.account ilike ${at} or u.user_name ilike ${at})`,
  )
  if (names.includes('company_code')) where(filters.companyCode, (at) => `x.company_code = ${at}`)
  if (names.includes('plant')) where(filters.plant, (at) => `x.plant = ${at}`)
  where(filters.value && `${escaped(filters.value)}%`, (at) => `x.${names.at(-1)} like ${at}`)
  if (!filters.includeEnded) conditions.push('x.valid_to is null')
  if (!session.isAdmin) {
    where(session.scope.companyCodes, (at) =>
      names.includes('company_code')
        ? `x.company_code = any(${at})`
        : `exists (select from user_plant p where p.user_id = x.user_id and p.valid_to is null and p.company_code = any(${at}))`,
    )
  }
  const source = `from ${table} x join app_user u on u.id = x.user_id ${
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
