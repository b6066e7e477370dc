import type { Area } from './area.ts'
import type { Fields, MasterName, RowOf } from './field.ts'
import type { Label } from './label.ts'
import type { ListPage } from './page.ts'
import type { Tone } from './tone.ts'

type Keys<T> = keyof T & string

/** The columns with the organisation of a row, to which the data scope is applied in SQL. */
export interface ScopeColumns<Column extends string> {
  companyCode?: Column
  plant?: Column
  storageLocation?: Column
  materialGroup?: Column
  supplierNo?: Column
}

/** The states of a column, shown as coloured tags and offered in its filter. */
export type ColumnStates = Record<string, { label: Label; tone: Tone }>

/** The content of a printed label for a bin or material: QR code and text. */
export interface PaperLabel<Column extends string> {
  /** The QR code is the first non-empty value of these columns. */
  code: readonly Column[]
  /** The first line is printed large. */
  lines: readonly Column[]
}

/** What of a master is changed by two persons: one requests it with the day from which it counts, another approves it. */
export interface MasterApproval<Column extends string> {
  fields: readonly Column[]
  /** The whole row is a rule: it is also added, disabled and enabled so. */
  ofRows: boolean
}

/** Of a master whose rows have files attached: the field with what they are attached to, and the one with their number. */
export interface MasterFiles<Column extends string> {
  id: Column
  count: Column
}

export interface MasterDefinition<F extends Fields = Fields> {
  name: MasterName
  area: Area
  label: Label
  fields: F
  /** Natural key; immutable after creation. */
  key: readonly Keys<F>[]
  /** Shown with the key wherever a reference is shown. */
  display: Keys<F>
  /** Columns searched by the picker. */
  search: readonly Keys<F>[]
  scope: ScopeColumns<Keys<F>>
  states?: { readonly [Name in Keys<F>]?: ColumnStates }
  /** Mirrored from the ERP: read-only except `localFields`. */
  isMirror?: boolean
  localFields?: readonly Keys<F>[]
  /** Fields that are rules with effect on stock or money; absent if there are none. */
  approval?: MasterApproval<Keys<F>>
  /** Absent if no labels are printed. */
  paperLabel?: PaperLabel<Keys<F>>
  /** Absent if no files are attached to its rows. */
  files?: MasterFiles<Keys<F>>
  pages: Record<string, ListPage<Keys<F> | 'isActive' | 'updatedAt' | 'updatedByName'>>
}

/** Any master, with untyped names. */
export interface AnyMaster {
  name: MasterName
  area: Area
  label: Label
  fields: Fields
  key: readonly string[]
  display: string
  search: readonly string[]
  scope: ScopeColumns<string>
  states?: { readonly [Name in string]?: ColumnStates }
  isMirror?: boolean
  localFields?: readonly string[]
  approval?: MasterApproval<string>
  paperLabel?: PaperLabel<string>
  files?: MasterFiles<string>
  pages: Record<string, ListPage<string>>
}

/** Declares a master: rows are disabled, never deleted (domain.md 1.5, "disable not delete"). */
export function defineMaster<const F extends Fields>(
  declaration: Omit<
    MasterDefinition<F>,
    | 'key'
    | 'display'
    | 'search'
    | 'scope'
    | 'states'
    | 'localFields'
    | 'approval'
    | 'paperLabel'
    | 'files'
    | 'pages'
  > & {
    key: readonly NoInfer<Keys<F>>[]
    display: NoInfer<Keys<F>>
    search: readonly NoInfer<Keys<F>>[]
    scope: ScopeColumns<NoInfer<Keys<F>>>
    states?: { readonly [Name in NoInfer<Keys<F>>]?: ColumnStates }
    localFields?: readonly NoInfer<Keys<F>>[]
    approval?: MasterApproval<NoInfer<Keys<F>>>
    paperLabel?: PaperLabel<NoInfer<Keys<F>>>
    files?: MasterFiles<NoInfer<Keys<F>>>
    pages: Record<string, ListPage<NoInfer<Keys<F>> | 'isActive' | 'updatedAt' | 'updatedByName'>>
  },
): MasterDefinition<F> {
  return declaration
}

export type MasterRowOf<D> =
  D extends MasterDefinition<infer F> ? RowOf<F> & { isActive: boolean; version: number } : never
