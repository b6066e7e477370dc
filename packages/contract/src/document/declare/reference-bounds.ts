import type { AnyMaster } from './define-master.ts'
import type { Field } from './field.ts'

/**
 * The fields whose values bound what a reference may name: a row of the master must hold in its fields of
 * these names what the line, else the header, holds in its own. They are the parts of the master's key
 * before the code (a bin is one of its storage location), and those the field declares with `within`.
 */
export function boundsOf(field: Field, master: AnyMaster): string[] {
  return [...new Set([...master.key.slice(0, -1), ...(field.within ?? [])])]
}

/** The bounds of a reference that are known, read from the first of the rows that holds each. */
export function boundValues(
  field: Field,
  master: AnyMaster,
  ...rows: readonly (Readonly<Record<string, unknown>> | null)[]
): Record<string, string> {
  const known: Record<string, string> = {}
  for (const name of boundsOf(field, master)) {
    const value = rows
      .map((row) => row?.[name])
      .find((held) => typeof held === 'string' && held !== '')
    if (typeof value === 'string') known[name] = value
  }
  return known
}
