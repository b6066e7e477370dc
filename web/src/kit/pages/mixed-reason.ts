import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { mixedHeaderFields, mixedValues } from '../document/entry/entry-lines.ts'
import { headerFields } from '../document/document-fields.ts'
import type { Row } from '../fields/field-column.ts'
import { label, listed } from '../text/language.ts'
import type { Translate } from '../text/messages.ts'
import type { createMessages } from './create-messages.ts'

/** So many differing values are named. */
const shownMax = 3

/**
 * Why rows do not belong on one document: the fields of its header in which they differ, and the values of the first of
 * them, each with a line that has it. null if they do.
 * @param header what the document has already
 */
export function mixedReason(
  definition: AnyDocument,
  header: Row,
  rows: readonly Row[],
  t: Translate<typeof createMessages>,
): string | null {
  const fields = mixedHeaderFields(definition, header, rows)
  const [first] = fields
  if (first === undefined) return null
  const which = mixedValues(definition, first, header, rows).map(({ value, lines: [line] }) =>
    line === undefined ? t('formValue', { value }) : t('mixedValue', { value, line }),
  )
  const shown = listed(which.slice(0, shownMax))
  return t('mixed', {
    names: listed(fields.map((name) => label(headerFields(definition)[name]?.label ?? name))),
    which: which.length > shownMax ? t('mixedMore', { which: shown, count: which.length }) : shown,
  })
}
