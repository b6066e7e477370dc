import {
  addQuantity,
  compareQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'

// What the problem documents of purchase orders and those of reservations and sales orders do alike: each of their lines is
// about one item, and is gone once its cause is.

/** A line of a problem document of which so much is gone. */
export interface GoneLine {
  problemId: string
  problemLine: number
  /** Above zero, in the base unit. */
  quantity: Quantity
}

/**
 * Takes back what lines of problem documents report, one act per document.
 * @param withdraw the act, with what is gone of each line
 */
export async function withdrawLines(
  gone: readonly GoneLine[],
  withdraw: (id: string, lines: { lineNo: number; goneQuantity: Quantity }[]) => Promise<void>,
): Promise<void> {
  for (const [id, own] of Map.groupBy(gone, ({ problemId }) => problemId))
    // oxlint-disable-next-line no-await-in-loop -- each is a document of its own
    await withdraw(
      id,
      own.map(({ problemLine, quantity }) => ({ lineNo: problemLine, goneQuantity: quantity })),
    )
}

/**
 * The effect of `withdraw`: notes what is gone of the lines.
 * @returns whether nothing is left of any line, so that the document is closed
 */
export function withdrawGone({
  lines,
  lineInput,
  setLine,
}: {
  lines: readonly { lineNo: number; quantity: Quantity; closedQuantity: Quantity | null }[]
  lineInput: readonly { lineNo: number; goneQuantity: Quantity }[]
  setLine: (lineNo: number, changes: { closedQuantity: Quantity }) => void
}): boolean {
  const gone = new Map(lineInput.map(({ lineNo, goneQuantity }) => [lineNo, goneQuantity]))
  const closed = lines.map(({ lineNo, closedQuantity, quantity }) => {
    const now = addQuantity(closedQuantity ?? zeroQuantity, gone.get(lineNo) ?? zeroQuantity)
    if (gone.has(lineNo)) setLine(lineNo, { closedQuantity: now })
    return compareQuantity(now, quantity) >= 0
  })
  return !closed.includes(false)
}
