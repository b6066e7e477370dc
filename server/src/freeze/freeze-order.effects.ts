import { freezeOrder } from '@kufang/contract/freeze/freeze-order.ts'
import { blocksStock } from '@kufang/contract/freeze/freeze-reasons.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { addQuantity, isZero, subtractQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { problemsOfPosting } from '../document/draft/posting-obstacle.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { extendHolds, type HoldKind } from '../ledger/public.ts'
import { blockedStock } from './blocked-stock.ts'
import { freezeBatches } from './hold-batch.ts'

// Goods are frozen where they lie (spec domain.md 1.4): what is in doubt becomes blocked stock, which the ERP is told when
// the freeze is posted (344); all of it is held, so that nobody else takes it.

type Context<N extends string> = ContextOf<typeof freezeOrder, N>
type Header = Context<'freeze'>['document']

const posting = postingEffects(freezeOrder)

const kindOf = ({ freezeType }: Pick<Header, 'freezeType'>): HoldKind =>
  freezeType === 'eam' ? 'eam' : 'freeze'

/** The ERP is told of goods in doubt only, so only these must be fit to be posted. */
async function beforeSave({ tx, header, lines }: SaveContext<typeof freezeOrder>): Promise<void> {
  if (!blocksStock(header.freezeReason)) return
  const problems = await problemsOfPosting(
    tx,
    freezeOrder,
    header,
    lines.map(({ line }) => line),
  )
  if (problems.length > 0) throw refuseAll(problems)
}

async function freeze(context: Context<'freeze'>): Promise<void> {
  const { tx, document, lines, documents, move, reserve, afterwards } = context
  const isBlocked = blocksStock(document.freezeReason)
  for (const line of lines) {
    const from = stockOfLine(document, line)
    const key = isBlocked ? blockedStock(from) : from
    const { lineNo, quantity } = line
    if (isBlocked) await move({ lineNo, from, to: key, quantity })
    reserve([
      {
        lineNo,
        key,
        quantity,
        kind: kindOf(document),
        heldUntil: document.holdUntil as LocalDate,
      },
    ])
  }
  // Afterwards, because the batch is held then, and the free pieces of it are blocked before.
  afterwards(() => freezeBatches(tx, documents, document, lines))
}

type TakingBack = Pick<
  Context<'cancel'>,
  | 'document'
  | 'lines'
  | 'successors'
  | 'firstToUndo'
  | 'refuse'
  | 'setLine'
  | 'releaseReservations'
  | 'reverseMoves'
>

/** Nothing of it is held any more, and what was blocked is unrestricted again. */
async function takeBack(context: TakingBack): Promise<void> {
  const { document, successors, firstToUndo, refuse, releaseReservations, reverseMoves } = context
  const [standing] = await successors()
  if (standing) throw refuse('successor-stands', { by: (await firstToUndo()) || standing.docNo })
  releaseReservations()
  if (blocksStock(document.freezeReason)) reverseMoves()
  for (const { lineNo, openQuantity, closedQuantity } of context.lines)
    context.setLine(lineNo, { closedQuantity: addQuantity(closedQuantity, openQuantity) })
}

/** What the requisition of the work order takes is not held here any more. */
function draw(context: Context<'draw'>): void {
  const { lines, lineInput, setLine, setState, releaseReservations } = context
  const drawn = new Map(lineInput.map(({ lineNo, drawnQuantity }) => [lineNo, drawnQuantity]))
  releaseReservations(
    lineInput.map(({ lineNo, drawnQuantity: quantity }) => ({ lineNo, quantity })),
  )
  let isOver = true
  for (const { lineNo, openQuantity, closedQuantity } of lines) {
    const quantity = drawn.get(lineNo) ?? zeroQuantity
    if (!isZero(subtractQuantity(openQuantity, quantity))) isOver = false
    if (!isZero(quantity))
      setLine(lineNo, { closedQuantity: addQuantity(closedQuantity, quantity) })
  }
  if (isOver) setState('released')
}

/** A requisition does not use what it drew, or not all of it: the goods are held for the work order again. */
function giveBack(context: Context<'giveBack'>): void {
  const { document, lines, lineInput, setLine, setState, reserve } = context
  const back = new Map(lineInput.map(({ lineNo, drawnQuantity }) => [lineNo, drawnQuantity]))
  for (const line of lines) {
    const { lineNo, closedQuantity } = line
    const quantity = back.get(lineNo)
    if (quantity === undefined || isZero(quantity)) continue
    setLine(lineNo, { closedQuantity: subtractQuantity(closedQuantity, quantity) })
    const heldUntil = document.holdUntil as LocalDate
    reserve([
      {
        lineNo,
        key: stockOfLine(document, line),
        quantity,
        kind: kindOf(document),
        heldUntil,
        isAgain: true,
      },
    ])
  }
  const isPartly = lines.some(({ doneQuantity }) => !isZero(doneQuantity))
  setState(isPartly ? 'partlyReleased' : 'frozen')
}

/** Who meets the freeze is told the later day. */
async function extend({ tx, document, input }: Context<'extend'>): Promise<void> {
  await extendHolds(tx, {
    companyCode: document.companyCode,
    documentType: 'freeze-order',
    documentId: document.id,
    heldUntil: input.holdUntil as LocalDate,
  })
}

/** Its day is over: whatever nobody has drawn is free. */
function expire({ lines, setLine, releaseReservations }: Context<'expire'>): void {
  releaseReservations()
  // What a draft of a release holds is not counted twice; the draft is refused from now on.
  for (const { lineNo, openQuantity, heldQuantity, closedQuantity } of lines)
    setLine(lineNo, {
      closedQuantity: addQuantity(closedQuantity, subtractQuantity(openQuantity, heldQuantity)),
    })
}

export const freezeOrderEffects = effectsFor(freezeOrder, {
  actions: {
    ...posting,
    freeze,
    cancel: takeBack,
    reversePhysical: takeBack,
    draw,
    giveBack,
    extend,
    expire,
  },
  beforeSave,
})
