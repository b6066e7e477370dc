import { performersOf } from '@kufang/contract/document/decide.ts'
import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import { stateAfterLevel } from '@kufang/contract/document/approval-route.ts'
import { lossApproval, transferDifference } from '@kufang/contract/transfer/transfer-difference.ts'
import { erpStatesNotInBooks, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  sumQuantities,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import { zeroMoney, type Money } from '@kufang/kernel/money.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, firstOf } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { effectsFor, noEffect, type ContextOf } from '../document/effects/effects.ts'
import { accumulatedAmounts } from '../document/act/accumulated-amounts.ts'
import { decideRoute } from '../document/act/approval-route.ts'
import { isWithinLeader, keepRoute } from '../document/act/director-reversal.ts'
import { postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { kindsApart, problemsOfDifferences } from '../document/books/count-differences.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { readBookPrices, stockKey, worthOfDifference } from '../ledger/public.ts'
import { placeOfArrival, problemsOfArrival } from './transfer-checks.ts'

// What the receiver of a transfer did not get (spec domain.md 1.4). The decision ends the transfer: what was found or is lost
// is received with this document (315, 305), what is back with the sender was never removed; what is lost leaves the bin at
// once as a difference (702), because the ERP writes off no stock in transfer, only what lies in a storage location.

type Context<N extends string> = ContextOf<typeof transferDifference, N>
type Deciding = Context<'decide'>

/** What was decided about each line, in the order of the lines. */
function decisionsOf({ lines, lineInput, refuse }: Deciding) {
  const byNumber = new Map(lineInput.map((given) => [given.lineNo, given]))
  const open = lines.filter(({ lineNo }) => !byNumber.has(lineNo)).map(({ lineNo }) => lineNo)
  if (open.length > 0) throw refuse('difference-undecided', { lines: open.join(', ') })
  return lines.map((line) => {
    const given = entryOf(byNumber, line.lineNo)
    return {
      line,
      found: given.foundQuantity ?? zeroQuantity,
      returned: given.returnedQuantity ?? zeroQuantity,
      lost: given.lostQuantity ?? zeroQuantity,
      bin: textOf(given.bin) || textOf(line.bin),
    }
  })
}

type Decision = ReturnType<typeof decisionsOf>[number]

/** The quantities of a line make up what is missing; pieces with serial numbers stay together, so that it is known which. */
function problemsOf(
  { line, found, returned, lost, bin }: Decision,
  problem: Deciding['problem'],
): RefusalDetail[] {
  const { lineNo, materialNo: material, quantity, unit, serialNumbers } = line
  const sum = sumQuantities([found, returned, lost])
  if (compareQuantity(sum, quantity) !== 0)
    return [problem('difference-not-settled', { material, quantity, sum, unit }, lineNo)]
  if (bin === '' && isPositive(addQuantity(found, lost))) {
    const { zh, en } = transferDifference.lines.bin.label
    return [problem('field-required', { field: zh, fieldEn: en }, lineNo, 'bin')]
  }
  const shares = [found, returned, lost].filter(isPositive).length
  return shares > 1 && (serialNumbers ?? []).length > 0
    ? [problem('difference-pieces-together', { material }, lineNo)]
    : []
}

/** Whoever has received any of the goods neither decides what became of the rest nor approves its loss. */
function assertOther(
  { session, refuse }: Pick<Deciding, 'session' | 'refuse'>,
  action: 'decide' | 'reviewDirector',
  acts: Readonly<Record<string, Act>>,
): void {
  if (!performersOf(['receive'], acts).includes(session.userId)) return
  const { receive } = transferOrder.actions
  const { label } = transferDifference.actions[action]
  throw refuse('separation-of-duties', {
    act: receive.label.zh,
    actEn: receive.label.en,
    user: session.userName,
    action: label.zh,
    actionEn: label.en,
  })
}

/** Once the transfer is posted, goods cannot be back with the sender: in the books they have left. */
function problemsOfReturn(
  decisions: readonly Decision[],
  { docNo, erpState }: { docNo: string; erpState: ErpState },
  problem: Deciding['problem'],
): RefusalDetail[] {
  if (erpStatesNotInBooks.includes(erpState)) return []
  return decisions.flatMap(({ line, returned }) =>
    isPositive(returned)
      ? [
          problem(
            'difference-in-books',
            { transfer: docNo, material: line.materialNo },
            line.lineNo,
            'returnedQuantity',
          ),
        ]
      : [],
  )
}

/** The losses of the same goods lately that count: not those that were taken back. */
const accumulated = {
  amountField: 'lostAmount',
  placeFields: ['receivingPlant', 'receivingStorageLocation'],
  states: ['toDirector', 'settled', 'reversalRequested', 'reversalToDirector', 'reversalApproved'],
} as const

/**
 * What the lost quantities are worth, in the order of the decisions: at the book price of the plant that sent them, which is
 * the value they left with, or where that has none any more, of the plant that misses them.
 */
async function worthOfLoss(
  { tx, now, document }: Deciding,
  decisions: readonly Decision[],
): Promise<(Money | null)[]> {
  const sent = decisions.map(({ line }) => stockOfLine(document, line))
  const missed = decisions.map(({ line, bin }) =>
    stockOfLine(document, line, { ...placeOfArrival(document), bin }),
  )
  const keys = [...sent, ...missed]
  const prices = await readBookPrices(tx, document.companyCode, keys, now.toISOString())
  return decisions.map(({ lost }, at) =>
    worthOfDifference(lost, prices[at] ?? prices[at + decisions.length]),
  )
}

/** Whose decision the loss is, by what it is worth with those lately; without a loss the shift leader's alone. */
async function routeOf(
  { tx, now, document }: Deciding,
  decisions: readonly Decision[],
  amounts: readonly (Money | null)[],
) {
  const lossy = decisions.flatMap(({ line, lost }, at) =>
    isPositive(lost) ? [{ line, amount: amounts[at] ?? null }] : [],
  )
  if (lossy.length === 0)
    return { needsDirector: 'notNeeded', lossTotal: zeroMoney, cumulatedTotal: zeroMoney } as const
  const { plant, storageLocation } = placeOfArrival(document)
  const { own, cumulated } = await accumulatedAmounts(tx, transferDifference, {
    ...document,
    ...accumulated,
    plant,
    storageLocation,
    lines: lossy.map(({ line: { materialNo }, amount }) => ({ materialNo, amount })),
    now,
  })
  const totals = { lossTotal: own, cumulatedTotal: cumulated }
  const goods = lossy.map(({ line: { materialGroup } }) => ({
    plant,
    ...(materialGroup === null ? {} : { materialGroup }),
  }))
  const { header } = await decideRoute(tx, lossApproval, { ...document, ...totals }, goods)
  return { ...totals, ...header }
}

/** What may not be done with the goods any more, though it was entered rightly. */
async function problemsOfGoods(
  { tx, today, document, problem }: Pick<Deciding, 'tx' | 'today' | 'document' | 'problem'>,
  decisions: readonly Decision[],
  transfer: Parameters<typeof problemsOfReturn>[1],
): Promise<RefusalDetail[]> {
  const filled = decisions
    .filter(({ found }) => isPositive(found))
    .map(({ line: { lineNo, materialNo, batch }, found: quantity, bin: receivingBin }) => ({
      lineNo,
      materialNo,
      batch,
      quantity,
      receivingBin,
    }))
  const place = placeOfArrival(document)
  const ofBins = await problemsOfArrival(tx, today, place, filled)
  const lost = decisions.filter((one) => isPositive(one.lost)).map(({ line }) => line)
  return [
    ...(await problemsOfDifferences(tx, place, lost)),
    ...(await problemsOfKinds(tx, place, lost, problem)),
    ...problemsOfReturn(decisions, transfer, problem),
    ...ofBins.map((one) => ({ ...one, field: 'bin' })),
  ]
}

/** One ERP document posts the loss, and an inventory document has one kind of special stock. */
async function problemsOfKinds(
  tx: Deciding['tx'],
  place: { companyCode: string; plant: string },
  lost: readonly { lineNo: number; specialStock: string | null }[],
  problem: Deciding['problem'],
): Promise<RefusalDetail[]> {
  const [first, ...others] = await kindsApart(tx, place, lost)
  const other = lost.find(({ specialStock }) => textOf(specialStock) !== first)
  if (first === undefined || other === undefined) return []
  const params = {
    plant: place.plant,
    kinds: [first, ...others].map((kind) => kind || '–').join(', '),
  }
  return [problem('count-kinds-apart', params, other.lineNo, 'lostQuantity')]
}

/** Keeps what the shift leader decides; the goods follow at once, or when the director has approved the loss. */
async function decide(context: Deciding): Promise<void> {
  const { document, documents, lines, problem, setHeader, setLine, setState } = context
  const transferId = sourceOfLine(firstOf(lines)).id
  const transfer = await documents.loadHeader('transfer-order', document.companyCode, transferId)
  assertOther(context, 'decide', transfer.acts)
  const decisions = decisionsOf(context)
  const problems = decisions.flatMap((one) => problemsOf(one, problem))
  if (problems.length > 0) throw refuseAll(problems)
  const ofGoods = await problemsOfGoods(context, decisions, transfer)
  if (ofGoods.length > 0) throw refuseAll(ofGoods)
  const amounts = await worthOfLoss(context, decisions)
  for (const [at, { line, found, returned, lost, bin }] of decisions.entries())
    setLine(line.lineNo, {
      foundQuantity: found,
      returnedQuantity: returned,
      lostQuantity: lost,
      lostAmount: amounts[at] ?? null,
      bin: bin || null,
    })
  const route = await routeOf(context, decisions, amounts)
  setHeader(route)
  const isDecided = stateAfterLevel(lossApproval, '', route) === lossApproval.approved
  setState(isDecided ? 'settled' : 'toDirector')
  if (isDecided) await carryOut(context, decisions)
}

/** The director approves the loss: what was decided happens now, if it still can. */
async function approveLoss(context: Context<'reviewDirector'>): Promise<void> {
  const { document, documents, lines } = context
  const transferId = sourceOfLine(firstOf(lines)).id
  const transfer = await documents.loadHeader('transfer-order', document.companyCode, transferId)
  assertOther(context, 'reviewDirector', transfer.acts)
  const decisions = lines.map((line) => ({
    line,
    found: line.foundQuantity ?? zeroQuantity,
    returned: line.returnedQuantity ?? zeroQuantity,
    lost: line.lostQuantity ?? zeroQuantity,
    bin: textOf(line.bin),
  }))
  const problems = await problemsOfGoods(context, decisions, transfer)
  if (problems.length > 0) throw refuseAll(problems)
  await carryOut(context, decisions)
}

/** The director does not approve the loss: it is decided about anew. */
function refuseLoss(context: Context<'refuseDirector'>): void {
  const { lines, setHeader, setLine } = context
  for (const { lineNo } of lines)
    setLine(lineNo, {
      foundQuantity: null,
      returnedQuantity: null,
      lostQuantity: null,
      lostAmount: null,
    })
  setHeader({ lossTotal: null, cumulatedTotal: null })
}

/** The transfer ends as decided, and the goods go where they belong. */
async function carryOut(
  context: Context<'decide' | 'reviewDirector'>,
  decisions: readonly Decision[],
): Promise<void> {
  const { document, documents, lines } = context
  const transferId = sourceOfLine(firstOf(lines)).id
  await documents.act('transfer-order', document.companyCode, transferId, 'settleDifference', {
    lines: decisions.map(({ line, returned }) => ({
      lineNo: sourceOfLine(line).lineNo,
      quantityReturned: returned,
    })),
  })
  for (const one of decisions) await moveAsDecided(context, one)
}

/** What is found or lost is received; what is lost leaves the bin again at once. */
async function moveAsDecided(
  { document, move }: Pick<Deciding, 'document' | 'move'>,
  { line, found, lost, bin }: Decision,
): Promise<void> {
  const { lineNo, materialNo, quantity: missing } = line
  const quantity = addQuantity(found, lost)
  if (!isPositive(quantity)) return
  const arrival = placeOfArrival(document)
  const { companyCode, plant } = arrival
  const there = stockOfLine(document, line, { ...arrival, bin })
  const secondOf = { quantity: missing, before: zeroQuantity }
  await move({
    lineNo,
    from: stockOfLine(document, line, { ...arrival, bin: '', stockCategory: 'IT' }),
    to: there,
    quantity,
    secondOf,
    step: 'placement',
    ...(plant !== document.plant && { accountAssignment: { kind: 'other-plant' } }),
  })
  if (isPositive(lost))
    await move({
      lineNo,
      from: there,
      to: stockKey({ companyCode, place: 'count-difference', plant, materialNo }),
      quantity: lost,
      secondOf,
      step: 'loss',
    })
}

/** Posts the loss, with the number of the receipt's material document in the text of its items. */
async function postLoss(context: Context<'postLoss'>): Promise<void> {
  const { document, lines, documents, input } = context
  if (!lines.some(({ lostQuantity }) => lostQuantity !== null && isPositive(lostQuantity))) return
  await documents.post('transfer-difference', document.companyCode, document.id, {
    item: { itemText: `${input.materialDocument}/${input.materialDocumentYear}` },
  })
}

/** Refused where nothing moved with the decision, because the goods had returned to their bins. */
function requestReversal({ document, refuse }: Context<'requestReversal'>): void {
  if (document.erpState === 'notNeeded')
    throw refuse('difference-all-returned', { no: document.docNo })
}

/** The goods are in transit again, and the transfer waits for another decision about them. */
async function reversePhysical(context: Context<'reversePhysical'>): Promise<void> {
  const { document, lines, documents, reverseMoves, releaseSources, afterwards } = context
  reverseMoves()
  await releaseSources('all')
  const moved = lines
    .map((line) => ({
      lineNo: sourceOfLine(line).lineNo,
      quantityOpen: addQuantity(
        line.foundQuantity ?? zeroQuantity,
        line.lostQuantity ?? zeroQuantity,
      ),
    }))
    .filter(({ quantityOpen }) => isPositive(quantityOpen))
  afterwards(() =>
    documents.act(
      'transfer-order',
      document.companyCode,
      sourceOfLine(firstOf(lines)).id,
      'reopenDifference',
      {
        lines: moved,
      },
    ),
  )
}

const reviews = reviewEffects(transferDifference, lossApproval, approveLoss)

export const transferDifferenceEffects = effectsFor(transferDifference, {
  actions: {
    ...postingEffects(transferDifference),
    ...reviews,
    async refuseDirector(context) {
      await reviews.refuseDirector(context)
      refuseLoss(context)
    },
    decide,
    postLoss,
    requestReversal,
    approveReversal: ({ document, setState }) =>
      setState(isWithinLeader(document) ? 'reversalApproved' : 'reversalToDirector'),
    approveReversalDirector: noEffect,
    refuseReversal: keepRoute,
    refuseReversalDirector: keepRoute,
    reversePhysical,
  },
})
