import { stocktaking, stocktakingApproval } from '@kufang/contract/stocktake/stocktaking.ts'
import {
  addQuantity,
  isZero,
  parseQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import { decideRoute } from '../document/act/approval-route.ts'
import {
  effectsFor,
  noEffect,
  type ContextOf,
  type WantedMove,
} from '../document/effects/effects.ts'
import { postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { problemsOfDifferences } from '../document/books/count-differences.ts'
import { problemsOfPosting } from '../document/draft/posting-obstacle.ts'
import { stockOfLine, stockOfLines } from '../document/draft/stock-lines.ts'
import { stockKey } from '../ledger/public.ts'
import { readPiecesOfLines } from './books-at-count.ts'
import { count, isDifferent, recount } from './compare-counts.ts'
import { isWithinLeader, keepRoute } from '../document/act/director-reversal.ts'
import { confirmEmpty, reportFound } from './found-goods.ts'
import { problemsOfPictures } from './pictures.ts'
import { adjustmentOf } from './second-counts.ts'

// Counting (spec domain.md 1.4): what lay there when the count was started is kept. A line is compared with that and
// whatever moved until it was counted (`compare-counts.ts`); the difference is what is explained, reviewed, adjusted and
// booked, so that goods may go on moving while others count, and after it.

type Context<N extends string> = ContextOf<typeof stocktaking, N>
type Line = Context<'review'>['lines'][number]

/** Counts start from what the ledger has at this moment. */
async function start({
  tx,
  document,
  lines,
  now,
  setLine,
  setHeader,
}: Context<'start'>): Promise<void> {
  const found = await stockOfLines(tx, document, lines)
  const pieces = await readPiecesOfLines(tx, document, lines)
  for (const [index, { lineNo, secondUnit }] of lines.entries()) {
    const { quantity, secondQuantity } = itemAt(found, index)
    const second = secondUnit === null ? null : (secondQuantity ?? zeroQuantity)
    setLine(lineNo, {
      quantity,
      secondQuantity: second,
      serialNumbers: pieces.get(lineNo) ?? null,
    })
  }
  setHeader({ snapshotAt: now.toISOString() })
}

/** Every difference is counted again; what another recount found is replaced. */
function askRecount({ lines, setLine }: Context<'askRecount'>): void {
  for (const line of lines.filter(isDifferent))
    setLine(line.lineNo, {
      recountNeeded: true,
      recountedQuantity: null,
      recountedSecondQuantity: null,
      recountedSerialNumbers: null,
    })
}

/** Explains differences; when the last one is, they are submitted for approval, and their amount decides the route. */
async function explain({
  tx,
  document,
  lines,
  lineInput,
  problem,
  setLine,
  setHeader,
  setState,
}: Context<'explain'>): Promise<void> {
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const problems: RefusalDetail[] = []
  for (const { lineNo, ...given } of lineInput) {
    const line = entryOf(byNumber, lineNo)
    const { materialNo, bin } = line
    if (!isDifferent(line))
      problems.push(problem('no-difference', { material: materialNo, bin }, lineNo))
    setLine(lineNo, given)
  }
  if (problems.length > 0) throw refuseAll(problems)
  const explained = new Set(lineInput.map(({ lineNo }) => lineNo))
  const isOpen = lines.some(
    (line) => isDifferent(line) && line.differenceReason === null && !explained.has(line.lineNo),
  )
  // Explained again while it waits, it keeps its route.
  if (isOpen || document.state === 'handled') return
  const pictures = await problemsOfPictures(tx, document, lines.filter(isDifferent))
  if (pictures.length > 0) throw refuseAll(pictures)
  const route = await decideRoute(tx, stocktakingApproval, document)
  setHeader(route.header)
  setState(route.state)
}

/**
 * The stock becomes what was found: what is missing leaves it, what is too much comes in. Where a difference could not be
 * posted nothing is adjusted: the differences are written off, and the ERP is corrected by itself.
 */
async function adjust({
  tx,
  document,
  lines,
  move,
  setLine,
}: Context<'review' | 'reviewDirector'>): Promise<void> {
  const different = lines.filter(isDifferent)
  // The ERP is told nothing of a difference in the second unit alone.
  const told = different.filter(
    (line) => !isZero(line.differenceQuantity ?? zeroQuantity) || hasOtherPieces(line),
  )
  const problems = [
    ...(await problemsOfPosting(tx, stocktaking, document, told)),
    ...(await problemsOfDifferences(tx, document, told)),
  ]
  if (problems.length > 0) throw refuseAll(problems)
  // What is found in one bin may be missing in another: it leaves that one first.
  const moves = different.flatMap((line) => adjustingMoves(document, line))
  for (const one of moves.toSorted((a, b) => Number(b.isMissing) - Number(a.isMissing))) {
    const { isMissing: _isMissing, ...wanted } = one
    // oxlint-disable-next-line no-await-in-loop -- the rules are read once and cached; there is no query per line
    await move(wanted)
  }
  for (const line of different)
    setLine(line.lineNo, { adjustedQuantity: adjustmentOf(line)?.quantity ?? zeroQuantity })
}

/** Pieces that are missing where as many others are too much. */
const hasOtherPieces = ({ missingSerialNumbers }: Line): boolean =>
  (missingSerialNumbers ?? []).length > 0

/**
 * What puts a line right: its difference, or of goods with serial numbers the pieces that are missing and those that are too
 * much.
 */
function adjustingMoves(
  document: Context<'review'>['document'],
  line: Line,
): (WantedMove & { isMissing: boolean })[] {
  const here = stockOfLine(document, line)
  const { companyCode, plant, materialNo } = here
  const there = stockKey({ companyCode, place: 'count-difference', plant, materialNo })
  const { lineNo } = line
  const moveOf = (isShort: boolean, quantity: Quantity) => ({
    lineNo,
    from: isShort ? here : there,
    to: isShort ? there : here,
    quantity,
  })
  const { isShort, quantity, secondQuantity } = adjustmentOf(line) ?? {
    isShort: true,
    quantity: zeroQuantity,
    secondQuantity: undefined,
  }
  const missing = line.missingSerialNumbers ?? []
  const surplus = line.surplusSerialNumbers ?? []
  const isMixed = missing.length > 0 && surplus.length > 0
  const parts = [
    { numbers: missing, isMissing: true },
    { numbers: surplus, isMissing: false },
  ].filter(({ numbers }) => numbers.length > 0)
  if (line.serialNumbers === null || parts.length === 0)
    return [
      {
        ...moveOf(isShort, quantity),
        secondQuantity,
        // Of goods that have no serial numbers in the books the ledger asks for them.
        serialNumbers: line.serialNumbers === null ? undefined : [],
        isMissing: false,
      },
    ]
  return parts.map(({ numbers, isMissing }) => ({
    ...moveOf(isMissing, parseQuantity(numbers.length)),
    // Pieces that take the place of others take their share of the stock, or weigh as planned.
    secondQuantity: isMixed ? undefined : secondQuantity,
    serialNumbers: numbers,
    isMissing,
  }))
}

/**
 * Some of what was adjusted turned out otherwise: so much of it goes back, with its share of the second quantity. What was
 * put right in the second unit alone has no parts: it goes back with the whole document.
 */
function takeBack({
  lines,
  lineInput,
  refuse,
  problem,
  reverseMoves,
  setLine,
  setState,
}: Context<'reversePart'>): void {
  const back = new Map(lineInput.map(({ lineNo, quantityBack }) => [lineNo, quantityBack]))
  const taken = [...back].filter(([, quantity]) => !isZero(quantity))
  if (taken.length === 0) throw refuse('lines-required')
  const mixed = lines.flatMap((line) => {
    const [missing, surplus] = [line.missingSerialNumbers ?? [], line.surplusSerialNumbers ?? []]
    if (!back.has(line.lineNo) || missing.length === 0 || surplus.length === 0) return []
    const params = {
      material: line.materialNo,
      missing: missing.length,
      surplus: surplus.length,
    }
    return [problem('serial-count-whole', params, line.lineNo, 'quantityBack')]
  })
  if (mixed.length > 0) throw refuseAll(mixed)
  reverseMoves(taken.map(([lineNo, quantity]) => ({ lineNo, quantity })))
  let left = zeroQuantity
  let isSecondLeft = false
  for (const line of lines) {
    const { lineNo, adjustedQuantity } = line
    const adjustment = adjustmentOf(line)
    isSecondLeft ||= isZero(adjustment?.quantity ?? zeroQuantity) && isDifferent(line)
    const rest = subtractQuantity(
      adjustedQuantity ?? zeroQuantity,
      back.get(lineNo) ?? zeroQuantity,
    )
    left = addQuantity(left, rest)
    if (back.has(lineNo)) setLine(lineNo, { adjustedQuantity: rest })
  }
  setState(isZero(left) && !isSecondLeft ? 'reversed' : 'adjusted')
}

export const stocktakingEffects = effectsFor(stocktaking, {
  actions: {
    ...postingEffects(stocktaking),
    start,
    count,
    recount,
    askRecount,
    reportFound,
    confirmEmpty,
    explain,
    ...reviewEffects(stocktaking, stocktakingApproval, adjust),
    approveReversal: ({ document, setState }) =>
      setState(isWithinLeader(document) ? 'reversalApproved' : 'reversalToDirector'),
    approveReversalDirector: noEffect,
    refuseReversal: keepRoute,
    refuseReversalDirector: keepRoute,
    reversePart: takeBack,
    writeOffDifferences({ document, refuse }) {
      // Otherwise the director's approval could be avoided by writing off instead of adjusting.
      if (document.needsDirector !== 'notNeeded')
        throw refuse('write-off-by-higher-level', { no: document.docNo })
    },
  },
  batchable: ['writeOffDifferences'],
})
