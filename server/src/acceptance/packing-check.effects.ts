import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { PrefillOf } from '../document/effects/effects.ts'
import { packingCheck } from '@kufang/contract/acceptance/packing-check.ts'
import {
  nameOfItem,
  requiredItems,
  type RequiredItem,
} from '@kufang/contract/acceptance/required-items.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { restateProblems } from '../delivery/public.ts'
import { effectsFor, type ContextOf, type DocumentPort } from '../document/effects/effects.ts'
import { plannedSecondQuantity, readMaterials, type Material } from '../masters/public.ts'
import { proposeBins } from '../bins/public.ts'
import { checkedBy, checkedLines } from './packing-links.ts'
import { isMissing, missingCauses, missingOf } from './packing-missing.ts'

// What is in the crate besides the goods moves nothing: it is compared with the attributes of the material, and what is
// missing is told to supplier and buyer by a problem document of the order item, and a zero-value receipt is made of the
// spares and tools that are surplus.

type Context<N extends string> = ContextOf<typeof packingCheck, N>
type Line = LineOf<typeof packingCheck>
type GivenLine = Partial<Line> & { lineNo: number }

const goodsOf = ({ sourceId, sourceLine }: GivenLine): string => `${sourceId}/${sourceLine}`
const itemOf = (kind: unknown, name: unknown): string =>
  `${textOf(kind)} ${nameOfItem(textOf(name))}`

/** What the material of a line asks for. */
function requiredOf(
  materials: ReadonlyMap<string, Material>,
  { materialNo, quantity }: GivenLine,
): RequiredItem[] {
  const material = materials.get(textOf(materialNo))
  return material === undefined ? [] : requiredItems(material, quantity as Quantity)
}

/** The lines with the quantity that was called for inspection, which what is asked for goes by; the notices are locked. */
async function asCalled(
  documents: DocumentPort,
  companyCode: string,
  lines: readonly Line[],
): Promise<Line[]> {
  const called = new Map<string, Quantity>()
  for (const id of [...new Set(lines.map((line) => sourceOfLine(line).id))].toSorted()) {
    const notice = await documents.load('inspection-notice', companyCode, id)
    for (const one of notice.lines) called.set(`${id}/${one.lineNo}`, one.quantity)
  }
  return lines.map((line) => ({ ...line, quantity: entryOf(called, goodsOf(line)) }))
}

/** What the server writes of a line: how what was found compares with what the material asks for. */
function compared(line: GivenLine, required: readonly RequiredItem[]): Partial<Line> {
  const item = itemOf(line.itemKind, line.itemName)
  const requiredCount =
    required.find(({ itemKind, itemName }) => itemOf(itemKind, itemName) === item)?.requiredCount ??
    0
  const { foundCount } = line
  if (foundCount === null || foundCount === undefined)
    return { requiredCount, missingCount: null, surplusCount: null, outcome: null }
  const missingCount = Math.max(requiredCount - foundCount, 0)
  const surplusCount = Math.max(foundCount - requiredCount, 0)
  const outcome = missingCount > 0 ? 'missing' : surplusCount > 0 ? 'surplus' : 'complete'
  return { requiredCount, missingCount, surplusCount, outcome }
}

