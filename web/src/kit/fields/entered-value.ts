import { isEnteredByPerson, type Field } from '@kufang/contract/document/declare/field.ts'

// Lists need these too; the rules of validate-fields.ts include the texts of all refusals.

/** Whether a field is empty; a flag that is off is a value. */
export function isEmptyValue(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** Whether persons may enter this field, perhaps only where the predecessor leaves it empty; others come from elsewhere. */
export function isTyped(field: Field): boolean {
  return isEnteredByPerson(field)
}
