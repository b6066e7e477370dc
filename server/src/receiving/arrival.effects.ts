import { arrival } from '@kufang/contract/receiving/arrival.ts'
import { receiptObstacles } from '@kufang/contract/external-documents/purchase-order.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { addQuantity, subtractQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { effectsFor, type ContextOf } from '../document/act/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import { readOrderPrices, readOrderProblems } from '../external-documents/public.ts'
import { isReleased, lockClearances, type NoteClearance } from '../delivery/public.ts'
import { stockBatch } from '../masters/public.ts'
import { batchProblems, recordBatches, checkGoodsLines, expiryOf } from '../stock/public.ts'
import { parameterReader, readParameter } from '../system/public.ts'
import { stateWithClosed } from './arrival-state.ts'
import { checkArrivedQuantities } from './arrived-quantity.ts'
import { proposeArrival } from './propose-arrival.ts'
import { rejectsEffects } from './rejects-of-arrival.ts'
import { arrivalKey, supplierKey } from './stock-keys.ts'

// Arrival of goods. Goods that require inspection enter the stock at once, as inspection stock (route B, 101) or
// goods-receipt blocked stock (route A, 103); exempt goods enter unrestricted stock with the receipt (spec domain.md
// 1.2).

type Line = LineOf<typeof arrival>
type Confirming = ContextOf<typeof arrival, 'confirm'>

/** The dates of a batch for the ERP's item. */
export function datesOf(line: Pick<Line, 'productionDate' | 'expiryDate'>) {
  return {
    productionDate: (line.productionDate as LocalDate | null) ?? undefined,
    expiryDate: (line.expiryDate as LocalDate | null) ?? undefined,
  }
}

/** Lines whose order item was deleted or changed in the ERP since they were announced. */
async function orderProblems({
  tx,
  document,
  lines,
  problem,
}: Confirming): Promise<RefusalDetail[]> {
  const found = await readOrderProblems(tx, document.companyCode, lines)
  return lines.flatMap(({ lineNo, purchaseOrderNo, purchaseOrderLine }) => {
    const source = `${purchaseOrderNo}/${purchaseOrderLine}`
    const one = found.get(source)
    if (one === undefined) return []
    if (one === 'deleted') return [problem('order-deleted', { source }, lineNo)]
    if (one === 'completed') return [problem('order-completed', { source }, lineNo)]
    const { zh, en } = receiptObstacles[one]
    return [problem('order-not-received', { source, reason: zh, reasonEn: en }, lineNo)]
  })
}

/** Keeps what the lines state of their batches. */
async function recordBatchData(
  { tx, document, now, problem }: Confirming,
  lines: readonly Line[],
  materials: Awaited<ReturnType<typeof checkGoodsLines>>['materials'],
): Promise<void> {
  const differing = await recordBatches(
    tx,
    document.companyCode,
    lines
      .filter((line) => line.batch)
      .map((line) => ({
        lineNo: line.lineNo,
        materialNo: line.materialNo,
        batch: line.batch!,
        productionDate: line.productionDate as LocalDate | null,
        expiryDate: expiryOf(line, materials.get(line.materialNo)!),
        heatNo: line.heatNo ?? '',
        certificateNo: line.certificateNo ?? '',
        valuationType: line.valuationType,
        firstReceivedAt: now,
      })),
  )
  if (differing.length > 0) throw refuseAll(batchProblems(differing, arrival.lines, problem))
}

/** Lines of imported goods that customs has not released. */
function customsProblems(
  clearances: readonly NoteClearance[],
  { lines, problem }: Confirming,
): RefusalDetail[] {
  const held = new Map(clearances.filter((one) => !isReleased(one)).map((one) => [one.noteId, one]))
  return lines.flatMap(({ lineNo, sourceId }) => {
    const one = held.get(sourceId ?? '')
    if (one === undefined) return []
    return [problem('customs-not-released', { no: one.noteNo, by: one.docNo }, lineNo)]
  })
}

/** The clearances of the notes behind the lines: the first arrival of goods ends what may be taken back at customs. */
const clearancesOf = ({ tx, document, lines }: Pick<Confirming, 'tx' | 'document' | 'lines'>) =>
  lockClearances(tx, document.companyCode, [...new Set(lines.map(({ sourceId }) => sourceId))])

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
  problems.push(...(await orderProblems(context)))
  const clearances = await clearancesOf(context)
  problems.push(...customsProblems(clearances, context))
  if (problems.length > 0) throw refuseAll(problems)
  const routeOf = await parameterReader(tx, 'receiving.route')
  const categoryOf = (materialNo: string): 'GRB' | 'QI' => {
    const { materialGroup } = materials.get(materialNo)!
    const route = routeOf({ companyCode, plant, materialGroup })
    return route === 'blocked-stock' ? 'GRB' : 'QI'
  }
  const lines = context.lines.map((line) => ({
    ...line,
    batch: stockBatch(line, materials.get(line.materialNo)),
  }))
  const prices = await readOrderPrices(tx, companyCode, lines)
  await recordBatchData(context, lines, materials)
  for (const line of lines) {
    const needsInspection = materials.get(line.materialNo)!.needsInspection === true
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
  const inspected = lines.filter((line) => materials.get(line.materialNo)!.needsInspection)
  context.afterwards(async () => {
    for (const { id } of clearances.filter(({ state }) => state === 'released'))
      await context.documents.act('customs-clearance', companyCode, id!, 'recordArrival')
    if (inspected.length > 0) {
      await context.documents.create('inspection-notice', {
        companyCode,
        header: {},
        lines: inspected.map((line) => ({
          source: { id: document.id, lineNo: line.lineNo },
          quantity: line.quantity,
        })),
      })
      const posting = await readParameter(tx, 'receiving.arrivalPosting', { companyCode, plant })
      if (posting === 'at-arrival')
        await context.documents.post('arrival', companyCode, document.id)
    }
  })
}

/** Whether an inspection order has results for a notice in this state. */
const isInspected = (state: string) =>
  ['inspecting', 'qualified', 'partlyQualified', 'unqualified'].includes(state)

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
  const used = found.find(({ type, state }) => type !== 'inspection-notice' || isInspected(state))
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
      await context.documents.act('inspection-notice', companyCode, id, 'cancel')
    const last = (await clearancesOf(context)).filter(({ arrivals }) => arrivals === 1)
    await shared.reversePhysical(context)
    context.afterwards(async () => {
      for (const { id } of last)
        await context.documents.act('customs-clearance', companyCode, id!, 'withdrawArrival')
    })
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
    const line = lines.find((one) => one.lineNo === lineNo)!
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
  actions: { ...reversal, ...rejectsEffects, confirm, recordShortage, withdrawShortage },
  beforeSave: checkArrivedQuantities,
  prefill: proposeArrival,
})
