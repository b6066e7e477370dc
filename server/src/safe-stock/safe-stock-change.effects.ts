import { addAll } from '@kufang/kernel/add-all.ts'
import { safeStockChange } from '@kufang/contract/safe-stock/safe-stock-change.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { proportionOfMoney, type Money } from '@kufang/kernel/money.ts'
import { compareQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { listedPlaces, readMaterials } from '../masters/public.ts'
import { readBookPrices, stockKey } from '../ledger/public.ts'
import { proposeQuotas } from './propose-quotas.ts'
import { problemsOfResponsible } from './responsible.ts'
import {
  addVersions,
  lockQuotas,
  readQuotasInForce,
  revokeVersions,
  type QuotaPlace,
} from './versions.ts'

// Quotas are entered by who maintains them, with what consumption proposes beside them, approved by the engineer, and in force
// from their day (spec domain.md 1.4).

type Context<N extends string> = ContextOf<typeof safeStockChange, N>
type Save = SaveContext<typeof safeStockChange>
type Problem = Save['problem']
type Line = Save['lines'][number]['line']

const placeOf = (header: {
  companyCode?: unknown
  plant?: unknown
  storageLocation?: unknown
}): QuotaPlace => ({
  companyCode: textOf(header.companyCode),
  plant: textOf(header.plant),
  storageLocation: textOf(header.storageLocation),
})

/** Each material once, and its values in their order. */
function problemsOfLines(lines: readonly Line[], problem: Problem): RefusalDetail[] {
  const seen = new Map<string, number>()
  return lines.flatMap((line) => {
    const { lineNo, quantity, minimumQuantity, reorderPoint, maximumQuantity } = line
    const material = textOf(line.materialNo)
    if (material === '') return []
    const other = seen.get(material)
    seen.set(material, other ?? lineNo)
    const found: RefusalDetail[] = []
    if (other !== undefined)
      found.push(problem('quota-repeated', { material, other }, lineNo, 'materialNo'))
    if (!quantity || !minimumQuantity || !reorderPoint || !maximumQuantity) return found
    const isOrdered =
      compareQuantity(minimumQuantity, reorderPoint) <= 0 &&
      compareQuantity(reorderPoint, maximumQuantity) <= 0 &&
      compareQuantity(quantity, reorderPoint) <= 0
    if (!isOrdered)
      found.push(
        problem(
          'quota-order',
          {
            material,
            minimum: minimumQuantity,
            reorder: reorderPoint,
            maximum: maximumQuantity,
            safety: quantity,
          },
          lineNo,
          'reorderPoint',
        ),
      )
    return found
  })
}

/** Checks who enters which quotas where, and shows beside them what is in force and what consumption proposes. */
async function beforeSave(context: Save): Promise<void> {
  const { tx, session, header, problem } = context
  const lines = context.lines.map(({ line }) => line)
  const place = placeOf(header)
  const problems = problemsOfLines(lines, problem)
  const listed = await listedPlaces(tx, place.companyCode, place.plant)
  if (listed.length > 0 && !listed.includes(place.storageLocation))
    problems.push(
      problem(
        'quota-place-unlisted',
        { place: `${place.plant}/${place.storageLocation}`, places: listed.join('、') },
        undefined,
        'storageLocation',
      ),
    )
  const names = lines.map(({ materialNo }) => textOf(materialNo))
  const materials = await readMaterials(tx, names)
  addAll(
    problems,
    await problemsOfResponsible(
      tx,
      session,
      'safe_stock_maintainer',
      place,
      lines,
      materials,
      (params, lineNo) => problem('quota-not-maintained-by', params, lineNo, 'materialNo'),
    ),
  )
  if (problems.length > 0) throw refuseAll(problems)
  await complete(tx, place, lines)
}

/** Fills what nobody enters: the safety stock in force, what is proposed, and what the maximum is worth. */
async function complete(tx: Save['tx'], place: QuotaPlace, lines: readonly Line[]): Promise<void> {
  const names = lines.map(({ materialNo }) => textOf(materialNo))
  const wanted = lines.flatMap(({ materialNo, leadTimeDays, criticality }) =>
    materialNo && leadTimeDays && criticality ? [{ materialNo, leadTimeDays, criticality }] : [],
  )
  const proposals = await proposeQuotas(tx, place, wanted)
  const former = await readQuotasInForce(tx, place, names)
  const amounts = await amountsOf(
    tx,
    place,
    lines.map(({ materialNo, maximumQuantity }) => ({
      materialNo: textOf(materialNo),
      quantity: maximumQuantity ?? ('0' as Quantity),
    })),
  )
  for (const [at, line] of lines.entries()) {
    const proposal = proposals.get(textOf(line.materialNo))
    Object.assign(line, {
      formerQuantity: former.get(textOf(line.materialNo)) ?? null,
      quotaAmount: amounts[at] ?? null,
      proposedSafetyStock: proposal?.safetyStock ?? null,
      proposedReorderPoint: proposal?.reorderPoint ?? null,
      proposedMaximum: proposal?.maximumQuantity ?? null,
      demandClass: proposal?.demandClass ?? null,
      forecastMethod: proposal?.chosenMethod ?? null,
      forecastError: proposal?.chosenError?.toFixed(3) ?? null,
    })
  }
}

/** What these quantities are worth at the book price of their plant, in their order; null where it is not known. One statement. */
async function amountsOf(
  tx: Save['tx'],
  { companyCode, plant, storageLocation }: QuotaPlace,
  wanted: readonly { materialNo: string; quantity: Quantity }[],
): Promise<(Money | null)[]> {
  const keys = wanted.map(({ materialNo }) =>
    stockKey({ companyCode, plant, storageLocation, materialNo, bin: '', batch: '' }),
  )
  const prices = await readBookPrices(tx, companyCode, keys, new Date().toISOString())
  return wanted.map(({ quantity }, at) => {
    const price = prices[at]
    return price ? proportionOfMoney(price.amount, quantity, price.quantity) : null
  })
}

/**
 * The versions count from their day, from today if that is over; those before end the day before. What a line is worth is
 * kept as it is now.
 */
async function approve(context: Context<'approve'>): Promise<void> {
  const { tx, session, document, lines, now, today, setHeader } = context
  const place = placeOf(document)
  await lockQuotas(tx, place)
  const stated = document.effectiveFrom as LocalDate
  const validFrom = stated < today ? today : stated
  if (validFrom !== stated) setHeader({ effectiveFrom: validFrom })
  const safety = await amountsOf(
    tx,
    place,
    lines.map(({ materialNo, quantity }) => ({ materialNo, quantity })),
  )
  await addVersions(
    tx,
    place,
    {
      id: document.id,
      docNo: document.docNo,
      validFrom,
      quotaBasis: document.quotaBasis,
      maintainedByName: document.createdByName,
      approvedByName: session.userName,
      now,
    },
    lines.map((line, at) => ({
      lineNo: line.lineNo,
      materialNo: line.materialNo,
      materialGroup: textOf(line.materialGroup),
      safetyStock: line.quantity,
      minimumQuantity: line.minimumQuantity,
      reorderPoint: line.reorderPoint,
      maximumQuantity: line.maximumQuantity,
      leadTimeDays: line.leadTimeDays,
      criticality: line.criticality,
      safetyStockAmount: safety[at] ?? null,
      maximumAmount: line.quotaAmount,
    })),
  )
}

/** The versions of the document no longer count, and those before count on. */
async function approveReversal(context: Context<'approveReversal'>): Promise<void> {
  const { tx, document, lines, now } = context
  const place = placeOf(document)
  await lockQuotas(tx, place)
  await revokeVersions(
    tx,
    place,
    document.id,
    lines.map(({ materialNo }) => materialNo),
    now,
  )
}

export const safeStockChangeEffects = effectsFor(safeStockChange, {
  actions: { approve, approveReversal },
  beforeSave,
})
