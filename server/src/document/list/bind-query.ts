import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { Filter, ListRequest, Sort } from '@kufang/contract/document/api.ts'
import type {
  AnyQuery,
  ParametersOf,
  QueryColumn,
} from '@kufang/contract/document/declare/define-query.ts'
import type { ListOptions } from '../../platform/list/list-options.ts'
import type { ListColumn } from '../../platform/list/column-type.ts'
import type { Session } from '../../platform/session/session.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { refuseInput } from '../../platform/list/refuse-input.ts'
import { missingFields, readInput } from '../draft/input.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import type { ScopeCondition } from './scope.ts'

/** Where a column stands in SQL: an expression over the tables of `from`, or one that depends on who reads. */
export type ColumnSql = string | FilledSql | ((session: Session) => string)

interface FilledSql {
  sql: string
  isNotNull: true
}

/** An expression that no row leaves null: only so may paging compare whole rows, and use an index. */
export const filled = (sql: string): FilledSql => ({ sql, isNotNull: true })

/** Gives a value a place among those of the statement: `$1`, `$2`… */
export type Bind = (value: unknown) => string

/** The SQL of a declared query; everything else about it is in the declaration. */
export interface QuerySource<Column extends string, Parameters = Record<string, unknown>> {
  /** What follows FROM; a function of the parameters where the query declares any. */
  from: string | ((parameters: Parameters, bind: Bind) => string)
  /** Each declared column, and no other. */
  columns: Record<Column, ColumnSql>
  /** Which rows belong to it at all. */
  where?: string
  /** Where rows of no company (`''`) are some people's too; otherwise those of the session. */
  companies?: (session: Session) => readonly string[]
  /** The scope within the companies, where the columns of the declaration's `scope` do not say it. */
  scope?: (session: Session) => ScopeCondition
  /** The order an index gives for the wanted one, with these filters. */
  order?: (wanted: readonly Sort[], filters: readonly Filter[]) => Sort[]
  /**
   * Where each row is computed: totals, summaries and orders that no index gives need every row of the result.
   * They are given for up to `rowsMax` rows; beyond that an order or a summary is refused, and totals are left out.
   */
  gathered?: { rowsMax: number; inOrderOf: readonly Column[] }
  /** Nobody goes on working from this list: it may be read on a replica, some seconds behind. */
  isReport?: boolean
}

export interface BoundQuery {
  definition: AnyQuery
  source: QuerySource<string, never>
}

/**
 * Binds a declared query to its SQL: with this, `/api/queries/{name}/list` and `/export` serve it. A column without
 * its SQL, or with a name the declaration does not know, is an error of the compiler.
 */
export function bindQuery<const D extends AnyQuery>(
  definition: D,
  source: QuerySource<NoInfer<QueryColumn<D>>, NoInfer<ParametersOf<D>>>,
): BoundQuery {
  return { definition, source }
}

/**
 * A query as the generic list takes it, for one person: columns of amounts only for who may see amounts, rows of
 * their companies, plants, storage locations, material groups, picking units and supplier only.
 */
export function queryOptions(
  { definition, source }: BoundQuery,
  session: Session,
  request: ListRequest,
): Omit<ListOptions, 'sizeMax'> {
  const columns = columnsOf({ definition, source }, session)
  const ordered = (wanted: readonly Sort[]): Sort[] =>
    source.order?.(wanted, request.filters ?? []) ?? [...wanted]
  const scope = source.scope?.(session) ?? scopeOf(definition, columns, session)
  const grouping = groupingOf(definition, request)
  const given = request.sort !== undefined && request.sort.length > 0 ? request.sort : undefined
  const values: unknown[] = []
  const from =
    typeof source.from === 'string'
      ? source.from
      : source.from(
          readParameters(definition, request) as never,
          (value) => `$${values.push(value)}`,
        )
  return {
    from,
    values,
    columns,
    ...(grouping === undefined ? {} : { grouping }),
    ...(source.gathered === undefined ? {} : { gathered: source.gathered }),
    key: definition.key,
    search: definition.search,
    request: {
      ...request,
      sort: grouping === undefined ? ordered(given ?? [definition.sort]) : (given ?? []),
    },
    scope: {
      ...scope,
      sql: source.where === undefined ? scope.sql : `(${source.where}) and ${scope.sql}`,
    },
    partition: {
      sql: columns[definition.scope.companyCode]!.sql,
      values: source.companies?.(session) ?? session.scope.companyCodes,
    },
    ...(columns['unit'] === undefined ? {} : { unit: columns['unit'].sql }),
    defaultSort: [],
    timeZone: companyTimeZone,
  }
}

