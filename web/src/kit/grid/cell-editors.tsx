import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { label } from '../text/language.ts'
import { emptyValue } from './cell-format.ts'
import type { GridColumn } from './grid-column.ts'
import { cellEditor } from './grid-contents.tsx'
import type { CellEditorClass, EditorParams } from './grid-contents.tsx'
import { valueOf } from './grid-column.ts'
import styles from './grid.module.css'

/** What editing begins with: the typed character, nothing after Delete, else the cell's text. */
function startText<Row>(props: EditorParams<Row>): string {
  const { eventKey } = props
  if (eventKey === 'Backspace' || eventKey === 'Delete') return ''
  if (eventKey !== null && eventKey.length === 1) return eventKey
  const value = valueOf(props.data, props.gridColumn.field)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Typing in a cell: plain text, judged when the cell is left. */
function TextEditor<Row>(props: EditorParams<Row>): ReactNode {
  const inputRef = useRef<HTMLInputElement>(null)
  const startRef = useRef(startText(props))
  const { eventKey, onValueChange } = props
  useEffect(() => {
    const input = inputRef.current
    input?.focus()
    onValueChange(startRef.current)
    // Entered by Enter or a click, the whole value is replaced by typing on.
    if (eventKey === null || eventKey.length > 1) input?.select()
    // oxlint-disable-next-line react/exhaustive-deps -- only when editing begins
  }, [])
  return (
    <input
      ref={inputRef}
      className={styles.textEditor}
      defaultValue={startRef.current}
      aria-label={label(props.gridColumn.label)}
      autoComplete="off"
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}

/** Choosing in a cell, by the browser's own list: fast, and made for the keyboard. */
function ChoiceEditor<Row>(props: EditorParams<Row>): ReactNode {
  const selectRef = useRef<HTMLSelectElement>(null)
  const { gridColumn: column, onValueChange } = props
  useEffect(() => selectRef.current?.focus(), [])
  const value = valueOf(props.data, column.field)
  const choices =
    column.kind === 'flag'
      ? [
          { value: 'true', label: { zh: '是', en: 'Yes' } },
          { value: 'false', label: { zh: '否', en: 'No' } },
        ]
      : (column.choices ?? column.states ?? [])
  return (
    <select
      ref={selectRef}
      className={styles.textEditor}
      defaultValue={typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''}
      aria-label={label(column.label)}
      onChange={(event) => onValueChange(event.target.value)}
    >
      {column.isRequired !== true && <option value="">{emptyValue}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {label(choice.label)}
        </option>
      ))}
    </select>
  )
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

const editors = {
  text: cellEditor(TextEditor),
  choice: cellEditor(ChoiceEditor),
  own: cellEditor(OwnEditor),
}

/** The engine's editor for a column. */
export function editorOf<Row>(column: GridColumn<Row>): CellEditorClass {
  if (column.editor !== undefined) return editors.own
  return ['choice', 'state', 'flag'].includes(column.kind) ? editors.choice : editors.text
}
