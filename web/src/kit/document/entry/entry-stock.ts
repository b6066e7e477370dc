import { limitFields } from '@kufang/contract/document/declare/common-fields.ts'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { StockLineRow } from '@kufang/contract/document/api.ts'
import {
  compareQuantity,
  isQuantity,
  parseQuantity,
  sumQuantities,
} from '@kufang/kernel/quantity.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import type { CellProblem } from '../../grid/line-entry.ts'
import { filled } from '../../text/messages.ts'
import type { SlotLine } from '../slots.ts'

// Lines of stock that are entered (`stockLines`).

const beyondAvailable = {
  zh: '{entered} 超过{limit} {available} {unit}，请改小',
  en: '{entered} exceeds the {limitEn} quantity {available} {unit}; reduce it',
}
const togetherBeyond = {
  zh: '同一库存的 {lines} 行合计 {entered}，超过{limit} {available} {unit}，请改小',
  en: '{lines} {lines|line|lines} of the same stock, {entered} in total, exceed the {limitEn} quantity {available} {unit}; reduce them',
}

const stockKeyFields = [
  'materialNo',
  'bin',
  'batch',
  'stockCategory',
  'specialStock',
  'specialStockReference',
  'book',
]

/** The stock a line is about, as a comparable text: the fields of its key that are filled in. */
export function identityOfStock(line: Row): string {
  const known = stockKeyFields.filter((name) => !isEmptyValue(line[name]))
  return JSON.stringify(Object.fromEntries(known.map((name) => [name, line[name]])))
}

/**
 * Whether the line wants more than is available of its stock, or movable (`limit`); lines of the same stock are summed. The
 * quantity is named as in its column.
 */
export function availableProblems(
  limit: keyof typeof limitFields,
  line: SlotLine,
  lines: readonly SlotLine[],
): CellProblem[] {
  const { available } = line
  if (!isQuantity(available)) return []
  const stock = identityOfStock(line)
  const same = lines.filter((one) => identityOfStock(one) === stock && isQuantity(one.quantity))
  const entered = sumQuantities(same.map(({ quantity }) => parseQuantity(quantity as string)))
  const allowed = parseQuantity(available as string)
  if (compareQuantity(entered, allowed) <= 0) return []
  const unit = typeof line['unit'] === 'string' ? line['unit'] : ''
  const { zh, en } = inSentence(limitFields[limit].label)
  const parameters = {
    lines: same.length,
    entered,
    available: allowed,
    unit,
    limit: zh,
    limitEn: en,
  }
  return [
    {
      rowId: line.rowId,
      field: 'quantity',
      message: filled(same.length > 1 ? togetherBeyond : beyondAvailable, parameters),
    },
  ]
}

/** What was proposed for the fields of each line, by row id. */
export type Proposals = Map<string, Row>

/**
 * The line with its available quantity and the proposed values. A value that a person entered or removed stays; one that
 * was proposed before follows the new proposal.
 */
export function withStock(
  line: SlotLine,
  { available, proposed, secondUnit, secondRatio }: StockLineRow,
  proposals: Proposals,
): SlotLine {
  const before = proposals.get(line.rowId) ?? {}
  proposals.set(line.rowId, { ...before, ...proposed })
  const accepted = Object.entries(proposed).filter(([name, value]) => {
    if (value === before[name]) return false
    const { [name]: current } = line
    return isEmptyValue(current) || current === before[name]
  })
  return { ...line, available, secondUnit, secondRatio, ...Object.fromEntries(accepted) }
}
