import { languageStore, type Language } from '../text/language.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { textWidth } from '../text/text-width.ts'
import type { Tone } from '@kufang/contract/document/declare/tone.ts'
import type { ComponentType, ReactNode } from 'react'

export type ColumnKind =
  | 'text'
  | 'quantity'
  | 'money'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'instant'
  | 'flag'
  | 'choice'
  | 'reference'
  | 'list'
  | 'state'

export interface ColumnChoice {
  value: string
  label: Label | string
}

export interface ColumnState extends ColumnChoice {
  tone: Tone
}

/** What an own editor of a cell gets; `onDone` also leaves the cell. */
export interface CellEditorProps<Row> {
  row: Row
  field: string
  /** The cell's text as it stands; the first typed character when typing began the edit. */
  text: string
  onChange: (text: string) => void
  onDone: () => void
}

/** One column of a table. Rows are plain objects, `field` names a property of theirs. */
export interface GridColumn<Row> {
  field: string
  label: Label | string
  kind: ColumnKind
  /** Shown in the header after the label, for numbers of one unit or currency. */
  unit?: Label | string
  /** Field with the unit, shown after each quantity. */
  unitField?: string
  /** Field with the words of a reference, shown after its key. */
  textField?: string
  /** Digits after the point, at most, of a `decimal`. */
  decimals?: number
  choices?: readonly ColumnChoice[]
  states?: readonly ColumnState[]
  width?: number
  pinned?: 'left' | 'right'
  /** Numbers go right by themselves. */
  align?: 'left' | 'center' | 'right'
  /** Left out until the person asks for it. */
  isHidden?: boolean
  isSortable?: boolean
  /** Own content of the cell; copying takes the formatted value. */
  render?: (row: Row) => ReactNode
  /** Makes the cell a link: a click opens, with Ctrl in its own tab. */
  onOpen?: (row: Row, inOwnTab: boolean) => void
  /** May the person type here? Only in an editable table. */
  isEditable?: boolean | ((row: Row) => boolean)
  isRequired?: boolean
  /** Own editor; otherwise text, or a list for choices. */
  editor?: ComponentType<CellEditorProps<Row>>
}

const numberKinds: ReadonlySet<ColumnKind> = new Set(['quantity', 'money', 'integer', 'decimal'])

export function isNumberKind(kind: ColumnKind): boolean {
  return numberKinds.has(kind)
}

/** The value of a field, without knowing the row's type. */
export function valueOf(row: unknown, field: string): unknown {
  return typeof row === 'object' && row !== null
    ? (row as Readonly<Record<string, unknown>>)[field]
    : undefined
}

const defaultWidths: Record<ColumnKind, number> = {
  text: 140,
  quantity: 110,
  money: 120,
  integer: 80,
  decimal: 100,
  date: 110,
  instant: 150,
  flag: 70,
  choice: 110,
  reference: 140,
  list: 160,
  state: 110,
}

/** Pixels of a tag around its words, with the cell's margins. */
const tagFrameWidth = 36

/** Room of a header besides its words: the cell's margins and the arrow of the sort. */
const headerFrameWidth = 34
/** A longer header is cut, and told in full by its tip (truncation-tooltip.ts). */
const headerWidthMax = 190

/**
 * How wide a column begins: as its header and, for one of states, its longest state want it, in the
 * language shown.
 */
export function columnWidth(
  column: Pick<GridColumn<never>, 'kind' | 'width' | 'states' | 'label' | 'unit'>,
  language: Language = languageStore.get(),
): number {
  const wanted = column.width ?? defaultWidths[column.kind]
  const tags = (column.states ?? []).map(
    (state) => textWidth(labelIn(state.label, language)) + tagFrameWidth,
  )
  const unit = column.unit === undefined ? '' : ` (${labelIn(column.unit, language)})`
  const header = textWidth(labelIn(column.label, language) + unit) + headerFrameWidth
  return Math.ceil(Math.max(wanted, Math.min(header, headerWidthMax), ...tags))
}

const labelIn = (text: Label | string, language: Language): string =>
  typeof text === 'string' ? text : text[language]
