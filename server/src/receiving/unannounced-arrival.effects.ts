import { expiredReport } from './report-expired.ts'
import { ordersOfPapers } from './orders-of-papers.ts'
import {
  supplementParts,
  unannouncedArrival,
} from '@kufang/contract/receiving/unannounced-arrival.ts'
import { addMonths, periodOf, type LocalDate } from '@kufang/kernel/local-date.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { entryOf, firstOf, itemWith } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { partsOf } from '../document/act/in-parts.ts'
import { refuseFurtherGoods } from '../document/papers/missing-papers.ts'
import { matchOrderItems } from '../external-documents/public.ts'
import { readSupplementNotes } from './supplement-notes.ts'
import { stockBatch } from '../masters/public.ts'
import { checkGoodsLines } from '../bins/public.ts'
import { readParameter } from '../system/public.ts'
import { makePapers } from './make-papers.ts'
import { proposeArrival } from './propose-arrival.ts'
import { offBookKey, paperedKey, supplierKey } from './stock-keys.ts'

// Goods that arrive before their papers (spec domain.md 0.4, 1.2). Until the order is known they are not ours: they lie in
// the receiving bin, blocked and outside the books of the ERP, so that nobody issues them and nothing is posted. Their paper
// takes them out of there, and the delivery note and the arrival record it makes bring them in like announced goods (103, or
// 101 into inspection; exempt goods with their receipt).

type Context<N extends string> = ContextOf<typeof unannouncedArrival, N>

const papers = partsOf(unannouncedArrival, supplementParts.parts)

async function receive(context: Context<'receive'>): Promise<void> {
  const { tx, document, lines, today, now, move, setHeader, setLine } = context
  const { companyCode, plant, storageLocation, supplierNo } = document
  await refuseFurtherGoods(tx, {
    companyCode,
    plant,
    today,
    lastMonth: periodOf(addMonths(today, -1)),
  })
  const checked = { companyCode, plant, storageLocation, today, lines }
  const [{ problems, materials }, matched] = await Promise.all([
    checkGoodsLines(tx, { ...checked, isIncoming: true, fillsBin: true }),
    matchOrderItems(tx, companyCode, { supplierNo, plant, storageLocation, lines }),
  ])
  if (problems.length > 0) throw refuseAll(problems)
  papers.begin(context)
  setHeader({ arrivedAt: now.toISOString(), supplementDueDate: await papersDue(context) })
  for (const line of lines) {
    const { lineNo, materialNo, quantity } = line
    const batch = stockBatch(line, materials.get(materialNo))
    const found = matched.get(lineNo)
    setLine(lineNo, {
      batch,
      matchedOrderNo: line.purchaseOrderNo ?? found?.orderNo ?? null,
      matchedOrderLine: line.purchaseOrderLine ?? found?.orderLine ?? null,
    })
    await move({
      lineNo,
      from: supplierKey(companyCode, plant, materialNo),
      to: offBookKey(companyCode, plant, storageLocation, { ...line, batch }),
      quantity,
    })
  }
}

/** The last day for the papers: so many working days after today. */
async function papersDue({ tx, document, today }: Context<'receive'>): Promise<LocalDate> {
  const { companyCode, missingPaper } = document
  const name =
    missingPaper === 'order' ? 'receiving.orderSupplementDays' : 'receiving.noteSupplementDays'
  const days = await readParameter(tx, name, { companyCode })
  const due = firstOf(
    await tx.query<{ day: LocalDate }>(`select working_days_after($1::date, $2)::text as day`, [
      today,
      days,
    ]),
  )
  return due.day
}

async function supplement(context: Context<'supplement'>): Promise<void> {
  const { document, move, releaseQuantities } = context
  const { companyCode, plant, storageLocation } = document
  const parts = papers.enter(context)
  for (const { lineNo, line, quantity, before } of parts)
    await move({
      lineNo,
      from: offBookKey(companyCode, plant, storageLocation, line),
      to: paperedKey(companyCode, plant, line.materialNo),
      quantity,
      secondOf: { quantity: line.quantity, before },
    })
  // Of the order items that were chosen at the gate: the delivery note takes them, or others.
  const taken = parts.flatMap(({ lineNo, line, quantity }) =>
    line.sourceId === null ? [] : [{ lineNo, quantity }],
  )
  if (taken.length > 0) await releaseQuantities(taken)
  await makePapers(context, parts)
}