/** The columns of the summary asked for; undefined for single rows. */
function groupingOf(
  definition: AnyQuery,
  { grouping }: ListRequest,
): readonly string[] | undefined {
  if (grouping === undefined) return undefined
  const { groupings = {} } = definition
  if (!Object.hasOwn(groupings, grouping))
    throw refuseInput('grouping', '没有这种汇总方式', 'there is no such summary')
  return groupings[grouping]!.by
}

/** Values of the declared parameters, checked as entered fields are; a missing one is null unless required. */
function readParameters(
  { parameters = {} }: AnyQuery,
  request: ListRequest,
): Record<string, unknown> {
  const { values, problems } = readInput(parameters, request.parameters ?? {}, {
    accepts: () => true,
  })
  const missing = missingFields(parameters, values, {})
  if (problems.length + missing.length > 0) throw refuseAll([...problems, ...missing])
  const empty = Object.fromEntries(Object.keys(parameters).map((name) => [name, null]))
  return { ...empty, ...values }
}

function columnsOf(
  { definition, source }: BoundQuery,
  session: Session,
): Record<string, ListColumn> {
  const columns: Record<string, ListColumn> = {}
  const hidden = hiddenFields(definition, session)
  for (const [name, field] of Object.entries(definition.fields)) {
    if (hidden.has(name)) continue
    columns[name] = {
      ...sqlOf(source.columns[name]!, session),
      kind: field.kind,
      label: field.label,
      ...(field.isTotalled === true ? { isTotalled: true } : {}),
    }
  }
  for (const [name, kind] of Object.entries(definition.identifiers))
    columns[name] = {
      ...sqlOf(source.columns[name]!, session),
      ...(kind === 'uuid' ? { kind: 'text' as const, type: 'uuid' as const } : { kind }),
    }
  return columns
}

function sqlOf(column: ColumnSql, session: Session): Pick<ListColumn, 'sql' | 'isNotNull'> {
  if (typeof column === 'object') return column
  return { sql: typeof column === 'string' ? column : column(session) }
}

/** The scope by the declared columns; what has no supplier is not a supplier's at all. */
function scopeOf(
  definition: AnyQuery,
  columns: Record<string, ListColumn>,
  session: Session,
): ScopeCondition {
  const { scope } = session
  const declared = definition.scope
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const sql = (name: string) => columns[name]!.sql
  const parts = ['true']
  const narrow = (name: string | undefined, allowed: readonly string[] | null) => {
    if (name !== undefined && allowed !== null)
      parts.push(`${sql(name)} = any(${add(allowed)}::text[])`)
  }
  narrow(declared.plant, scope.plants)
  narrow(declared.materialGroup, scope.materialGroups)
  narrow(declared.pickingUnit, scope.pickingUnits)
  const { plant, storageLocation } = declared
  if (plant !== undefined && storageLocation !== undefined && scope.storageLocations !== null) {
    const location = sql(storageLocation)
    parts.push(
      `(coalesce(${location}, '') = '' or ${sql(plant)} || '/' || ${location} = any(${add(scope.storageLocations)}::text[]))`,
    )
  }
  if (scope.supplierNo !== null)
    parts.push(
      declared.supplierNo === undefined
        ? 'false'
        : `${sql(declared.supplierNo)} = ${add(scope.supplierNo)}`,
    )
  return { sql: parts.join(' and '), values }
}
