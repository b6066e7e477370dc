import type { ErpState } from '../erp-state.ts'

/** The five page shells (architecture section 3), and the written screen. */
export type PageKind = 'create' | 'maintain' | 'step' | 'query' | 'master' | 'screen'

interface PageBase<Column extends string> {
  kind: PageKind
  /** Columns of the list, in order; a good default when left out. */
  columns?: readonly Column[]
  /** The 4 to 6 filters that are shown at once. */
  filters?: readonly Column[]
  /** Rows of the list: documents, or their lines. */
  level?: 'header' | 'line'
}

/** Header fields and the values that the documents of a page have in them. */
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
   * The page is about the documents with these values only: what it makes gets them, it lists no other, and its role
   * permits reading, changing and acting on no other. All documents of the type where it is left out.
   */
  where?: Where
  /** Which of the type's `sources` it makes documents from; null makes them without a predecessor. */
  source?: Source | null
  /** A worklist shows the documents in these states. */
  states?: readonly State[]
  /** …and in these ERP states. */
  erpStates?: readonly ErpState[]
  /** What can be done here; holding the page's role code permits exactly these. */
  actions?: readonly Action[]
  /** create: the filters over the open lines of the predecessor; names of its columns. */
  sourceFilters?: readonly string[]
  /** create: right after making the draft, this action runs too; one press for the person. */
  actionAfterCreate?: Action
  /** The page's role may make new documents; always so for create. */
  creates?: boolean
  /** maintain: the role of this page may edit and delete drafts. Defaults to true for maintain. */
  edits?: boolean
  /** Column the page is grouped or scanned by, shown as the scan field's hint. */
  scans?: Column
}

export interface ListPage<Column extends string> extends PageBase<Column> {
  kind: 'query' | 'master' | 'screen'
  /** master: rows can be created and changed here (not for mirrors). */
  edits?: boolean
}
