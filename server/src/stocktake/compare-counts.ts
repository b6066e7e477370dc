import type { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { addMoney, compareMoney, negateMoney, zeroMoney, type Money } from '@kufang/kernel/money.ts'
import { subtractQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { readBookPrices, recordCountDates, worthOfDifference } from '../ledger/public.ts'
import { momentsOf, readBooksAtCount } from './books-at-count.ts'
import { checkCountedPieces, differsByPiece, pieceDifference } from './counted-pieces.ts'
import { adjustmentOf, foundOf, secondDifferenceOf, withSecondCounts } from './second-counts.ts'
import { linesBeyondTolerance } from './tolerance.ts'

// What was counted, against what the books had when it was counted.

type Context<N extends string> = ContextOf<typeof stocktaking, N>
type Line = Context<'count'>['lines'][number]
type Compared = Context<'count'> | Context<'recount'>

/** Enters the first count of lines. */
export const count = (context: Context<'count'>) =>
  keepCounts(context, {
    count: 'countedQuantity',
    second: 'countedSecondQuantity',
    pieces: 'countedSerialNumbers',
  })

/**
 * Enters what another person found: of the lines that are to be counted again, and of others if he looked there too.
 * @throws Refusal `blind-recount-unasked` of a blind count that shows the first count, which is hidden again once a recount is
 *   asked for
 */
export async function recount(context: Context<'recount'>): Promise<void> {
  const { document, refuse } = context
  if (document.isBlind === true && document.state === 'differing')
    throw refuse('blind-recount-unasked', { no: document.docNo })
  await keepCounts(context, {
    count: 'recountedQuantity',
    second: 'recountedSecondQuantity',
    pieces: 'recountedSerialNumbers',
  })
}

/** Whether something of the line is to be put right: a quantity, its second quantity, or which pieces are there. */
export const isDifferent = (line: Line): boolean =>
  adjustmentOf(line) !== null || differsByPiece(line)

/** Keeps counts, and once every line asked for has one compares them with the books, in both units and in amount. */
async function keepCounts(
  { tx, document, lines, lineInput, now, ...work }: Compared,
  fields: { count: string; second: string; pieces: string },
): Promise<void> {
  const { moments, problems } = momentsOf(document.snapshotAt!, now, lineInput)
  if (problems.length > 0) throw refuseAll(problems)
  const given = new Map(lineInput.map(({ lineNo, seenAt: _seenAt, ...one }) => [lineNo, one]))
  const counted = lines.filter(({ lineNo }) => given.has(lineNo))
  const books = await readBooksAtCount(tx, document, counted, moments, now)
  const opened = lines.map((line): Line => ({ ...line, ...books.get(line.lineNo) }))
  const entered = await withSecondCounts(tx, opened, given, fields)
  const after = opened.map((line): Line => ({ ...line, ...entered.get(line.lineNo) }))
  await checkCountedPieces(tx, after, entered, fields)
  for (const [lineNo, one] of entered) work.setLine(lineNo, { ...books.get(lineNo), ...one })
  if (after.some((line) => isAwaited(document.state, line))) return
  const { emptyBins, emptyConfirmedAt } = document
  if (emptyBins !== null && emptyBins.length > 0 && emptyConfirmedAt === null)
    throw work.refuse('empty-bins-unconfirmed', { bins: emptyBins.join('、') })
  const compared = await compare(tx, document, after)
  const beyond =
    document.state === 'counting'
      ? await linesBeyondTolerance(tx, document.companyCode, compared)
      : new Set<number>()
  for (const [at, line] of compared.entries())
    work.setLine(line.lineNo, {
      differenceQuantity: line.differenceQuantity,
      secondDifferenceQuantity: line.secondDifferenceQuantity,
      differenceAmount: line.differenceAmount,
      missingSerialNumbers: line.missingSerialNumbers,
      surplusSerialNumbers: line.surplusSerialNumbers,
      isDifferent: isDifferent(line),
      recountNeeded: beyond.has(line.lineNo) || itemAt(after, at).recountNeeded === true,
    })
  recordCountDates(
    tx,
    document,
    after.map((line) => ({ key: stockOfLine(document, line), countedAt: line.countedAt! })),
  )
  work.setHeader({ differenceTotal: totalOf(compared.map((line) => line.differenceAmount)) })
  if (!compared.some(isDifferent)) work.setState('counted')
  else work.setState(beyond.size > 0 ? 'toRecount' : 'differing')
}

/** Whether a count of the line is still asked for in this state. */
const isAwaited = (state: string, line: Line): boolean =>
  state === 'toRecount'
    ? line.recountNeeded === true && line.recountedQuantity === null
    : foundOf(line).quantity === null

/** The lines with what their counts differ from the books. */
async function compare(
  tx: Compared['tx'],
  document: Compared['document'],
  lines: readonly Line[],
): Promise<Line[]> {
  const differing = lines.map((line): Line => {
    const { missing, surplus } = pieceDifference(line)
    return {
      ...line,
      differenceQuantity: subtractQuantity(
        foundOf(line).quantity!,
        line.bookAtCount ?? zeroQuantity,
      ),
      secondDifferenceQuantity: secondDifferenceOf(line),
      missingSerialNumbers: missing,
      surplusSerialNumbers: surplus,
    }
  })
  const keys = lines.map((line) => stockOfLine(document, line))
  const prices = differing.some(isDifferent)
    ? await readBookPrices(tx, document.companyCode, keys, document.snapshotAt!)
    : []
  return differing.map((line, at) => ({
    ...line,
    differenceAmount: worthOfDifference(line.differenceQuantity!, prices[at]),
  }))
}

/** The sum without signs, so that a surplus does not hide a shortage; null if one of the amounts is unknown. */
const totalOf = (amounts: readonly (Money | null)[]): Money | null =>
  amounts.reduce<Money | null>(
    (sum, amount) =>
      sum === null || amount === null
        ? null
        : addMoney(sum, compareMoney(amount, zeroMoney) < 0 ? negateMoney(amount) : amount),
    zeroMoney,
  )
