import { rejectedGoods } from '@kufang/contract/acceptance/rejected-goods.ts'
import { compareQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { problemsOfFilledBins } from '../document/draft/stock-lines.ts'
import { arrivalKey, receivedByCategory } from '../receiving/public.ts'
import { readQuantities } from '../ledger/public.ts'
import { arrivedLines } from './arrived-lines.ts'
import { rejectsKey, tellArrivals } from './rejected-lines.ts'

// Rejected goods wait in a bin of their own, in inspection or GR blocked stock as they arrived: the ERP sees no movement
// before somebody has decided what becomes of them. The arrival no longer has them to be received.

type Context<N extends string> = ContextOf<typeof rejectedGoods, N>

/** Lines that nobody counted, were counted differently, or would stay where accepted goods lie. */
async function problemsOfConfirmation(context: Context<'confirm'>): Promise<RefusalDetail[]> {
  const { tx, today, document, lines, lineInput, problem } = context
  const given = new Map(lineInput.map((line) => [line.lineNo, line]))
  const { zh, en } = rejectedGoods.actions.confirm.lineInput.countedQuantity.label
  const counted = lines.flatMap((line): RefusalDetail[] => {
    const { lineNo, quantity, materialNo: material, unit, bin } = line
    const entered = given.get(lineNo)
    if (entered === undefined)
      return [problem('field-required', { field: zh, fieldEn: en }, lineNo, 'countedQuantity')]
    const differs = compareQuantity(entered.countedQuantity, quantity) !== 0
    const params = { material, counted: entered.countedQuantity, quantity, unit }
    return [
      ...(differs ? [problem('rejects-count-differs', params, lineNo, 'countedQuantity')] : []),
      ...(entered.rejectsBin === bin
        ? [problem('bin-same', { bin: entered.rejectsBin }, lineNo, 'rejectsBin')]
        : []),
    ]
  })
  const filled = lines.map((line) => ({
    ...line,
    rejectsBin: given.get(line.lineNo)?.rejectsBin ?? null,
  }))
  return [...counted, ...(await problemsOfFilledBins(tx, today, document, filled, 'rejectsBin'))]
}

/** The lines with the arrival behind each, where they go, and whether a receipt took all that is rejected already. */
async function placedLines({ tx, document, lines, lineInput, documents }: Context<'confirm'>) {
  const bins = new Map(lineInput.map(({ lineNo, rejectsBin }) => [lineNo, rejectsBin]))
  const behind = await arrivedLines({ document, lines, documents })
  const ids = behind.map(({ arrival }) => arrival.header.id)
  const received = await receivedByCategory(tx, document.companyCode, ids)
  return behind.map((one) => {
    const taken = received.get(`${one.arrival.header.id}/${one.arrived.lineNo}/BL`)?.moved
    const rejected = one.arrived.rejectedQuantity ?? zeroQuantity
    const isReceived = taken !== undefined && compareQuantity(taken, rejected) >= 0
    return { ...one, rejectsBin: entryOf(bins, one.line.lineNo), isReceived }
  })
}

/** What receipts took is in blocked stock in the bins that the keeper names. */
async function assertInBlockedStock(
  { tx, document, problem }: Context<'confirm'>,
  received: Awaited<ReturnType<typeof placedLines>>,
): Promise<void> {
  if (received.length === 0) return
  const found = await readQuantities(
    tx,
    document.companyCode,
    received.map((one) => rejectsKey(document, one.arrived, one)),
  )
  const problems = received.flatMap(({ line, rejectsBin }, index) => {
    const { lineNo, quantity, unit } = line
    const onHand = itemAt(found, index).quantity
    const params = { rejectsBin, onHand, quantity, unit }
    return compareQuantity(onHand, quantity) >= 0
      ? []
      : [problem('rejects-not-in-bin', params, lineNo, 'rejectsBin')]
  })
  if (problems.length > 0) throw refuseAll(problems)
}

async function confirm(context: Context<'confirm'>): Promise<void> {
  const { document, documents, move, setLine, setHeader, now } = context
  const problems = await problemsOfConfirmation(context)
  if (problems.length > 0) throw refuseAll(problems)
  const { companyCode, plant, storageLocation } = document
  const placed = await placedLines(context)
  const waiting = placed.filter(({ isReceived }) => !isReceived)
  await assertInBlockedStock(
    context,
    placed.filter(({ isReceived }) => isReceived),
  )
  await tellArrivals(documents, companyCode, 'setRejectsAside', waiting)
  for (const { line, rejectsBin, isReceived } of placed)
    setLine(line.lineNo, { rejectsBin, isReceived })
  for (const one of waiting)
    await move({
      lineNo: one.line.lineNo,
      from: arrivalKey(companyCode, plant, storageLocation, one.arrived),
      to: rejectsKey(document, one.arrived, one),
      quantity: one.line.quantity,
    })
  setHeader({ setAsideAt: now.toISOString() })
}

/** Refused while anything disposes of the goods, also a draft. */
async function assertUndisposed({
  successors,
  firstToUndo,
  refuse,
}: Pick<Context<'appeal'>, 'successors' | 'firstToUndo' | 'refuse'>): Promise<void> {
  const [latest] = await successors()
  if (latest !== undefined)
    throw refuse('successor-stands', { by: (await firstToUndo()) || latest.docNo })
}

async function withdrawConfirmation(context: Context<'withdrawConfirmation'>): Promise<void> {
  const { document, documents, setHeader, setLine, setState, reverseMoves, refuse } = context
  if (document.setAsideAt === null) throw refuse('rejects-not-set-aside', { no: document.docNo })
  await assertUndisposed(context)
  const setAside = context.lines.filter(({ isReceived }) => isReceived !== true)
  const behind = await arrivedLines({ document, lines: setAside, documents })
  await tellArrivals(documents, document.companyCode, 'takeRejectsBack', behind)
  reverseMoves()
  for (const { lineNo } of context.lines) setLine(lineNo, { isReceived: null })
  setHeader({ setAsideAt: null })
  setState(document.state === 'appealed' ? 'appealed' : 'recorded')
}

/** The goods are inspected once more: the decision is withdrawn, and this record with it. */
async function reinspect(context: Context<'reinspect'>): Promise<void> {
  const { document, documents, lines, input, refuse } = context
  if (document.setAsideAt !== null) {
    const user = document.acts['confirm']?.userName ?? ''
    throw refuse('rejects-set-aside', { no: document.docNo, user })
  }
  await context.releaseSources('all')
  context.afterwards(async () => {
    for (const id of [...new Set(lines.map((line) => sourceOfLine(line).id))].toSorted())
      await documents.act('inspection-order', document.companyCode, id, 'withdraw', {
        input: { reason: input.answer },
      })
  })
}

export const rejectedGoodsEffects = effectsFor(rejectedGoods, {
  actions: {
    confirm,
    withdrawConfirmation,
    appeal: assertUndisposed,
    upholdDecision: ({ document, setState }) =>
      setState(document.setAsideAt === null ? 'recorded' : 'confirmed'),
    reinspect,
    // The decision is withdrawn only while nobody has set the goods aside.
    async withdraw({ document, refuse, releaseSources }) {
      if (document.setAsideAt !== null) throw refuse('successor-stands', { by: document.docNo })
      await releaseSources('all')
    },
  },
  batchable: ['upholdDecision'],
})