async function withdrawSupplement(context: Context<'withdrawSupplement'>): Promise<void> {
  const { tx, document, lines, documents, input, move, setHeader, refuse } = context
  const { companyCode, plant, storageLocation, docNo } = document
  const [note, before] = await readSupplementNotes(tx, companyCode, docNo)
  if (note === undefined) throw new Error(`${docNo} has no delivery note that was made for it`)
  const { reason } = input
  for (const arrival of note.arrivals) {
    const isUnused = ['arrived', 'reversalApproved'].includes(arrival.state)
    if (!isUnused || arrival.supplementOf !== docNo)
      throw refuse('successor-stands', { by: arrival.docNo })
    await documents.act('arrival', companyCode, arrival.id, 'reversePhysical', {
      input: { reason },
    })
  }
  await documents.act('delivery-note', companyCode, note.id, 'withdrawSupplement')
  await takeAgain(context, note.lines)
  // No reversal: pieces have moved with the arrival since, and back.
  for (const { lineNo, quantity, serialNumbers } of note.lines) {
    const line = itemWith(lines, (one) => one.lineNo === lineNo)
    const done = line.supplementedQuantity ?? zeroQuantity
    await move({
      lineNo,
      from: paperedKey(companyCode, plant, line.materialNo),
      to: offBookKey(companyCode, plant, storageLocation, line),
      quantity,
      secondOf: { quantity: line.quantity, before: subtractQuantity(done, quantity) },
      ...(serialNumbers.length === 0 ? {} : { serialNumbers }),
    })
  }
  papers.undo(context, note.lines)
  setHeader({ noteNo: before?.docNo ?? null, arrivalNo: before?.arrivals[0]?.docNo ?? null })
}

/** Takes what was chosen of the order at the gate again. */
async function takeAgain(
  { document, lines, retakeQuantities, problem }: Context<'withdrawSupplement'>,
  withdrawn: readonly { lineNo: number; quantity: Quantity }[],
): Promise<void> {
  const chosen = new Set(lines.flatMap(({ lineNo, sourceId }) => (sourceId ? [lineNo] : [])))
  const wanted = withdrawn.filter(({ lineNo }) => chosen.has(lineNo))
  if (wanted.length === 0) return
  const taken = await retakeQuantities(wanted.map(({ lineNo, quantity }) => ({ lineNo, quantity })))
  if (taken.length > 0)
    throw refuseAll(
      taken.map(({ lineNo, quantity, fromNo, fromLine, free, unit }) =>
        problem(
          'supplement-order-taken',
          { quantity, unit, free, source: `${fromNo}/${fromLine}`, no: document.docNo },
          lineNo,
        ),
      ),
    )
}

/** The supplier takes away again what has no papers; what has them stays. */
async function takeBack(context: Context<'takeBack'>): Promise<void> {
  const { document, lines, move, setLine, setState } = context
  const { companyCode, plant, storageLocation } = document
  const isRest = lines.some((line) => isPositive(line.supplementedQuantity ?? zeroQuantity))
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const rest = papers
    .close(context)
    .map(({ lineNo, quantity }) => ({ lineNo, quantity, line: entryOf(byNumber, lineNo) }))
  for (const { lineNo, quantity, line } of rest)
    setLine(lineNo, {
      sentBackQuantity: addQuantity(line.sentBackQuantity ?? zeroQuantity, quantity),
    })
  const isWhole =
    rest.length === lines.length &&
    rest.every(({ quantity, line }) => compareQuantity(quantity, line.quantity) === 0)
  if (isWhole) context.reverseMoves()
  else
    for (const { lineNo, quantity, line } of rest)
      await move({
        lineNo,
        from: offBookKey(companyCode, plant, storageLocation, line),
        to: supplierKey(companyCode, plant, line.materialNo),
        quantity,
        secondOf: { quantity: line.quantity, before: line.supplementedQuantity ?? zeroQuantity },
      })
  const chosen = rest.filter(({ line }) => line.sourceId !== null)
  if (chosen.length > 0 && isRest) await context.releaseQuantities(chosen)
  if (chosen.length > 0 && !isRest) await context.releaseSources('all')
  if (isRest) setState('supplemented')
}

export const unannouncedArrivalEffects = effectsFor(unannouncedArrival, {
  // Goods that came without papers get their order with their papers, which name it.
  refreshes: {
    named: { mirror: 'purchase-order', actions: ['supplement'], named: ordersOfPapers },
  },
  reports: expiredReport,
  actions: {
    receive,
    supplement,
    markImported: ({ setHeader }) => setHeader({ isImported: true }),
    withdrawSupplement,
    takeBack,
  },
  async prefill(request) {
    const { lines, secondRatios } = await proposeArrival(request)
    // The supplier's number is one of the whole truck.
    return { header: {}, lines: lines.map(({ reference: _one, ...line }) => line), secondRatios }
  },
})
