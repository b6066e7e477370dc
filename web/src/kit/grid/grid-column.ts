import type { CodeForm } from '@kufang/contract/document/declare/field.ts'
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
  | 'serialNumbers'
  | 'state'

export interface ColumnChoice {
  value: string
  label: Label | string
}

export interface ColumnState extends ColumnChoice {
  tone: Tone
}

/** Properties of a custom cell editor; `onDone` also leaves the cell. */
export interface CellEditorProps<Row> {
  row: Row
  field: string
  label: Label | string
  /** The current text of the cell, or the typed character that started the edit. */
  text: string
  /** The typed character that started the edit; '' if another key or the mouse did. */
  typed: string
  onChange: (text: string) => void
  onDone: () => void
}

/** A column of a table. Rows are plain objects, `field` is the name of a property. */
export interface GridColumn<Row> {
  field: string
  label: Label | string
  kind: ColumnKind
  /** Shown in the header after the label, for numbers of one unit or currency. */
  unit?: Label | string
  /** The field with the unit, shown after each quantity. */
  unitField?: string
  /** A quantity in the base unit: shown in the entry unit of its row too, if that has one. */
  isInBaseUnit?: boolean
  /** A unit of measure: shown as people say it. */
  isUnit?: boolean
  /** A field whose text is shown after this one's, unless this one's contains it. */
  appendedField?: string
  /** The field with the name of a reference, shown after its key. */
  textField?: string
  /** Maximum number of decimal places of a `decimal`. */
  decimals?: number
  /** The form in which a code is kept. */
  code?: CodeForm
  choices?: readonly ColumnChoice[]
  states?: readonly ColumnState[]
  /** The text of the cell in the current language, if it consists of several values. */
  text?: (row: Row) => string
  width?: number
  pinned?: 'left' | 'right'
  /** Numbers are right-aligned by default. */
  align?: 'left' | 'center' | 'right'
  /** Said in a tooltip, such as why the cell is not for this row; '' for nothing. */
  hint?: (row: Row) => string
  /** Hidden until the user adds it. */
  isHidden?: boolean
  /** Kept in view in a narrow table, as its pinned columns, goods, quantity and state are. */
  isEssential?: boolean
  isSortable?: boolean
  /** Custom content of the cell; copying uses the formatted value. */
  render?: (row: Row) => ReactNode
  /** Makes the cell a link; Ctrl+click opens its own tab. */
  onOpen?: (row: Row, inOwnTab: boolean) => void
  /** Whether the user may edit the cell; only in an editable table. */
  isEditable?: boolean | ((row: Row) => boolean)
  isRequired?: boolean
  /** A custom editor; by default text, or a list for choices. */
  editor?: ComponentType<CellEditorProps<Row>>
}

const numberKinds: ReadonlySet<ColumnKind> = new Set(['quantity', 'money', 'integer', 'decimal'])

export function isNumberKind(kind: ColumnKind): boolean {
  return numberKinds.has(kind)
}

/** The value of a field of a row of unknown type. */
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
  serialNumbers: 160,
  state: 110,
}

/** Width of a tag around its text, with the cell's margins, in pixels. */
const tagFrameWidth = 36
/** The dot before the text of a tag, with its gap, in pixels (state-tag.module.css). */
const tagDotWidth = 10

/** Margins of a cell around its text, in pixels. */
const cellFrameWidth = 18
/** Width of a header besides its text: the cell's margins and the sort arrow. */
const headerFrameWidth = 34
/** Longer headers are truncated and shown in a tooltip (truncation-tooltip.ts). */
const headerWidthMax = 190

/** The mark of a required column beside its header. */
export const requiredMark = ' *'

/** The parts of a column that determine its width. */
type WidthParts = Pick<
  GridColumn<never>,
  'kind' | 'width' | 'states' | 'label' | 'unit' | 'choices' | 'isRequired' | 'isEditable'
>

/** Whether a column is marked as required: its cells are entered. */
export const isMarkedRequired = ({
  isRequired,
  isEditable,
}: Pick<GridColumn<never>, 'isRequired' | 'isEditable'>): boolean =>
  isRequired === true && (isEditable ?? false) !== false

/**
 * The initial width of a column: sufficient for its header and its longest state or choice in the current language.
 */
export function columnWidth(column: WidthParts, language: Language = languageStore.get()): number {
  const wanted = column.width ?? defaultWidths[column.kind]
  const tags = (column.states ?? []).map(
    (state) =>
      textWidth(labelIn(state.label, language)) +
      tagFrameWidth +
      (state.tone === 'active' ? tagDotWidth : 0),
  )
  const unit = column.unit === undefined ? '' : ` (${labelIn(column.unit, language)})`
  const mark = isMarkedRequired(column) ? requiredMark : ''
  const header = textWidth(labelIn(column.label, language) + unit + mark) + headerFrameWidth
  const choices = (column.choices ?? []).map((choice) =>
    Math.min(textWidth(labelIn(choice.label, language)) + cellFrameWidth, headerWidthMax),
  )
  return Math.ceil(Math.max(wanted, Math.min(header, headerWidthMax), ...tags, ...choices))
}

const labelIn = (text: Label | string, language: Language): string =>
  typeof text === 'string' ? text : text[language]
