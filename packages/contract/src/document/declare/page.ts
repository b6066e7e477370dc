import type { ErpState } from './erp-state.ts'

/** The five page shells, and hand-written screens. */
export type PageKind = 'create' | 'maintain' | 'step' | 'query' | 'master' | 'screen'

interface PageBase<Column extends string> {
  kind: PageKind
  /** Columns of the list, in order; a default if absent. */
  columns?: readonly Column[]
  /** The 4 to 6 filters shown initially. */
  filters?: readonly Column[]
  /** Rows of the list: documents, or their lines. */
  level?: 'header' | 'line'
}

/** Header fields with the values of a page's documents. */
export type PageWhere = Readonly<Partial<Record<string, string | boolean>>>

export interface DocumentPage<
  State extends string,
  Action extends string,
  Column extends string,
  Where extends object = PageWhere,
  Source extends string = string,
> extends PageBase<Column> {
  kind: 'create' | 'maintain' | 'step' | 'query' | 'screen'
  /**
   * Restricts the page to documents with these values: documents created on it get them, it lists no others, and its
   * role permits reading, changing and acting on no others. All documents of the type if absent.
   */
  where?: Where
  /** The entry of `sources` from which the page creates documents; null: without a predecessor. */
  source?: Source | null
  /**
   * Fields of header and lines that this page has persons enter, though other pages copy them from the predecessor or
   * have none: the account assignment of goods that left before anybody knew it. Without a predecessor they are entered
   * instead of what one would give.
   */
  enters?: readonly string[]
  /** Those of them without which a document of this page is not saved. */
  requires?: readonly string[]
  /** create, with a `source`: fields of the header that are usually this on this page: a date that is `today`. */
  usual?: Readonly<Record<string, 'today'>>
  /** The worklist shows documents in these states. */
  states?: readonly State[]
  /** …and in these ERP states. */
  erpStates?: readonly ErpState[]
  /** The actions of the page; its role code permits exactly these. */
  actions?: readonly Action[]
  /** create: filters of the list of source lines; column names of the predecessor. */
  sourceFilters?: readonly string[]
  /** create, with `stockLines`: columns of the stock that rows must have a value of to be offered here, such as a hazard class. */
  offeredWith?: readonly string[]
  /** create: an action performed right after creating the draft. */
  actionAfterCreate?: Action
  /** The page's role may create documents; always true for create. */
  creates?: boolean
  /** maintain: the page's role may edit and delete drafts. Defaults to true for maintain. */
  edits?: boolean
  /** The column to scan or group by, shown as the hint of the scan field; of a page with lines of stock a column of the stock. */
  scans?: Column
  /** create: possible, but nobody's task: it makes no to-do, and is no next step of the predecessor. */
  isOptional?: boolean
  /** create: the home page offers it to those who may open it, because the work cannot wait: goods for an emergency. */
  isAtHand?: boolean
}

export interface ListPage<Column extends string> extends PageBase<Column> {
  kind: 'query' | 'master' | 'screen'
  /** master: rows can be created and changed here (not for mirrors). */
  edits?: boolean
  /** query, master: values of columns with states with which the list opens; whoever wants the other rows removes the filter. */
  opensWith?: Readonly<Partial<Record<Column, readonly string[]>>>
}
