import { erpStatesPostable } from '@kufang/contract/document/declare/erp-state.ts'

/** A line that completes its order item or reservation item, when its document is posted. */
export interface CompletingLine {
  lineNo: number
  /** The item, for people. */
  source: string
  isDecidedByRule: boolean | null
  /** Whether the rule decides so now: what was reversed since has opened the item again. */
  isReached: boolean
  /** The documents of the item that are still to be posted, except this one. */
  others: readonly { docNo: string; completes: boolean }[]
}

/** Whether a posting is still to be requested as a whole, so that it can carry the mark. */
export const isToPost = (erpState: string): boolean =>
  erpState !== 'partlyPosted' && (erpStatesPostable as readonly string[]).includes(erpState)

/** Which of the lines carry the mark, and which must wait for another document. */
export interface Carriers {
  carriers: Set<number>
  /** `other`: its number. */
  waiting: { lineNo: number; source: string; other: string }[]
}

/**
 * Decides which of the lines carry the mark of a completed item ("delivery completed", "final issue") in the ERP. The ERP
 * refuses what is posted for the item after it (06/077, M7/362), so of several documents that complete it the last one carries
 * it; a line waits for a document that does not complete the item itself.
 */
export function carriersOf(lines: readonly CompletingLine[]): Carriers {
  const found: Carriers = { carriers: new Set(), waiting: [] }
  for (const { lineNo, source, isDecidedByRule, isReached, others } of lines) {
    if (isDecidedByRule === true && !isReached) continue
    const other = others.find(({ completes }) => !completes)?.docNo
    if (other !== undefined) found.waiting.push({ lineNo, source, other })
    else if (others.length === 0) found.carriers.add(lineNo)
  }
  return found
}
