import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue, isTyped } from '../../fields/entered-value.ts'
import { valueProblem } from '../../fields/validate-fields.ts'
import { completedInput, usualOf } from '../entry/remembered.ts'
import { headerFields, lineFields } from '../document-fields.ts'

/**
 * The initial input of an action: what the document's header already says in the field of the same name, such as the
 * appointment that the supplier proposed, or the reason with which its reversal was approved; otherwise the user's last
 * value (`isRemembered`), otherwise the usual choice (`usual`).
 * @param document the only document of the action; undefined if there are several
 * @param kept the remembered values, from the user's preferences
 * @param today a local date; remembered dates are used on the same day only
 */
export function beginInput(
  definition: AnyDocument,
  action: string,
  document: Row | undefined,
  kept: unknown,
  today: string,
): Row {
  const input = definition.actions[action]?.input ?? {}
  const header = headerFields(definition)
  // In a list of lines a row shows the line's field of the same name.
  const ofLines = lineFields(definition)
  const said = Object.entries(input).flatMap(([name, field]) => {
    const value = document?.[name]
    const isSaid = name in header && !(name in ofLines) && isTyped(field) && !isEmptyValue(value)
    return isSaid && valueProblem(name, field, value) === null ? [[name, value] as const] : []
  })
  const reason = document?.['reversalReason']
  if (document?.['state'] === 'reversalApproved' && 'reason' in input && !isEmptyValue(reason))
    said.push(['reason', reason])
  const begun = completedInput(input, Object.fromEntries(said), kept, today)
  return { ...usualOf(input), ...begun }
}
