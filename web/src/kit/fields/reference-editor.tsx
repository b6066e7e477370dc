import type { ComponentType } from 'react'
import type { Field, MasterName } from '@kufang/contract/document/declare/field.ts'
import type { CellEditorProps } from '../grid/grid-column.ts'
import type { Row } from './field-column.ts'
import { narrowOf } from './narrow.ts'
import { ReferencePicker } from './reference-picker.tsx'

/** Selected rows, so that dependent fields can be filled immediately. */
const picked = new Map<string, Row>()

const keyOf = (master: MasterName, value: string): string => `${master} ${value}`

export function pickedRow(master: MasterName, value: string): Row | undefined {
  return picked.get(keyOf(master, value))
}

export function rememberPicked(master: MasterName, value: string, row: Row): void {
  picked.set(keyOf(master, value), row)
}

/** A cell editor that searches rows of a master, restricted by its line and header. */
export function referenceEditor<Line extends Row>(
  field: Field & { master: MasterName },
  headerOf: () => Row | null,
): ComponentType<CellEditorProps<Line>> {
  const { master } = field
  return function ReferenceCell(props: CellEditorProps<Line>) {
    const known = props.row[props.field]
    const isTyped = props.text !== '' && props.text !== known
    return (
      <ReferencePicker
        master={master}
        isCell
        value={props.text === '' ? null : props.text}
        {...(isTyped && { initialSearch: props.text })}
        narrow={narrowOf(field, props.row, headerOf())}
        onChange={(value, row) => {
          if (value !== null && row !== null) rememberPicked(master, value, row)
          props.onChange(value ?? '')
        }}
        onDone={props.onDone}
      />
    )
  }
}
