import { compareQuantity, isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { commonLineOf } from './declare/common-fields.ts'
import type { ActionDeclaration } from './declare/action-declaration.ts'
import type { AnyDocument } from './declare/define-document.ts'
import type { Fields } from './declare/field.ts'

/**
 * The quantities entered for a line that exceed the field of the line that limits them (`lineLimits`). Checked by the
 * browser while entering and by the server.
 */
export function quantitiesBeyondLine(
  definition: Pick<AnyDocument, 'goods' | 'lines' | 'relabel'>,
  { lineInput = {}, lineLimits = {} }: Pick<ActionDeclaration<string>, 'lineInput' | 'lineLimits'>,
  line: Readonly<Record<string, unknown>>,
  entered: Readonly<Record<string, unknown>>,
): (RefusalDetail & { field: string })[] {
  const lineFields: Fields = { ...commonLineOf(definition), ...definition.lines }
  return Object.entries(lineLimits).flatMap(([name, limit]) => {
    const given = entered[name]
    const bound = line[limit]
    if (!isQuantity(given)) return []
    const quantity = parseQuantity(given as string)
    const allowed = parseQuantity(isQuantity(bound) ? (bound as string) : 0)
    if (compareQuantity(quantity, allowed) <= 0) return []
    const field = lineInput[name]!.label
    const words = definition.relabel?.[limit] ?? lineFields[limit]!.label
    const unit = typeof line['unit'] === 'string' ? line['unit'] : ''
    const params = { field: field.zh, fieldEn: field.en, limit: words.zh, limitEn: words.en }
    return [
      { code: 'quantity-beyond-line', params: { ...params, quantity, allowed, unit }, field: name },
    ]
  })
}
