import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import type { Acting } from '../effects/acting.ts'

/**
 * The header fields that an act sets because the document keeps them of its input (`kept`). What is left out empties its
 * field, except what the person does not see: amounts that another has entered before stay.
 */
export function keptOfInput(
  { isSystem = false, session, table }: Pick<Acting, 'isSystem' | 'session' | 'table'>,
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hidden = isSystem ? new Set<string>() : hiddenFields(table.definition, session)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { keptAs }]) =>
      keptAs === undefined || hidden.has(name) ? [] : [[keptAs, input[name] ?? null]],
    ),
  )
}