/** Items of the same goods that stand in two lines. */
function doubled(
  lines: readonly GivenLine[],
  problem: Context<'confirm'>['problem'],
): RefusalDetail[] {
  const seen = new Map<string, number>()
  return lines.flatMap((line) => {
    const { lineNo, itemName, itemKind } = line
    if (textOf(itemName) === '') return []
    const key = `${goodsOf(line)} ${itemOf(itemKind, itemName)}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, lineNo)
    return first === undefined
      ? []
      : [problem('packed-item-twice', { item: textOf(itemName), first }, lineNo, 'itemName')]
  })
}

/** Items that the materials ask for and no line mentions. */
function unlisted(
  lines: readonly Line[],
  materials: ReadonlyMap<string, Material>,
  problem: Context<'confirm'>['problem'],
): RefusalDetail[] {
  return [...Map.groupBy(lines, goodsOf).values()].flatMap((own) => {
    const listed = new Set(own.map(({ itemKind, itemName }) => itemOf(itemKind, itemName)))
    const [first] = own as [Line]
    const left = requiredOf(materials, first).filter(
      ({ itemKind, itemName }) => !listed.has(itemOf(itemKind, itemName)),
    )
    if (left.length === 0) return []
    const items = left.map(({ itemName, requiredCount }) => `${itemName} × ${requiredCount}`)
    const params = { material: first.materialNo, items: items.join('、') }
    return [problem('packed-item-unlisted', params, first.lineNo, 'itemName')]
  })
}

/** Surplus papers are filed, everything else is put into stock. */
const isSurplus = ({ outcome, itemKind }: GivenLine): boolean =>
  outcome === 'surplus' && itemKind !== 'document'

/** Surplus spares without the material number under which they are put into stock. */
const withoutMaterial = (
  lines: readonly GivenLine[],
  problem: Context<'confirm'>['problem'],
): RefusalDetail[] =>
  lines.flatMap((line) => {
    if (!isSurplus(line) || textOf(line.spareMaterialNo) !== '') return []
    const params = { item: textOf(line.itemName), count: line.surplusCount ?? 0 }
    return [problem('surplus-without-material', params, line.lineNo, 'spareMaterialNo')]
  })

/** The zero-value receipt of what is surplus, for the storekeeper to put into a bin. */
async function receiveSurplus(
  { tx, document, documents }: Context<'confirm'>,
  lines: readonly Line[],
): Promise<void> {
  const surplus = lines.filter(isSurplus)
  if (surplus.length === 0) return
  const { companyCode, plant, storageLocation, id, docNo } = document
  const goods = surplus.map(({ lineNo, itemName, spareMaterialNo, surplusCount }) => ({
    lineNo,
    itemName,
    materialNo: spareMaterialNo!,
    quantity: String(surplusCount) as Quantity,
  }))
  const [bins, materials] = await Promise.all([
    proposeBins(tx, { companyCode, plant, storageLocation, goods }),
    readMaterials(
      tx,
      goods.map(({ materialNo }) => materialNo),
    ),
  ])
  await documents.create('zero-value-receipt', {
    companyCode,
    header: { origin: 'spares', packingCheckNo: docNo },
    lines: goods.map(({ lineNo, itemName, materialNo, quantity }, index) => {
      const material = materials.get(materialNo)
      return {
        source: { id, lineNo },
        // The units in which people speak of the goods are not those of the spare.
        entryUnit: null,
        unitNumerator: null,
        unitDenominator: null,
        description: material?.description,
        specification: material?.specification,
        materialGroup: material?.materialGroup,
        unit: material?.unit,
        itemName,
        materialNo,
        quantity,
        secondQuantity: plannedSecondQuantity(material, quantity),
        proposedBin: bins[index],
        isNumbered: material?.isSerialManaged ?? false,
      }
    }),
  })
}

/**
 * Tells the problem documents of the order items what the confirmed checks of their crates find missing together, with this
 * check or without it.
 */
async function tellMissing(
  { tx, document, documents }: Pick<Context<'confirm'>, 'tx' | 'document' | 'documents'>,
  lines: readonly GivenLine[],
  isFurther: boolean,
): Promise<void> {
  const { companyCode, docNo } = document
  for (const cause of missingCauses) {
    const items = lines.filter((line) => isMissing(line, cause))
    await restateProblems(tx, documents, companyCode, {
      cause,
      docNo,
      isFurther,
      items: items.map(({ purchaseOrderNo, purchaseOrderLine }) => ({
        orderNo: textOf(purchaseOrderNo),
        orderLine: purchaseOrderLine ?? 0,
      })),
      standing: (docNos) => missingOf(tx, companyCode, cause, docNos),
    })
  }
}

async function confirm(context: Context<'confirm'>): Promise<void> {
  const { tx, document, documents, problem, setLine, setState } = context
  const { companyCode } = document
  // Locks the notices, so that of two checks of the same crate only one is confirmed.
  const lines = await asCalled(documents, companyCode, context.lines)
  const noticeIds = lines.map((line) => sourceOfLine(line).id)
  const standing = await checkedBy(tx, companyCode, noticeIds)
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo),
  )
  const stands = lines.flatMap((line): RefusalDetail[] => {
    const check = standing.get(goodsOf(line))
    const params = { source: `${line.sourceNo}/${line.sourceLine}`, check: check ?? '' }
    return check === undefined ? [] : [problem('packing-check-stands', params, line.lineNo)]
  })
  const written = lines.map((line) => ({
    ...line,
    ...compared(line, requiredOf(materials, line)),
  }))
  const problems = [
    ...stands,
    ...doubled(lines, problem),
    ...unlisted(lines, materials, problem),
    ...withoutMaterial(written, problem),
  ]
  if (problems.length > 0) throw refuseAll(problems)
  for (const { lineNo, requiredCount, missingCount, surplusCount, outcome } of written)
    setLine(lineNo, { requiredCount, missingCount, surplusCount, outcome })
  const has = (outcome: Line['outcome']) => written.some((line) => line.outcome === outcome)
  setState(has('missing') ? 'incomplete' : has('surplus') ? 'surplus' : 'complete')
  context.afterwards(async () => {
    await tellMissing(context, written, true)
    await receiveSurplus(context, written)
  })
}

async function withdraw(context: Context<'withdraw'>): Promise<void> {
  const { document, documents, input, lines } = context
  const made = await context.successors('zero-value-receipt')
  const received = made.find(({ state }) => state !== 'awaiting')
  if (received !== undefined) throw context.refuse('successor-stands', { by: received.docNo })
  await context.releaseSources('all')
  context.afterwards(async () => {
    for (const { id } of made)
      await documents.act('zero-value-receipt', document.companyCode, id, 'cancel', {
        input: { reason: input.reason },
      })
    await tellMissing(context, lines, false)
  })
}

/** A line for each item that the materials ask for; an empty one for goods that ask for nothing, for what is surplus. */
async function prefill({ tx, sources }: PrefillOf<typeof packingCheck>) {
  const companyCode = textOf(sources[0]?.['companyCode'])
  const [taken, materials] = await Promise.all([
    checkedLines(
      tx,
      companyCode,
      sources.map(({ id }) => id),
    ),
    readMaterials(
      tx,
      sources.map((source) => textOf(source.materialNo)),
    ),
  ])
  const nothing = [{ itemKind: 'spare', itemName: null, requiredCount: 0 }] as const
  const found = sources
    .filter((source) => !taken.has(`${source.id}/${source.lineNo}`))
    .flatMap((source) => {
      const material = materials.get(textOf(source.materialNo))
      const required = material === undefined ? [] : requiredItems(material, source.quantity)
      return (required.length === 0 ? nothing : required).map((item) => ({ source, item }))
    })
  return {
    header: {},
    lines: found.map(({ source, item: { itemKind, itemName } }) => ({
      source: { id: source.id, lineNo: source.lineNo },
      quantity: source.quantity,
      itemKind,
      itemName,
    })),
    shown: found.map(({ item: { requiredCount } }) => ({ requiredCount })),
  }
}

export const packingCheckEffects = effectsFor(packingCheck, {
  actions: { confirm, withdraw },
  prefill,
  async beforeSave({ tx, lines, problem }) {
    const given = lines.map(({ line }) => line)
    const problems = doubled(given, problem)
    if (problems.length > 0) throw refuseAll(problems)
    const materials = await readMaterials(
      tx,
      given.map(({ materialNo }) => textOf(materialNo)),
    )
    for (const { line, source } of lines) {
      const called = { ...line, quantity: (source?.quantity ?? line.quantity) as Quantity }
      Object.assign(line, compared(line, requiredOf(materials, called)))
    }
  },
})
