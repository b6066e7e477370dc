import { addAll } from '@kufang/kernel/add-all.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { PrefillOf } from '../document/effects/effects.ts'
import type { SourceLineOf } from '../document/effects/typed-documents.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { erpStatesToPost } from '@kufang/contract/document/declare/erp-state.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  isZero,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import {
  effectsFor,
  type ContextOf,
  type SaveContext,
  type PostingReference,
} from '../document/effects/effects.ts'
import { chosenDate, postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import { isAnyAfter } from '../document/books/documents-after.ts'
import { postAlong, postFirst } from '../document/books/post-after.ts'
import { linesHeldUp } from '../delivery/public.ts'
import { binsForPurpose, readMaterials } from '../masters/public.ts'
import { checkGoodsLines, proposeBins } from '../bins/public.ts'
import { stockKey, type SpecialStock } from '../ledger/public.ts'
import { datesOf } from './gate-checks.ts'
import { arrivalKey, supplierKey } from './stock-keys.ts'
import { orderOf } from './deliveries-of-order.ts'
import { completionsOf, completionsToPost, readForCompletions } from './delivery-completion.ts'
import { openPieces, takeOpenPieces } from './pieces-of-arrival.ts'
import { correctBins } from './correct-bins.ts'
import { receivedByCategory } from './public.ts'
import { takeBackReceipt, takePartBack } from './take-back-receipt.ts'

// The storekeeper receives accepted goods and separates rejected ones. Nothing reaches unrestricted stock while a
// required inspection is open (spec domain.md 1.2).

type Line = LineOf<typeof goodsReceipt>
type Source = SourceLineOf<typeof goodsReceipt>
type Context<N extends string> = ContextOf<typeof goodsReceipt, N>

/** The quantity of a source line that can still be received in a category. */
function allowedOf(source: Source, category: string, taken: Quantity): Quantity {
  const found = category === 'BL' ? source.rejectedQuantity : source.acceptedQuantity
  return subtractQuantity(found ?? zeroQuantity, taken)
}

/** Whether a receipt, or a draft of one, took of the source line. */
const isTakenOf = (source: Source): boolean =>
  [source.doneQuantity, source.heldQuantity].some((taken) => !isZero(taken))

async function beforeSave({
  tx,
  header,
  lines,
  holdersOf,
  problem,
}: SaveContext<typeof goodsReceipt>): Promise<void> {
  const problems: RefusalDetail[] = []
  // Of an arrival line that nothing was taken of, as is usual, nothing was received in any category either.
  const taken = lines.flatMap(({ source }) => (source && isTakenOf(source) ? [source.id] : []))
  const received =
    taken.length === 0
      ? new Map<string, { quantity: Quantity }>()
      : await receivedByCategory(tx, String(header.companyCode), taken)
  const open = await openPieces(
    tx,
    String(header.companyCode),
    lines.flatMap(({ source }) => source ?? []),
  )
  addAll(problems, takeOpenPieces(lines, open))
  const wanted = new Map<string, Quantity>()
  for (const { line, source } of lines) {
    if (!source) continue
    const category = line.stockCategory ?? 'UU'
    const key = `${source.id}/${source.lineNo}/${category}`
    const sum = sumQuantities([wanted.get(key) ?? zeroQuantity, line.quantity as Quantity])
    wanted.set(key, sum)
    const shown = `${source.docNo}/${source.lineNo}`
    const decided = sumQuantities([
      source.acceptedQuantity ?? zeroQuantity,
      source.rejectedQuantity ?? zeroQuantity,
      // Found missing, or destroyed.
      source.closedQuantity ?? zeroQuantity,
    ])
    if (source.needsInspection && isZero(decided)) {
      problems.push(
        problem(
          'inspection-open',
          { material: String(line.materialNo), notice: shown },
          line.lineNo,
        ),
      )
      continue
    }
    const allowed = allowedOf(source, category, received.get(key)?.quantity ?? zeroQuantity)
    if (compareQuantity(sum, allowed) > 0) {
      const holders = await holdersOf(source)
      const open = addQuantity(allowed, holders.quantity)
      if (compareQuantity(sum, open) <= 0) {
        problems.push(
          problem(
            'quantity-held',
            {
              quantity: sum,
              source: shown,
              unit: String(line.unit),
              free: allowed,
              open,
              ...holders.named,
            },
            line.lineNo,
            'quantity',
          ),
        )
        continue
      }
      problems.push(
        problem(
          'quantity-exceeds-open',
          { quantity: sum, source: shown, open, unit: String(line.unit) },
          line.lineNo,
          'quantity',
        ),
      )
    }
  }
  if (problems.length > 0) throw refuseAll(problems)
}

async function receive(context: Context<'receive'>): Promise<void> {
  const { tx, document, lines, today } = context
  const companyCode = document.companyCode
  const plant = document.plant
  const storageLocation = document.storageLocation
  // Locked before what other receipts of them complete is read.
  const sources = await context.sources()
  // The queries are sent together; obstacles are reported first.
  const [{ problems }, deliveries, heldUp] = await Promise.all([
    checkGoodsLines(tx, {
      companyCode,
      plant,
      storageLocation,
      today,
      lines: lines.map((line) => {
        const arrived = sources.get(`${line.sourceId}/${line.sourceLine}`)
        const isInspected = arrived?.needsInspection === true
        return { ...line, liesThere: isInspected && arrived.bin === line.bin }
      }),
      isIncoming: true,
      isLifeJudged: true,
      fillsBin: true,
    }),
    readForCompletions(context),
    // Rejects are only set apart, which the decision about the problem may ask for.
    linesHeldUp(
      {
        queryable: tx,
        companyCode,
        lines: lines.filter(({ stockCategory }) => stockCategory !== 'BL'),
        problem: context.problem,
      },
      'receiving',
    ),
  ])
  addAll(problems, heldUp)
  if (problems.length > 0) throw refuseAll(problems)
  const completions = completionsOf(context, deliveries, sources)
  for (const line of lines) {
    const arrived = entryOf(sources, `${line.sourceId}/${line.sourceLine}`)
    const price = deliveries.byOrder.get(orderOf(line))?.price ?? null
    const amount = price === null ? null : multiplyMoney(price, line.quantity)
    const isInspected = arrived.needsInspection === true
    const from = isInspected
      ? arrivalKey(companyCode, plant, storageLocation, arrived)
      : supplierKey(companyCode, plant, line.materialNo)
    const completion = entryOf(completions, line.lineNo)
    context.setLine(line.lineNo, { amount, ...completion })
    await context.move({
      lineNo: line.lineNo,
      from,
      to: stockKey({
        companyCode,
        plant,
        storageLocation,
        bin: line.bin,
        materialNo: line.materialNo,
        batch: line.batch ?? '',
        // In route A rejected goods stay in goods-receipt blocked stock until they are returned (124).
        stockCategory:
          line.stockCategory === 'BL' ? (arrived.stockCategory === 'GRB' ? 'GRB' : 'BL') : 'UU',
        specialStock: (line.specialStock ?? '') as SpecialStock,
        specialStockReference: line.specialStockReference ?? '',
      }),
      quantity: line.quantity,
      basis: purchaseOrderOf(document, line),
      item: {
        ...datesOf(line),
        // Goods in inspection stock are in the order's history by the arrival's posting.
        deliveryCompleted:
          (completion.deliveryCompletion === 'completed' && arrived.stockCategory !== 'QI') ||
          undefined,
      },
      ...(amount === null ? {} : { amount, amountSource: 'order-price' as const }),
    })
  }
}

const arrivalsOf = (lines: readonly Line[]): string[] =>
  [...new Set(lines.map((line) => sourceOfLine(line).id))].sort()

/** The lines of an arrival that a document was made from, each once, in order. */
const linesOfArrival = (lines: readonly Line[], id: string): number[] =>
  [
    ...new Set(
      lines.filter((line) => line.sourceId === id).map((line) => sourceOfLine(line).lineNo),
    ),
  ].sort((a, b) => a - b)

/**
 * The posting of the arrival's lines (101 into inspection, 103) must precede that of the receipt (321, 350, 105). Lines
 * that this receipt does not need are not posted: one that the ERP refuses blocks only the receipts that need it.
 */
async function post(context: Context<'post'>): Promise<void> {
  const { tx, document, lines, documents, input, setLine } = context
  const companyCode = document.companyCode
  const arrived = lines.map(({ sourceId, sourceLine }) => `${sourceId}/${sourceLine}`)
  const completing = lines.filter((line) => line.deliveryCompletion === 'completed')
  const completions = completing.length > 0 ? await completionsToPost(context) : null
  for (const { lineNo } of completing)
    if (!completions?.carriers.has(lineNo)) setLine(lineNo, { deliveryCompletion: 'open' })
  const along = isAnyAfter(tx, 'arrival', companyCode, arrived)
  const postArrivals = async () => {
    const ids = arrivalsOf(lines)
    const [arrivals, isAny] = await Promise.all([
      Promise.all(ids.map((id) => documents.loadHeader('arrival', companyCode, id))),
      along,
    ])
    const toPost = arrivals.filter(({ erpState }) => erpStatesToPost.includes(erpState))
    const first = toPost.length === 0 ? [] : await postLines(toPost)
    if (isAny) await postFirst(context, 'arrival', companyCode, arrived, chosenDate(input))
    return first
  }
  const postLines = async (toPost: readonly { id: string }[]) => {
    // Another receipt of the arrival may complete the item.
    const { arrivals } = completions ?? (await completionsToPost(context))
    const wanted = toPost.map(({ id }) => ({ id, lineNos: linesOfArrival(lines, id) }))
    const marked = arrivals(
      wanted.flatMap(({ id, lineNos }) => lineNos.map((lineNo) => `${id}/${lineNo}`)),
    )
    const first: PostingReference[] = []
    for (const { id, lineNos } of wanted) {
      const item = (lineNo: number) => ({ deliveryCompleted: marked.has(`${id}/${lineNo}`) })
      const options = { ...chosenDate(input), item, lines: lineNos }
      addAll(first, await documents.post('arrival', companyCode, id, options))
    }
    return first
  }
  const posted = documents.post('goods-receipt', companyCode, document.id, {
    dependsOn: postArrivals(),
    // The movements say what was complete when the goods were received; what was taken back since has opened the item again.
    item: (lineNo) =>
      completions?.carriers.has(lineNo) === true ? {} : { deliveryCompleted: undefined },
    ...chosenDate(input),
  })
  await postAlong(context, 'arrival', companyCode, arrived, {
    posted,
    isAny: along,
    ...chosenDate(input),
  })
}

/** As many of the open pieces as are received. */
const piecesOf = (open: readonly string[] | undefined, quantity: Quantity) =>
  open === undefined ? {} : { serialNumbers: open.slice(0, Number(quantity)) }

/** One line for accepted and one for rejected quantity, each with a suitable bin. */
async function prefill({ tx, sources }: PrefillOf<typeof goodsReceipt>) {
  const first = sources[0]
  if (!first) return { header: {}, lines: [] }
  const companyCode = String(first.companyCode)
  const place = {
    companyCode,
    plant: textOf(first.plant),
    storageLocation: textOf(first.storageLocation),
  }
  const materialNos = sources.map((source) => String(source.materialNo))
  const [stored, rejects, materials] = await Promise.all([
    proposeBins(tx, {
      ...place,
      goods: sources.map((source, index) => ({
        materialNo: itemAt(materialNos, index),
        batch: textOf(source.batch),
        quantity: source.wantedQuantity ?? source.freeQuantity,
      })),
    }),
    binsForPurpose(tx, { ...place, purpose: 'rejects' }),
    readMaterials(tx, materialNos),
  ])
  const taken = await receivedByCategory(
    tx,
    companyCode,
    sources.map((source) => source.id),
  )
  const pieces = await openPieces(tx, companyCode, sources)
  const lines = []
  for (const [index, source] of sources.entries()) {
    const hazard = materials.get(String(source.materialNo))?.hazardClass ?? ''
    for (const stockCategory of ['UU', 'BL'] as const) {
      const quantity = allowedOf(
        source,
        stockCategory,
        taken.get(`${source.id}/${source.lineNo}/${stockCategory}`)?.quantity ?? zeroQuantity,
      )
      if (!isPositive(quantity)) continue
      lines.push({
        source: { id: source.id, lineNo: source.lineNo },
        quantity,
        stockCategory,
        ...piecesOf(pieces.get(`${source.id}/${source.lineNo}/${stockCategory}`), quantity),
        deliveryCompletion: source.deliveryCompletion ?? 'byRule',
        bin:
          stockCategory === 'UU' ? stored[index] : (rejects.get(hazard) ?? rejects.get('') ?? null),
      })
    }
  }
  return { header: {}, lines }
}

export const goodsReceiptEffects = effectsFor(goodsReceipt, {
  actions: {
    ...reviewEffects(goodsReceipt),
    ...postingEffects(goodsReceipt),
    reversePhysical: takeBackReceipt,
    reversePart: takePartBack,
    receive,
    correctBin: correctBins,
    post,
  },
  batchable: ['review', 'refuse', 'post', 'refuseReversal'],
  beforeSave,
  prefill,
})
