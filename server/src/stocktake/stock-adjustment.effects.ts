import { adjustmentApproval, stockAdjustment } from '@kufang/contract/stocktake/stock-adjustment.ts'
import { negateMoney } from '@kufang/kernel/money.ts'
import {
  isNegative,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { accumulatedAmounts } from '../document/act/accumulated-amounts.ts'
import { decideRoute } from '../document/act/approval-route.ts'
import {
  effectsFor,
  type ContextOf,
  type SaveContext,
  type WantedMove,
} from '../document/effects/effects.ts'
import { reviewEffects } from '../document/act/shared-effects.ts'
import { stockOfLine, stockOfLines } from '../document/draft/stock-lines.ts'
import { correctErpBook } from '../erp/book.ts'
import {
  lockFreeQuantities,
  readBookPrices,
  stockKey,
  worthOfDifference,
} from '../ledger/public.ts'
import { problemsInTheWay, problemsOfEntry, problemsOfMoved } from './adjustment-checks.ts'
import { isWithinLeader, keepRoute } from '../document/act/director-reversal.ts'
import { problemsOfAdjustmentPicture } from './pictures.ts'

// The quantity of stock rows becomes what lies there (spec domain.md 1.4, 库存调整). Nobody tells the ERP: the movements go to
// or come from a place of their own and are recorded as what a count would tell it, so that the difference between both
// books is that of these documents until the ERP is corrected there.

type Context<N extends string> = ContextOf<typeof stockAdjustment, N>
type Line = Context<'review'>['lines'][number]
type Header = Context<'review'>['document']

/** Those that were given up or taken back do not count. */
const accumulated = {
  amountField: 'differenceAmount',
  placeFields: ['plant', 'storageLocation'],
  states: [
    'submitted',
    'toDirector',
    'adjusted',
    'settled',
    'reversalRequested',
    'reversalToDirector',
  ],
} as const

const differenceOf = (line: { actualQuantity?: unknown }, book: Quantity): Quantity =>
  subtractQuantity((line.actualQuantity ?? zeroQuantity) as Quantity, book)

/** Shows the difference of a draft and refuses what could not be handed in, whatever else happens to the goods. */
async function beforeSave(context: SaveContext<typeof stockAdjustment>): Promise<void> {
  const { tx, header, today, problem } = context
  const lines = context.lines.map(({ line }) => line)
  const found = await stockOfLines(tx, header, lines)
  for (const [index, line] of lines.entries())
    Object.assign(line, { differenceQuantity: differenceOf(line, itemAt(found, index).quantity) })
  const problems = await problemsOfEntry(tx, today, header, lines, problem)
  if (problems.length > 0) throw refuseAll(problems)
}

/** Keeps the books and the differences as they are now, which is what others decide about, and the route by their amount. */
async function submit(context: Context<'submit'>): Promise<void> {
  const { tx, now, today, document, lines, problem, setHeader, setLine, setState } = context
  const found = await stockOfLines(tx, document, lines)
  const keys = lines.map((line) => stockOfLine(document, line))
  const prices = await readBookPrices(tx, document.companyCode, keys, now.toISOString())
  const compared = lines.map((line, index) => {
    const { quantity } = itemAt(found, index)
    const differenceQuantity = differenceOf(line, quantity)
    const differenceAmount = worthOfDifference(differenceQuantity, prices[index])
    return { ...line, quantity, differenceQuantity, differenceAmount }
  })
  const problems = [
    ...(await problemsOfEntry(tx, today, document, compared, problem)),
    ...(await problemsInTheWay(tx, document, compared, problem)),
  ]
  if (problems.length > 0) throw refuseAll(problems)
  for (const { lineNo, quantity, differenceQuantity, differenceAmount } of compared)
    setLine(lineNo, { quantity, differenceQuantity, differenceAmount })
  const { own: differenceTotal, cumulated: cumulatedTotal } = await accumulatedAmounts(
    tx,
    stockAdjustment,
    {
      ...document,
      ...accumulated,
      lines: compared.map(({ materialNo, differenceAmount: amount }) => ({ materialNo, amount })),
      now,
    },
  )
  const totals = { differenceTotal, cumulatedTotal }
  const goods = lines.map(({ materialGroup }) => ({
    plant: document.plant,
    ...(materialGroup === null ? {} : { materialGroup }),
  }))
  const route = await decideRoute(tx, adjustmentApproval, { ...document, ...totals }, goods)
  if (route.header.needsDirector !== 'notNeeded') {
    const missing = await problemsOfAdjustmentPicture(tx, document, lines)
    if (missing.length > 0) throw refuseAll(missing)
  }
  setHeader({ ...totals, ...route.header })
  setState(route.state)
}

/** The movement that puts a line right. */
function movementOf(document: Header, line: Line): WantedMove & { isShort: boolean } {
  const here = stockOfLine(document, line)
  const { companyCode, plant, materialNo } = here
  const there = stockKey({ companyCode, place: 'stock-adjustment', plant, materialNo })
  const difference = line.differenceQuantity ?? zeroQuantity
  const isShort = isNegative(difference)
  return {
    lineNo: line.lineNo,
    from: isShort ? here : there,
    to: isShort ? there : here,
    quantity: isShort ? negateQuantity(difference) : difference,
    ...worth(line, isShort),
    isShort,
  }
}

/** The ERP will not value what it is not told of: the amount is what was decided about. */
function worth({ differenceAmount }: Line, isShort: boolean): Partial<WantedMove> {
  if (differenceAmount === null) return {}
  const amount = isShort ? negateMoney(differenceAmount) : differenceAmount
  return { amount, amountSource: 'last-erp-price' }
}

/**
 * The stock becomes what was found, if it is still what was decided about and nothing stands in the way. Its rows are locked
 * first, so that nobody reserves or moves them between the check and the movement.
 */
async function adjust(context: Context<'review' | 'reviewDirector'>): Promise<void> {
  const { tx, now, document, lines, problem, move } = context
  const keys = lines.map((line) => stockOfLine(document, line))
  await lockFreeQuantities(tx, document.companyCode, keys, now)
  const found = await stockOfLines(tx, document, lines)
  const problems = [
    ...(await problemsOfMoved(
      tx,
      document,
      lines,
      found.map(({ quantity }) => quantity),
      problem,
    )),
    ...(await problemsInTheWay(tx, document, lines, problem)),
  ]
  if (problems.length > 0) throw refuseAll(problems)
  for (const line of lines) {
    const { isShort: _isShort, ...wanted } = movementOf(document, line)
    // oxlint-disable-next-line no-await-in-loop -- the rules are read once and cached; there is no query per line
    await move(wanted)
  }
}

/**
 * The ERP was corrected there: its book takes the quantities over, and nothing of them is open any more. The stock does not
 * change: what was recorded as open is taken back, and comes again as what the ERP knows, at the storage location beside its
 * bins, so that what holds the goods by now keeps nobody from it.
 */
async function settle(context: Context<'settle'>): Promise<void> {
  const { tx, document, lines, move } = context
  for (const line of lines) {
    const { isShort, lineNo, from, to, quantity } = movementOf(document, line)
    const outside = isShort ? to : from
    const beside = { ...(isShort ? from : to), bin: '' }
    // First in, then out: what comes in is what the other of the two gives back.
    const common = { lineNo, quantity, ...worth(line, isShort) }
    // oxlint-disable-next-line no-await-in-loop -- the rules are read once and cached; there is no query per line
    await move({ ...common, from: outside, to: beside, isInErp: !isShort })
    // oxlint-disable-next-line no-await-in-loop -- as above
    await move({ ...common, from: beside, to: outside, isInErp: isShort })
  }
  await correctErpBook(
    tx,
    document.companyCode,
    lines.map((line) => {
      const key = stockOfLine(document, line)
      return { ...key, quantity: line.differenceQuantity ?? zeroQuantity }
    }),
  )
}

/** Refused where the goods have moved on, or a count looks at them. */
async function takeBack({
  tx,
  document,
  lines,
  problem,
  reverseMoves,
}: Context<'approveReversal' | 'approveReversalDirector'>): Promise<void> {
  const problems = await problemsInTheWay(tx, document, lines, problem)
  if (problems.length > 0) throw refuseAll(problems)
  reverseMoves()
}

const reviews = reviewEffects(stockAdjustment, adjustmentApproval, adjust)

/** What the difference is worth is said of what is submitted. */
function forgetWorth({
  lines,
  setLine,
  setHeader,
}: Context<'withdraw' | 'refuse' | 'refuseDirector'>): void {
  for (const { lineNo } of lines) setLine(lineNo, { differenceAmount: null })
  setHeader({ differenceTotal: null, cumulatedTotal: null })
}

export const stockAdjustmentEffects = effectsFor(stockAdjustment, {
  actions: {
    ...reviews,
    submit,
    withdraw: forgetWorth,
    async refuse(context) {
      await reviews.refuse(context)
      forgetWorth(context)
    },
    async refuseDirector(context) {
      await reviews.refuseDirector(context)
      forgetWorth(context)
    },
    settle,
    requestReversal: async ({ tx, document, lines, problem }) => {
      const problems = await problemsInTheWay(tx, document, lines, problem)
      if (problems.length > 0) throw refuseAll(problems)
    },
    approveReversal: async (context) => {
      const isLast = isWithinLeader(context.document)
      if (isLast) await takeBack(context)
      context.setState(isLast ? 'reversed' : 'reversalToDirector')
    },
    approveReversalDirector: takeBack,
    refuseReversal: keepRoute,
    refuseReversalDirector: keepRoute,
  },
  beforeSave,
})
