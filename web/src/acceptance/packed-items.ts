import { textOf } from '@kufang/kernel/text-of.ts'
import type { SlotLine } from '../kit/document/slots.ts'

type Line = Readonly<Record<string, unknown>>

const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' || !Number.isInteger(Number(value))
    ? null
    : Number(value)

/** An item of which more or less was found than is required. */
export interface ItemDifference {
  item: string
  count: number
}

/** What is missing and what is surplus by what is entered so far; items whose number is not entered yet are neither. */
export function differencesOf(lines: readonly Line[]): {
  missing: ItemDifference[]
  surplus: ItemDifference[]
} {
  const found = lines.flatMap((line) => {
    const count = numberOf(line['foundCount'])
    const item = textOf(line['itemName'])
    if (count === null || item === '') return []
    return [{ item, count: count - (numberOf(line['requiredCount']) ?? 0) }]
  })
  return {
    missing: found.flatMap(({ item, count }) => (count < 0 ? [{ item, count: -count }] : [])),
    surplus: found.filter(({ count }) => count > 0),
  }
}

/** The line with all that is required found. */
export const foundAsRequired = (line: SlotLine): SlotLine => ({
  ...line,
  foundCount: String(numberOf(line['requiredCount']) ?? 0),
})

/** A further line about the goods of a line, for an item that the material does not ask for. */
export function furtherItem(line: SlotLine, rowId: string): SlotLine {
  const { lineNo: _ofTheOther, ...goods } = line as SlotLine & { lineNo?: unknown }
  return {
    ...goods,
    rowId,
    itemKind: 'spare',
    itemName: null,
    itemNo: null,
    spareMaterialNo: null,
    requiredCount: 0,
    foundCount: null,
    missingCount: null,
    surplusCount: null,
    outcome: null,
  } as SlotLine
}
