import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { isOfWords } from '@kufang/contract/document/words-order.ts'
import { codeFormOf } from '@kufang/contract/document/code-form.ts'
import type { Filter, ListRequest, Sort } from '@kufang/contract/document/api.ts'
import type {
  AnyQuery,
  ParametersOf,
  QueryColumn,
} from '@kufang/contract/document/declare/define-query.ts'
import type { Queryable, Row } from '../../platform/database/database.ts'
import { columnType } from '../../platform/list/column-type.ts'
import type { ListOptions, SearchedWord } from '../../platform/list/list-options.ts'
import type { ListColumn } from '../../platform/list/column-type.ts'
import { searchTextSql } from '../../platform/list/search-text.ts'
import type { Session } from '../../platform/session/session.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { refuseInput } from '../../platform/list/refuse-input.ts'
import { missingFields, readInput } from '../input/input.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import type { ScopeCondition } from '../storage/scope.ts'

/** A column in SQL: an expression over the tables of `from`, or one that depends on the reader. */
export type ColumnSql = string | FilledSql | ((session: Session) => string)

interface FilledSql extends Pick<ListColumn, 'hasPattern'> {
  sql: string
  isNotNull: true
}

/** An expression that is never null. Only then may paging compare whole rows and use an index. */
export const filled = (sql: string): FilledSql => ({ sql, isNotNull: true })

/** Adds a value to the statement's parameters and returns its placeholder: `$1`, `$2`… */
export type Bind = (value: unknown) => string

/** Columns of a query in one table, and those of the index of its texts. */
interface SearchText<Column extends string> {
  of: readonly Column[]
  columns: readonly string[]
}

/** The SQL of a declared query; everything else is in the declaration. */
export interface QuerySource<Column extends string, Parameters = Record<string, unknown>> {
  /** The FROM clause; a function of the parameters if the query declares any, and of whether the database is Citus'. */
  from: string | ((parameters: Parameters, bind: Bind, isDistributed: boolean) => string)
  /** One expression per declared column. */
  columns: Record<Column, ColumnSql>
  /** Columns of a table that an index of their joint text finds, as SQL in its order (`searchTextSql`); of several tables, each. */
  searchText?: SearchText<Column> | readonly SearchText<Column>[]
  /** The search, if it covers more than one table; by default any of the declared columns has the word. */
  searchWord?: (word: SearchedWord) => string
  /**
   * Restricts which rows belong to the query at all; depending on the filters, it may add what follows from them and an
   * index knows.
   */
  where?: string | ((filters: readonly Filter[]) => string)
  /** Company codes, if some persons may also read rows of no company (`''`); by default those of the session. */
  companies?: (session: Session) => readonly string[]
  /** The same, of rows that other companies share, which the database knows; read before the list. */
  companiesOf?: (queryable: Queryable, session: Session) => Promise<readonly string[]>
  /** The scope within the companies, if the declared `scope` columns cannot express it. */
  scope?: (session: Session, isDistributed: boolean) => ScopeCondition
  /** Replaces the requested sort order by one an index supports, depending on the filters. */
  order?: (wanted: readonly Sort[], filters: readonly Filter[]) => Sort[]
  /**
   * Columns besides the declared sort and the key whose order an index serves under these filters; by others up to
   * `sortedMax` rows are sorted.
   */
  inOrderOf?: (filters: readonly Filter[]) => readonly Column[]
  /**
   * For queries that compute each row: groupings and orders without an index must read all rows. They are available up to
   * `rowsMax` rows and refused beyond that; totals are omitted beyond `totalsMax`, by default the same. `apart` are the
   * aliases in `from` of what is computed for columns only: rows found by it are counted up to 1,000. Aggregates joined by
   * `left join lateral … on true` are left out of other counts by PostgreSQL.
   */
  gathered?: {
    rowsMax: number
    totalsMax?: number
    inOrderOf: readonly Column[]
    apart?: readonly string[]
  }
  /**
   * Columns of tables that a distributed database keeps on another machine than the rows. They are read for the rows of
   * a page by a statement of their own; only a request that filters or sorts by one joins all of them (`join`, to which
   * their expressions refer).
   */
  apart?: {
    columns: readonly Column[]
    join: string
    complete: (queryable: Queryable, rows: readonly Row[]) => Promise<void>
  }
  /** No work is based on this list, so it may be read from a replica with some seconds of lag. */
  isReport?: boolean
}

export interface BoundQuery {
  definition: AnyQuery
  source: QuerySource<string, never>
}

/**
 * Binds a declared query to its SQL; `/api/queries/{name}/list` and `/export` then serve it. A missing or undeclared
 * column does not compile.
 */
export function bindQuery<const D extends AnyQuery>(
  definition: D,
  source: QuerySource<NoInfer<QueryColumn<D>>, NoInfer<ParametersOf<D>>>,
): BoundQuery {
  return { definition, source }
}

/**
 * Options of the generic list for one person: amount columns only with an amounts role; rows limited to the person's
 * companies, plants, storage locations, material groups, picking units and supplier.
 */
