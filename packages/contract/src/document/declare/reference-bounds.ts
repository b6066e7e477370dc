import type { AnyMaster } from './define-master.ts'
import type { Field } from './field.ts'

/**
 * The fields that restrict a reference: the referenced row must have the same values in fields of these names as the
 * line, or else the header. They are the key columns of the master before the code (a bin belongs to a storage
 * location) and those declared with `within`.
 */
export function boundsOf(field: Field, master: Pick<AnyMaster, 'key'>): string[] {
  return [...new Set([...master.key.slice(0, -1), ...(field.within ?? [])])]
}

/** The fields that hold a bound, of which the first with a value counts: one of the same name, or those of `keyFrom`. */
export const boundFields = (field: Field, name: string): readonly string[] =>
  [field.keyFrom?.[name] ?? name].flat()

/** The bound of a reference, from the first of its fields that has a value in one of these rows; '' if none has. */
export function boundValue(
  field: Field,
  name: string,
  ...rows: readonly (Readonly<Record<string, unknown>> | null)[]
): string {
  const values = boundFields(field, name).flatMap((held) => rows.map((row) => row?.[held]))
  const found = values.find((held) => typeof held === 'string' && held !== '')
  return typeof found === 'string' ? found : ''
}

/** The known values that restrict a reference, each from the first row that has one. */
export function boundValues(
  field: Field,
  master: Pick<AnyMaster, 'key'>,
  ...rows: readonly (Readonly<Record<string, unknown>> | null)[]
): Record<string, string> {
  const known: Record<string, string> = {}
  for (const name of boundsOf(field, master)) {
    const value = boundValue(field, name, ...rows)
    if (value !== '') known[name] = value
  }
  return known
}
