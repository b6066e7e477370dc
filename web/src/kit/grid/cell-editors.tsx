import type { ICellEditorParams } from 'ag-grid-community'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { label } from '../text/language.ts'
import { emptyValue } from './cell-format.ts'
import type { GridColumn } from './grid-column.ts'
import { cellEditor } from './grid-contents.tsx'
import type { CellEditorClass, EditorParams } from './grid-contents.tsx'
import { valueOf } from './grid-column.ts'
import styles from './grid.module.css'

/** What the engine tells an editor, with what the definition of the column adds. */
type Params<Row> = ICellEditorParams<Row, string> & { gridColumn: GridColumn<Row> }

/** What editing begins with: the typed character, nothing after Delete, else the cell's text. */
function startText<Row>(params: Params<Row>): string {
  const { eventKey } = params
  if (eventKey === 'Backspace' || eventKey === 'Delete') return ''
  if (eventKey !== null && eventKey.length === 1) return eventKey
  const value = valueOf(params.data, params.gridColumn.field)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/*
 * Text and choices are elements of the browser, made and focused in the same turn as the key that began them. An
 * editor that is drawn later loses what is typed meanwhile, and a quantity is then wrong without a word.
 */

/** Typing in a cell: plain text, judged when the cell is left. */
class TextEditor {
  readonly #input = document.createElement('input')
  #isReplaced = false

  init(params: Params<never>): void {
    this.#input.className = styles.textEditor ?? ''
    this.#input.ariaLabel = label(params.gridColumn.label)
    this.#input.autocomplete = 'off'
    this.#input.value = startText(params)
    // Entered by Enter or a click, the whole value is replaced by typing on.
    this.#isReplaced = params.eventKey === null || params.eventKey.length > 1
  }

  getGui(): HTMLElement {
    return this.#input
  }

  afterGuiAttached(): void {
    this.#input.focus()
    if (this.#isReplaced) this.#input.select()
  }

  getValue(): string {
    return this.#input.value
  }
}

/** Choosing in a cell, by the browser's own list: fast, and made for the keyboard. */
class ChoiceEditor {
  readonly #select = document.createElement('select')
  #value: string | null | undefined

  init(params: Params<never>): void {
    const { gridColumn: column } = params
    this.#value = params.value
    const choices =
      column.kind === 'flag'
        ? [
            { value: 'true', label: { zh: '是', en: 'Yes' } },
            { value: 'false', label: { zh: '否', en: 'No' } },
          ]
        : (column.choices ?? column.states ?? [])
    if (column.isRequired !== true) this.#select.add(new Option(emptyValue, ''))
    for (const choice of choices) this.#select.add(new Option(label(choice.label), choice.value))
    const value: unknown = valueOf(params.data, column.field)
    this.#select.value =
      typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
    this.#select.className = styles.textEditor ?? ''
    this.#select.ariaLabel = label(column.label)
    this.#select.addEventListener('change', () => {
      this.#value = this.#select.value
    })
  }

  getGui(): HTMLElement {
    return this.#select
  }

  afterGuiAttached(): void {
    this.#select.focus()
  }

  /** Until something is chosen, the value stays. */
  getValue(): string | null | undefined {
    return this.#value
  }
}

/** A column's own editor, such as a picker with search. */
function OwnEditor<Row>(props: EditorParams<Row>): ReactNode {
  const startRef = useRef(startText(props))
  const { editor: Editor, field } = props.gridColumn
  if (Editor === undefined) return null
  return (
    <Editor
      row={props.data}
      field={field}
      text={startRef.current}
      onChange={props.onValueChange}
      onDone={() => setTimeout(() => props.stopEditing(), 0)}
    />
  )
}

const ownEditor = cellEditor(OwnEditor)

/** The engine's editor for a column. */
export function editorOf<Row>(column: GridColumn<Row>): CellEditorClass {
  if (column.editor !== undefined) return ownEditor
  return ['choice', 'state', 'flag'].includes(column.kind) ? ChoiceEditor : TextEditor
}
