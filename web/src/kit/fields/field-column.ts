import { codeFormOf } from '@kufang/contract/document/code-form.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { ColumnChoice, ColumnState, GridColumn } from '../grid/grid-column.ts'

export type Row = Record<string, unknown>

export interface FieldColumnOptions {
  /** Shows the column as coloured tags. */
  states?: readonly ColumnState[] | undefined
  /** The field with the unit shown after a quantity. */
  unitField?: string | undefined
}

/** The choices of a field in declared order. */
export function choicesOf(field: Field): ColumnChoice[] {
  return Object.entries(field.choices ?? {}).map(([value, label]) => ({ value, label }))
}

/** The table column of a declared field. */
export function fieldColumn<OfRow = Row>(
  name: string,
  field: Field,
  options: FieldColumnOptions = {},
): GridColumn<OfRow> {
  const code = codeFormOf(field)
  const unitField = field.kind === 'quantity' ? (field.unit ?? options.unitField) : undefined
  return {
    field: name,
    label: field.label,
    kind: options.states === undefined ? field.kind : 'state',
    ...(field.width !== undefined && { width: field.width }),
    ...(code !== undefined && { code }),
    ...(field.decimals !== undefined && { decimals: field.decimals }),
    ...(field.choices !== undefined && { choices: choicesOf(field) }),
    ...(options.states !== undefined && { states: options.states }),
    ...(unitField !== undefined && { unitField }),
    ...(field.kind === 'quantity' && field.unit === undefined && { isInBaseUnit: true }),
    ...(field.master === 'unit' && { isUnit: true }),
    ...(field.kind === 'reference' && { textField: `${name}Text` }),
    ...(field.required && { isRequired: true }),
  }
}
