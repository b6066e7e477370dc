import type { Area } from './area.ts'
import type { Fields, MasterName, RowOf } from './field.ts'
import type { Label } from './label.ts'
import type { ListPage } from './page.ts'

type Keys<T> = keyof T & string

/** Which columns of a row hold the organisation it belongs to, so that the data scope applies in SQL. */
export interface ScopeColumns<Column extends string> {
  companyCode?: Column
  plant?: Column
  storageLocation?: Column
  materialGroup?: Column
  supplierNo?: Column
}

/** What is printed on a label to stick on a bin or a good: what its QR code says, and what people read. */
export interface PaperLabel<Column extends string> {
  /** The code is the value of the first of these that has one. */
  code: readonly Column[]
  /** The first is printed large. */
  lines: readonly Column[]
}

export interface MasterDefinition<F extends Fields = Fields> {
  name: MasterName
  area: Area
  label: Label
  fields: F
  /** Natural key; never changes after creation. */
  key: readonly Keys<F>[]
  /** Shown beside the key wherever a reference is shown. */
  display: Keys<F>
  /** Columns the picker searches in. */
  search: readonly Keys<F>[]
  scope: ScopeColumns<Keys<F>>
  /** Read from the ERP: cannot be created or edited here but for `localFields`. */
  isMirror?: boolean
  localFields?: readonly Keys<F>[]
  /** Left out where there is nothing to stick a label on. */
  paperLabel?: PaperLabel<Keys<F>>
  pages: Record<string, ListPage<Keys<F> | 'isActive' | 'updatedAt' | 'updatedByName'>>
}

/** Any master, where the frame does not care which. */
export interface AnyMaster {
  name: MasterName
  area: Area
  label: Label
  fields: Fields
  key: readonly string[]
  display: string
  search: readonly string[]
  scope: ScopeColumns<string>
  isMirror?: boolean
  localFields?: readonly string[]
  paperLabel?: PaperLabel<string>
  pages: Record<string, ListPage<string>>
}

/** Declares a master: rows are disabled, never deleted (domain.md 1.5, "disable not delete"). */
export function defineMaster<const F extends Fields>(
  declaration: Omit<
    MasterDefinition<F>,
    'key' | 'display' | 'search' | 'scope' | 'localFields' | 'paperLabel' | 'pages'
  > & {
    key: readonly NoInfer<Keys<F>>[]
    display: NoInfer<Keys<F>>
    search: readonly NoInfer<Keys<F>>[]
    scope: ScopeColumns<NoInfer<Keys<F>>>
    localFields?: readonly NoInfer<Keys<F>>[]
    paperLabel?: PaperLabel<NoInfer<Keys<F>>>
    pages: Record<string, ListPage<NoInfer<Keys<F>> | 'isActive' | 'updatedAt' | 'updatedByName'>>
  },
): MasterDefinition<F> {
  return declaration
}

export type MasterRowOf<D> =
  D extends MasterDefinition<infer F> ? RowOf<F> & { isActive: boolean; version: number } : never
