import type { Area } from './area.ts'
import type { ScopeColumns } from './define-master.ts'
import type { Fields, RowOf } from './field.ts'
import type { Label } from './label.ts'
import type { ListPage } from './page.ts'
import type { Tone } from './tone.ts'

type Keys<T> = keyof T & string

/** What a row carries beside its fields and nobody is shown: what opens or identifies something. */
export type Identifiers = Record<string, 'text' | 'integer' | 'uuid'>

/** The states of a column, shown as coloured tags and chosen from in the filter. */
export type ColumnStates = Record<string, { label: Label; tone: Tone }>

/** Every query has a company: the tables behind it begin with it, and so does the scope. */
type QueryScope<Column extends string> = ScopeColumns<Column> & {
  companyCode: Column
  pickingUnit?: Column
}

/** Rows added up: one for each combination of these columns, with the sums of what is totalled. */
export interface GroupingDeclaration<Field extends string> {
  label: Label
  /** Texts, codes and references; the unit among them where quantities are added up. */
  by: readonly Field[]
}

interface QueryShape<Field extends string, Identifier extends string> {
  /** Its address: `/api/queries/{name}/list`; what is written under this name makes its lists stale. */
  name: string
  area: Area
  label: Label
  /** Names of columns that together identify a row; they end each sort, so that paging never skips or repeats. */
  key: readonly (Field | Identifier)[]
  /** Its order until a person wants another. */
  sort: { field: Field | Identifier; direction: 'asc' | 'desc' }
  /** Columns the free search looks into. */
  search: readonly Field[]
  /** What the data scope of a person is applied to, in SQL; a supplier sees nothing without `supplierNo`. */
  scope: QueryScope<Field | Identifier>
  states?: { readonly [Name in Field]?: ColumnStates }
  /** Summaries a person may choose instead of the single rows. */
  groupings?: Record<string, GroupingDeclaration<Field>>
  /**
   * Its pages: `columns` are those shown at first, in order (the others can be added), `filters` those shown at
   * once. `query` needs nothing further; `screen` is written by hand around the same columns.
   */
  pages: Record<string, ListPage<Field>>
  /** Further pages whose people read it, such as those who choose from it. */
  readers?: readonly string[]
}

export interface QueryDefinition<
  F extends Fields = Fields,
  I extends Identifiers = Identifiers,
  P extends Fields = Fields,
> extends QueryShape<Keys<F>, Keys<I>> {
  /** What people see, filter, sort and export. */
  fields: F
  identifiers: I
  /** What its rows depend on, such as a moment: sent with each request, checked like entered fields. */
  parameters?: P
}

/** Any query, where the frame does not care which. */
export interface AnyQuery extends QueryShape<string, string> {
  fields: Fields
  identifiers: Identifiers
  parameters?: Fields
}

/** Names of everything a row of the query carries. */
export type QueryColumn<D extends Pick<AnyQuery, 'fields' | 'identifiers'>> =
  | Keys<D['fields']>
  | Keys<D['identifiers']>

/**
 * Declares a read-only query. Its SQL stands on the server (`bindQuery`), where the compiler asks for each
 * column that is declared here and refuses any other.
 */
export function defineQuery<
  const F extends Fields,
  const I extends Identifiers,
  const P extends Fields = {},
>(
  declaration: { fields: F; identifiers: I; parameters?: P } & QueryShape<
    NoInfer<Keys<F>>,
    NoInfer<Keys<I>>
  >,
): QueryDefinition<F, I, P> {
  return declaration
}

/** Values of a query's parameters, as its SQL receives them. */
export type ParametersOf<D extends Pick<AnyQuery, 'parameters'>> =
  D extends QueryDefinition<infer _F, infer _I, infer P> ? RowOf<P> : {}
