import './line-grid-modules.ts'
import type { ICellEditorParams } from 'ag-grid-community'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { label, listed } from '../text/language.ts'
import { emptyValue } from './cell-format.ts'
import type { GridColumn } from './grid-column.ts'
import { editedQuantity, quantityChoices } from './entered-quantity.ts'
import { cellEditor } from './grid-contents.tsx'
import type { CellEditorClass, EditorParams } from './grid-contents.tsx'
import { loadMaterialUnits } from './material-units.ts'
import { isNumberKind, valueOf } from './grid-column.ts'
import styles from './grid.module.css'

/** The editor parameters of AG Grid with the column definition. */
type Params<Row> = ICellEditorParams<Row, string> & { gridColumn: GridColumn<Row> }

/** The initial text: the typed character, '' after Delete, else the cell's text. */
function startText<Row>(params: Params<Row>): string {
  const { eventKey } = params
  if (eventKey === 'Backspace' || eventKey === 'Delete') return ''
  if (eventKey !== null && eventKey.length === 1) return eventKey
  const { field, isInBaseUnit } = params.gridColumn
  const value = valueOf(params.data, field)
  if (Array.isArray(value)) return listed(value)
  if (isInBaseUnit === true) return editedQuantity(params.data, value) ?? plainText(value)
  return plainText(value)
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/*
 * The text and choice editors are native elements, created and focused in the same task as the key that starts editing.
 * An editor rendered later would lose characters typed meanwhile, and silently change a quantity.
 */

/** Distinguishes the lists of units of editors. */
let listsMade = 0

/** A text editor; its value is validated when the cell is left. */
class TextEditor {
  readonly #input = document.createElement('input')
  /** The units a quantity can be in; the arrow keys choose one. */
  #units: HTMLDataListElement | null = null
  #isReplaced = false

  init(params: Params<never>): void {
    this.#input.className = styles.textEditor ?? ''
    // A number keeps its position while it is edited.
    if (isNumberKind(params.gridColumn.kind)) this.#input.style.textAlign = 'end'
    this.#input.ariaLabel = label(params.gridColumn.label)
    this.#input.autocomplete = 'off'
    this.#input.value = startText(params)
    if (params.gridColumn.isInBaseUnit === true) this.#offerUnits(params.data)
    // When started by Enter or a click, typing replaces the whole value.
    this.#isReplaced = params.eventKey === null || params.eventKey.length > 1
  }

  /** Offers what is typed in each unit of the row and its material; nothing for rows with one unit. */
  #offerUnits(row: unknown): void {
    const units = document.createElement('datalist')
    units.id = `units-${(listsMade += 1)}`
    this.#units = units
    this.#input.setAttribute('list', units.id)
    const offer = () => {
      const choices = quantityChoices(row, this.#input.value)
      units.replaceChildren(
        ...choices.map(({ value, label: words }) => {
          const option = document.createElement('option')
          option.value = value
          option.label = words === '' ? value : `${value} ${words}`
          return option
        }),
      )
    }
    offer()
    this.#input.addEventListener('input', offer)
    document.body.append(units)
    loadMaterialUnits(valueOf(row, 'materialNo')).then(offer, console.error)
  }

  destroy(): void {
    this.#units?.remove()
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

/** A choice editor with a native select element, which is fast and works with the keyboard. */
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

  /** Unchanged until something is selected. */
  getValue(): string | null | undefined {
    return this.#value
  }
}

/** A custom editor of a column, such as a picker with search. */
function OwnEditor<Row>(props: EditorParams<Row>): ReactNode {
  const startRef = useRef(startText(props))
  const { editor: Editor, field } = props.gridColumn
  if (Editor === undefined) return null
  return (
    <Editor
      row={props.data}
      field={field}
      label={props.gridColumn.label}
      text={startRef.current}
      typed={props.eventKey?.length === 1 ? props.eventKey : ''}
      onChange={props.onValueChange}
      onDone={() => setTimeout(() => props.stopEditing(), 0)}
    />
  )
}

const ownEditor = cellEditor(OwnEditor)

/** The editor class of a column. */
export function editorOf<Row>(column: GridColumn<Row>): CellEditorClass {
  if (column.editor !== undefined) return ownEditor
  return ['choice', 'state', 'flag'].includes(column.kind) ? ChoiceEditor : TextEditor
}
