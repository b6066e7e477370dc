import type { Area } from './area.ts'
import type { ColumnStates, ScopeColumns } from './define-master.ts'
import type { Fields, RowOf } from './field.ts'
import type { Label } from './label.ts'
import type { ListPage } from './page.ts'

type Keys<T> = keyof T & string

/** Columns of a row that are never shown but identify or open something. */
export type Identifiers = Record<string, 'text' | 'integer' | 'uuid'>

/** A query always has a company, because its tables and the scope begin with it. */
type QueryScope<Column extends string> = ScopeColumns<Column> & {
  companyCode: Column
  pickingUnit?: Column
}

/** A grouping: one row per combination of these columns, with sums of totalled columns. */
export interface GroupingDeclaration<Field extends string> {
  label: Label
  /** Texts, codes and references; includes the unit if quantities are summed. */
  by: readonly Field[]
}

/** A rate: of the rows of the query, by month, how many of those that count meet the condition. */
export interface FigureDeclaration<Field extends string> {
  /** The grouping by which it is shown: by the month ('yyyyMM'), provisional until it has ended. */
  grouping: string
  /**
   * Totalled columns that are 1 or 0 in each row: rows that meet the condition, and rows that count. A row that adjusts
   * another one has the difference.
   */
  numerator: Field
  denominator: Field
  /** What is divided by what, for readers. */
  formula: Label
}

interface QueryShape<Field extends string, Identifier extends string> {
  /** Its address: `/api/queries/{name}/list`; writes under this name invalidate its lists. */
  name: string
  area: Area
  label: Label
  /**
   * Columns that together identify a row; appended to every sort order, so that paging neither skips nor repeats rows.
   */
  key: readonly (Field | Identifier)[]
  /** The default order. */
  sort: { field: Field | Identifier; direction: 'asc' | 'desc' }
  /** The column with the month (yyyyMM), if its page always shows one month, because several cannot be added. */
  ofMonth?: Field
  /** Columns searched by free text. */
  search: readonly Field[]
  /** The columns to which a person's data scope is applied in SQL; without `supplierNo` suppliers see no rows. */
  scope: QueryScope<Field | Identifier>
  states?: { readonly [Name in Field]?: ColumnStates }
  /** Columns with the number of a document, which they open: its type, and the column of its id. */
  links?: { readonly [Name in Field]?: { document: string; id: Field | Identifier } }
  /** Groupings a person may choose instead of single rows. */
  groupings?: Record<string, GroupingDeclaration<Field>>
  /** A rate computed from its rows, shown above them; a press on a group shows the rows behind it. */
  figure?: FigureDeclaration<Field>
  /**
   * Its pages: `columns` are those initially shown, in order, `filters` the filters initially shown. `query` pages need
   * no code; `screen` pages are written by hand with the same columns.
   */
  pages: Record<string, ListPage<Field>>
  /** Further pages whose users may read the query, such as pages that select from it. */
  readers?: readonly string[]
}

export interface QueryDefinition<
  F extends Fields = Fields,
  I extends Identifiers = Identifiers,
  P extends Fields = Fields,
> extends QueryShape<Keys<F>, Keys<I>> {
  /** The columns users see, filter, sort and export. */
  fields: F
  identifiers: I
  /**
   * Parameters its rows depend on, such as a point in time: sent with each request and validated like entered fields.
   */
  parameters?: P
}

/** Any query, with untyped names. */
export interface AnyQuery extends QueryShape<string, string> {
  fields: Fields
  identifiers: Identifiers
  parameters?: Fields
}

/** The names of all columns of a row. */
export type QueryColumn<D extends Pick<AnyQuery, 'fields' | 'identifiers'>> =
  | Keys<D['fields']>
  | Keys<D['identifiers']>

/**
 * Declares a read-only query. Its SQL is on the server (`bindQuery`); a missing or undeclared column does not compile
 * there.
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

/** The values of a query's parameters, as passed to its SQL. */
export type ParametersOf<D extends Pick<AnyQuery, 'parameters'>> =
  D extends QueryDefinition<infer _F, infer _I, infer P> ? RowOf<P> : {}