export function queryOptions(
  { definition, source }: BoundQuery,
  session: Session,
  request: ListRequest,
  { isDistributed }: Pick<Queryable, 'isDistributed'> = { isDistributed: false },
  /** What `companiesOf` of the query returned for this person. */
  companies?: readonly string[],
): Omit<ListOptions, 'sizeMax'> {
  const { apart } = source
  const isJoined =
    apart !== undefined &&
    [...(request.filters ?? []), ...(request.sort ?? [])].some(({ field }) =>
      apart.columns.includes(field),
    )
  const columns = columnsOf({ definition, source }, session)
  if (!isJoined)
    for (const name of apart?.columns ?? []) {
      const column = columns[name]
      if (column !== undefined) columns[name] = { ...column, sql: `null::${columnType(column)}` }
    }
  const ordered = (wanted: readonly Sort[]): Sort[] =>
    source.order?.(wanted, request.filters ?? []) ?? [...wanted]
  const where =
    typeof source.where === 'function' ? source.where(request.filters ?? []) : source.where
  const scope = source.scope?.(session, isDistributed) ?? scopeOf(definition, columns, session)
  const grouping = groupingOf(definition, request)
  const given = request.sort !== undefined && request.sort.length > 0 ? request.sort : undefined
  const values: unknown[] = []
  const from =
    typeof source.from === 'string'
      ? source.from
      : source.from(
          readParameters(definition, request) as never,
          (value) => `$${values.push(value)}`,
          isDistributed,
        )
  return {
    from: isJoined ? `${from} ${apart.join}` : from,
    ...(apart === undefined || isJoined ? {} : { complete: apart.complete }),
    values,
    columns,
    isDistributed,
    ...(grouping === undefined ? {} : { grouping }),
    ...(source.gathered === undefined ? {} : { gathered: gatheredOf(source.gathered) }),
    key: definition.key,
    ascending: ['lineNo'],
    inOrderOf: [
      ...ordered([definition.sort]).map(({ field }) => field),
      ...(source.inOrderOf?.(request.filters ?? []) ?? []),
    ],
    search: definition.search,
    ...(source.searchWord === undefined ? {} : { searchWord: source.searchWord }),
    request: {
      ...request,
      sort: grouping === undefined ? ordered(given ?? [definition.sort]) : (given ?? []),
    },
    scope: {
      ...scope,
      sql: where === undefined ? scope.sql : `(${where}) and ${scope.sql}`,
    },
    partition: {
      sql: fieldOf(columns, definition.scope.companyCode).sql,
      values: companies ?? source.companies?.(session) ?? session.scope.companyCodes,
    },
    ...(columns['unit'] === undefined ? {} : { unit: columns['unit'].sql }),
    defaultSort: [],
    timeZone: companyTimeZone,
  }
}

function gatheredOf({
  apart,
  ...limits
}: NonNullable<QuerySource<string>['gathered']>): NonNullable<ListOptions['gathered']> {
  return {
    ...limits,
    ...(apart !== undefined && { apart: new RegExp(`\\b(${apart.join('|')})\\.`) }),
  }
}

/** The columns of the requested grouping; undefined for single rows. */
function groupingOf(
  definition: AnyQuery,
  { grouping }: ListRequest,
): readonly string[] | undefined {
  if (grouping === undefined) return undefined
  const { groupings = {} } = definition
  if (!Object.hasOwn(groupings, grouping))
    throw refuseInput('grouping', '没有这种汇总方式', 'there is no such summary')
  return fieldOf(groupings, grouping).by
}

/** Values of the declared parameters, validated like entered fields; a missing optional one is null. */
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
  const tables: readonly SearchText<string>[] = [source.searchText ?? []].flat()
  for (const [name, field] of Object.entries(definition.fields)) {
    if (hidden.has(name)) continue
    const table = tables.find(({ of }) => of.includes(name))
    columns[name] = {
      ...sqlOf(fieldOf(source.columns, name), session),
      ...(table !== undefined && { searchText: searchTextSql(table.columns) }),
      kind: field.kind,
      code: codeFormOf(field),
      ...(isOfWords(name, field) && { isOfWords: true }),
      label: field.label,
      ...(field.isTotalled === true ? { isTotalled: true } : {}),
      ...(field.kind === 'quantity' && field.unit !== undefined && { unitField: field.unit }),
    }
  }
  for (const [name, kind] of Object.entries(definition.identifiers))
    columns[name] = {
      ...sqlOf(fieldOf(source.columns, name), session),
      ...(kind === 'uuid' ? { kind: 'text' as const, type: 'uuid' as const } : { kind }),
    }
  return columns
}

function sqlOf(
  column: ColumnSql,
  session: Session,
): Pick<ListColumn, 'sql' | 'isNotNull' | 'hasPattern'> {
  if (typeof column === 'object') return column
  return { sql: typeof column === 'string' ? column : column(session) }
}

/** The scope by the declared columns; a query without a supplier column is empty for suppliers. */
function scopeOf(
  definition: AnyQuery,
  columns: Record<string, ListColumn>,
  session: Session,
): ScopeCondition {
  const { scope } = session
  const declared = definition.scope
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const sql = (name: string) => fieldOf(columns, name).sql
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
