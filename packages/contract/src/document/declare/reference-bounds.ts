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

/** The field that holds a bound: one of the same name, or the declared one (`keyFrom`). */
export const boundField = (field: Field, name: string): string => field.keyFrom?.[name] ?? name

/** The known values that restrict a reference, each from the first row that has one. */
export function boundValues(
  field: Field,
  master: Pick<AnyMaster, 'key'>,
  ...rows: readonly (Readonly<Record<string, unknown>> | null)[]
): Record<string, string> {
  const known: Record<string, string> = {}
  for (const name of boundsOf(field, master)) {
    const value = rows
      .map((row) => row?.[boundField(field, name)])
      .find((held) => typeof held === 'string' && held !== '')
    if (typeof value === 'string') known[name] = value
  }
  return known
}
