import { addAll } from '@kufang/kernel/add-all.ts'
import { expiredReport } from './report-expired.ts'
import { excessReport } from './report-excess.ts'
import { reportingBoth } from '../document/effects/refusal-report.ts'
import { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { addQuantity, subtractQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { entryOf, itemWith } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import { readOrderPrices } from '../external-documents/public.ts'
import { isInspectedIn, stockBatch, type Material } from '../masters/public.ts'
import { checkGoodsLines } from '../bins/public.ts'
import { parameterReader, readParameter } from '../system/public.ts'
import { stateWithClosed } from './arrival-state.ts'
import { checkArrivedQuantities } from './arrived-quantity.ts'
import { consignmentEffects } from './consignment-of-arrival.ts'
import { reversePartOfArrival } from './part-of-arrival.ts'
import { destroyedEffects } from './destroyed-of-arrival.ts'
import {
  clearancesOf,
  customsProblems,
  datesOf,
  orderProblems,
  recordArrivals,
  recordBatchData,
  withdrawArrivals,
} from './gate-checks.ts'
import { inspection } from './inspection-of-arrivals.ts'
import { proposeArrival } from './propose-arrival.ts'
import { rejectsEffects } from './rejects-of-arrival.ts'
import { arrivalKey, supplierKey } from './stock-keys.ts'

// Arrival of goods. Goods that require inspection enter the stock at once, as inspection stock (route B, 101) or
// goods-receipt blocked stock (route A, 103); exempt goods enter unrestricted stock with the receipt (spec domain.md
// 1.2).

type Line = LineOf<typeof arrival>
type Confirming = ContextOf<typeof arrival, 'confirm'>

/** What arrives in inspection could not leave it again where an inspection lot of the ERP decides about it. */
async function assertNoLots(
  { tx, document: { companyCode, plant }, lines, problem }: Confirming,
  materials: ReadonlyMap<string, Material>,
): Promise<void> {
  const wayOf = await parameterReader(tx, 'receiving.qualityManagement')
  const ofLots = lines.flatMap(({ lineNo, materialNo }) => {
    const material = entryOf(materials, materialNo)
    const way = wayOf({ companyCode, plant, materialGroup: material.materialGroup })
    return way === 'inspection-lots' && isInspectedIn(plant, material)
      ? [problem('inspection-lot-decides', { material: materialNo, plant }, lineNo)]
      : []
  })
  if (ofLots.length > 0) throw refuseAll(ofLots)
}

async function confirm(context: Confirming): Promise<void> {
  const { tx, document, today, now } = context
  const companyCode = document.companyCode
  const plant = document.plant
  const storageLocation = document.storageLocation
  const { problems, materials } = await checkGoodsLines(tx, {
    companyCode,
    plant,
    storageLocation,
    today,
    lines: context.lines,
    isIncoming: true,
    fillsBin: true,
  })
  addAll(problems, await orderProblems(context))
  const clearances = await clearancesOf(context)
  addAll(problems, customsProblems(clearances, context))
  if (problems.length > 0) throw refuseAll(problems)
  await assertNoLots(context, materials)
  const routeOf = await parameterReader(tx, 'receiving.route')
  const categoryOf = (materialNo: string): 'GRB' | 'QI' => {
    const { materialGroup } = entryOf(materials, materialNo)
    const route = routeOf({ companyCode, plant, materialGroup })
    return route === 'blocked-stock' ? 'GRB' : 'QI'
  }
  const lines = context.lines.map((line) => ({
    ...line,
    batch: stockBatch(line, materials.get(line.materialNo)),
  }))
  const prices = await readOrderPrices(tx, companyCode, lines)
  await recordBatchData(context, lines, materials, arrival.lines)
  for (const line of lines) {
    const needsInspection = isInspectedIn(plant, entryOf(materials, line.materialNo))
    const stockCategory = categoryOf(line.materialNo)
    context.setLine(line.lineNo, {
      needsInspection,
      batch: line.batch,
      stockCategory: needsInspection ? stockCategory : null,
      acceptedQuantity: needsInspection ? zeroQuantity : line.quantity,
      rejectedQuantity: zeroQuantity,
    })
    if (!needsInspection) continue
    const price = prices.get(`${line.purchaseOrderNo}/${line.purchaseOrderLine}`)
    await context.move({
      lineNo: line.lineNo,
      from: supplierKey(companyCode, plant, line.materialNo),
      to: arrivalKey(companyCode, plant, storageLocation, { ...line, stockCategory }),
      quantity: line.quantity,
      basis: purchaseOrderOf(document, line),
      item: {
        ...datesOf(line),
        deliveryCompleted: line.deliveryCompletion === 'completed' || undefined,
      },
      ...(price === undefined
        ? {}
        : {
            amount: multiplyMoney(price, line.quantity),
            amountSource: 'order-price' as const,
          }),
    })
  }
  // Goods that came before their papers arrived then.
  if (document.supplementOf === null) context.setHeader({ arrivedAt: now.toISOString() })
  const inspected = lines.filter((line) =>
    isInspectedIn(plant, entryOf(materials, line.materialNo)),
  )
  context.afterwards(async () => {
    await recordArrivals(context.documents, companyCode, clearances)
    if (inspected.length > 0) {
      await inspection().ask(context.documents, document, inspected)
      const posting = await readParameter(tx, 'receiving.arrivalPosting', { companyCode, plant })
      if (posting === 'at-arrival')
        await context.documents.post('arrival', companyCode, document.id)
    }
  })
}

type Reversing = Pick<
  ContextOf<typeof arrival, 'reversePhysical'>,
  'successors' | 'refuse' | 'firstToUndo'
>

/**
 * The notices of an arrival that is to be reversed, none of them used.
 * @throws Refusal `successor-stands` if anything of the arrival is inspected or received
 */
async function unusedNotices({ successors, refuse, firstToUndo }: Reversing) {
  const found = await successors()
  const used = found.find((made) => !inspection().isUnused(made))
  if (used) throw refuse('successor-stands', { by: (await firstToUndo()) || used.docNo })
  return found
}

const shared = postingEffects(arrival)

/** Its posting is reversed while nobody has inspected or received anything; unused notices stay until its goods go. */
const reversal = {
  async requestReversal(context: ContextOf<typeof arrival, 'requestReversal'>) {
    await unusedNotices(context)
  },
  async approveReversal(context: ContextOf<typeof arrival, 'approveReversal'>) {
    await unusedNotices(context)
  },
  async reverse(context: ContextOf<typeof arrival, 'reverse'>) {
    await unusedNotices(context)
    await shared.reverse(context)
  },
  async reversePhysical(context: ContextOf<typeof arrival, 'reversePhysical'>) {
    const { companyCode } = context.document
    for (const { id } of await unusedNotices(context))
      await inspection().cancel(context.documents, { companyCode, id })
    const clearances = await clearancesOf(context)
    await shared.reversePhysical(context)
    context.afterwards(() => withdrawArrivals(context.documents, companyCode, clearances))
  },
}

type Shortage = ContextOf<typeof arrival, 'recordShortage' | 'withdrawShortage'>

/** Sets what is missing of the lines, and the state that follows from what is left to be received. */
function setMissing(
  { lines, lineInput, setLine, setState }: Shortage,
  change: typeof addQuantity,
): void {
  const changed = new Map(lineInput.map(({ lineNo, missingQuantity }) => [lineNo, missingQuantity]))
  const closed = (line: Line) => {
    const before = line.closedQuantity ?? zeroQuantity
    const missing = changed.get(line.lineNo)
    return missing === undefined ? before : change(before, missing)
  }
  for (const line of lines)
    if (changed.has(line.lineNo)) setLine(line.lineNo, { closedQuantity: closed(line) })
  setState(stateWithClosed(lines, closed))
}

/** The serial numbers of the lines without those of missing pieces, which the delivery note has to deliver again. */
function setPieces(
  { lines, lineInput, setLine }: Shortage,
  change: (pieces: readonly string[], missing: readonly string[]) => string[],
): void {
  for (const { lineNo, missingSerialNumbers } of lineInput) {
    if (!missingSerialNumbers) continue
    const line = itemWith(lines, (one) => one.lineNo === lineNo)
    setLine(lineNo, { serialNumbers: change(line.serialNumbers ?? [], missingSerialNumbers) })
  }
}

const missingOf = ({ lineInput }: Shortage) =>
  lineInput.map(({ lineNo, missingQuantity }) => ({
    lineNo,
    quantity: missingQuantity,
  }))

/** What was found missing did not arrive: it is not received, and the delivery note has it to deliver again. */
async function recordShortage(context: ContextOf<typeof arrival, 'recordShortage'>): Promise<void> {
  setMissing(context, addQuantity)
  setPieces(context, (pieces, missing) => pieces.filter((one) => !missing.includes(one)))
  await context.releaseQuantities(missingOf(context))
}

/** It is there after all; refused if it was delivered again meanwhile, because then it has arrived twice. */
async function withdrawShortage(
  context: ContextOf<typeof arrival, 'withdrawShortage'>,
): Promise<void> {
  setMissing(context, subtractQuantity)
  setPieces(context, (pieces, found) => [...pieces, ...found])
  const taken = await context.retakeQuantities(missingOf(context))
  if (taken.length > 0)
    throw refuseAll(
      taken.map(({ lineNo, quantity, fromNo, fromLine, free, unit }) =>
        context.problem(
          'missing-made-up',
          { quantity, unit, free, source: `${fromNo}/${fromLine}` },
          lineNo,
        ),
      ),
    )
}

export const arrivalEffects = effectsFor(arrival, {
  // At the gate the order is read again. More than it permits, and goods of an expired contract, are reported to the buyer.
  refreshes: { origins: { mirrors: ['purchase-order'], actions: ['confirm'] } },
  reports: reportingBoth(excessReport, expiredReport),
  actions: {
    ...reversal,
    ...rejectsEffects,
    ...consignmentEffects,
    ...destroyedEffects,
    confirm,
    recordShortage,
    withdrawShortage,
    reversePart: reversePartOfArrival,
  },
  beforeSave: checkArrivedQuantities,
  prefill: proposeArrival,
})
