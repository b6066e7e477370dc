import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import {
  boundFields,
  boundValues,
  boundsOf,
} from '@kufang/contract/document/declare/reference-bounds.ts'
import { indexedMaster } from '../declarations.ts'
import type { Narrow } from './master-search.ts'
import type { Row } from './field-column.ts'

/** Restricts a picker of this field to rows that match the line, or else the header. */
export function narrowOf(field: Field | undefined, ...rows: readonly (Row | null)[]): Narrow {
  if (field?.offers !== undefined) return offeredWithin(field.offers, rows)
  if (field?.mayPerform !== undefined) return performersOf(field.mayPerform, rows)
  const master = field?.master === undefined ? undefined : indexedMaster(field.master)
  return field === undefined || master === undefined ? {} : boundValues(field, master, ...rows)
}

/** Users who may perform an act where the row is. */
function performersOf(
  { document, action }: NonNullable<Field['mayPerform']>,
  rows: readonly (Row | null)[],
): Narrow {
  return { mayPerform: `${document}.${action}`, ...valuesOf(['companyCode', 'plant'], rows) }
}

/** What is offered for a text: of the organisation of the form, and within the fields that the declaration names. */
function offeredWithin(
  { master: name, within = [] }: NonNullable<Field['offers']>,
  rows: readonly (Row | null)[],
): Narrow {
  const key = indexedMaster(name)?.key.slice(0, -1) ?? []
  return valuesOf([...new Set([...key, ...within])], rows)
}

/** The values of these fields, each from the first row that has one. */
function valuesOf(names: readonly string[], rows: readonly (Row | null)[]): Narrow {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = rows
        .map((row) => row?.[name])
        .find((held) => typeof held === 'string' && held !== '')
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/**
 * References that a change of this field invalidates and that must be cleared: a requester belongs to one picking unit.
 */
export function emptiedBy(changed: string, fields: Fields, values: Row): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const master = field.master === undefined ? undefined : indexedMaster(field.master)
    const isBound =
      master !== undefined &&
      boundsOf(field, master).some((bound) => boundFields(field, bound).includes(changed))
    return isBound && values[name] != null && values[name] !== '' ? [name] : []
  })
}
