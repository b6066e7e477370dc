import {
  addQuantity,
  compareQuantity,
  isPositive,
  isZero,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { notOfSource } from '../draft/serial-numbers.ts'

interface Line {
  lineNo: number
  unit: string
  quantity: Quantity
  serialNumbers?: readonly string[] | null
  reversedQuantity: Quantity | null
  reversedSerialNumbers: readonly string[] | null
}

interface Given {
  lineNo: number
  quantityBack: Quantity
  serialNumbers?: readonly string[] | null
}

/** A part of a line that is taken back. */
export interface PartBack {
  lineNo: number
  quantity: Quantity
  isAllTheWay: true
  /** The pieces, of goods that have serial numbers: those entered, otherwise the last ones that were not taken back. */
  serialNumbers?: readonly string[]
}

const partWords = {
  field: '冲销数量',
  fieldEn: 'quantity to reverse',
  limit: '未冲销数量',
  limitEn: 'quantity not reversed',
}

/**
 * What the input of `partialReversal` takes back of each line, and keeps it in the lines. The caller reverses the movements
 * and returns the quantities to the predecessors.
 * @param leftOf what a line has moved and not taken back so far
 * @returns null if nothing is left with it: the document is to be reversed as a whole
 * @throws Refusal `lines-required`; `quantity-beyond-line` for more than is left of a line;
 *   `serial-number-not-of-source` for pieces that are not of the line, or came back before
 */
export function partBack<L extends Line>(
  {
    document,
    lines,
    lineInput,
    setLine,
  }: {
    document: { docNo: string }
    lines: readonly L[]
    lineInput: readonly Given[]
    setLine: (
      lineNo: number,
      changes: Pick<Line, 'reversedQuantity'> & { reversedSerialNumbers: string[] | null },
    ) => void
  },
  leftOf: (line: L) => Quantity,
): PartBack[] | null {
  const lineOf = new Map(lines.map((line) => [line.lineNo, line]))
  const parts = lineInput
    .filter(({ quantityBack }) => isPositive(quantityBack))
    .map((given): PartBack => {
      const pieces = piecesOf(entryOf(lineOf, given.lineNo), given)
      const { lineNo, quantityBack } = given
      return {
        lineNo,
        quantity: quantityBack,
        isAllTheWay: true,
        ...(pieces.length === 0 ? {} : { serialNumbers: pieces }),
      }
    })
  if (parts.length === 0) throw refuse('lines-required')
  const problems = parts.flatMap(({ lineNo, quantity, serialNumbers = [] }) => {
    const line = entryOf(lineOf, lineNo)
    const left = leftOf(line)
    if (compareQuantity(quantity, left) <= 0)
      return notOfSource({ lineNo, serialNumbers }, `${document.docNo}/${lineNo}`, piecesLeft(line))
    const params = { ...partWords, quantity, allowed: left, unit: line.unit }
    return [{ code: 'quantity-beyond-line', params, line: lineNo, field: 'quantityBack' }]
  })
  if (problems.length > 0) throw refuseAll(problems)
  const backOf = new Map(parts.map(({ lineNo, quantity }) => [lineNo, quantity]))
  const isWhole = lines.every((line) =>
    isZero(subtractQuantity(leftOf(line), backOf.get(line.lineNo) ?? zeroQuantity)),
  )
  if (isWhole) return null
  for (const { lineNo, quantity, serialNumbers = [] } of parts) {
    const { reversedQuantity, reversedSerialNumbers } = entryOf(lineOf, lineNo)
    const numbers = [...(reversedSerialNumbers ?? []), ...serialNumbers]
    setLine(lineNo, {
      reversedQuantity: addQuantity(reversedQuantity ?? zeroQuantity, quantity),
      reversedSerialNumbers: numbers.length === 0 ? null : numbers,
    })
  }
  return parts
}

function piecesOf(line: Line, { quantityBack, serialNumbers }: Given): readonly string[] {
  if (serialNumbers != null && serialNumbers.length > 0) return serialNumbers
  return piecesLeft(line).slice(-Number(quantityBack))
}

const piecesLeft = ({ serialNumbers, reversedSerialNumbers }: Line): readonly string[] =>
  (serialNumbers ?? []).filter((one) => !(reversedSerialNumbers ?? []).includes(one))
