import { addAll } from '@kufang/kernel/add-all.ts'
import { unannouncedArrival } from '@kufang/contract/receiving/unannounced-arrival.ts'
import { proportionOfDecimal } from '@kufang/kernel/decimal-text.ts'
import { addQuantity, subtractQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { isRefusal, refusalDetails, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import type { PartOfLine } from '../document/act/in-parts.ts'
import { serialNumbersOf } from '../document/draft/serial-numbers.ts'
import { awaitedReleases, needsCustoms } from '../delivery/public.ts'
import { readSupplementNotes } from './supplement-notes.ts'
import { matchOrderItems, readOrderItems, type OrderItem } from '../external-documents/public.ts'
import { readMaterials } from '../masters/public.ts'

// The papers of goods that came without: a delivery note of the order items that are named, confirmed at once because the
// goods are there, and the arrival record of it.

type Context = ContextOf<typeof unannouncedArrival, 'supplement'>
type Line = Context['lines'][number]
type Part = PartOfLine<Line, Context['lineInput'][number]>

/** A part of a line with the order item that is its paper. */
interface Papered extends Part {
  item: OrderItem
}

const { header: headerFields } = unannouncedArrival

interface Named {
  no: string
  line: number
}

/** The order items of the parts by line: those entered, otherwise the open ones that fit best now. */
async function itemsNamed(
  { tx, document, problem }: Context,
  parts: readonly Part[],
): Promise<ReadonlyMap<number, Named>> {
  const entered = parts.flatMap(({ lineNo, given }): [number, Named][] => {
    const { purchaseOrderNo: no, purchaseOrderLine: line } = given
    return no === null || line === null || no === undefined || line === undefined
      ? []
      : [[lineNo, { no, line }]]
  })
  const named = new Map(entered)
  const others = parts.filter(({ lineNo }) => !named.has(lineNo))
  if (others.length === 0) return named
  const { companyCode, supplierNo, plant, storageLocation } = document
  const found = await matchOrderItems(tx, companyCode, {
    supplierNo,
    plant,
    storageLocation,
    lines: others.map(({ lineNo, line, quantity }) => ({
      lineNo,
      materialNo: line.materialNo,
      quantity,
    })),
  })
  const problems = others.flatMap(({ lineNo, line }) => {
    const item = found.get(lineNo)
    if (item !== undefined) named.set(lineNo, { no: item.orderNo, line: item.orderLine })
    const params = { supplier: supplierNo, material: line.materialNo, plant, storageLocation }
    return item === undefined ? [problem('order-item-none', params, lineNo, 'purchaseOrderNo')] : []
  })
  if (problems.length > 0) throw refuseAll(problems)
  return named
}

/** How an order item differs from the goods: of another supplier, material or place. */
function differences(
  { document, problem }: Context,
  { lineNo, line }: Part,
  item: OrderItem,
): RefusalDetail[] {
  const compared = [
    [headerFields.supplierNo.label, item.supplierNo, document.supplierNo],
    [{ zh: '物料', en: 'Material' }, item.materialNo, line.materialNo],
    [{ zh: '工厂', en: 'Plant' }, item.plant, document.plant],
    [
      headerFields.storageLocation.label,
      item.storageLocation || document.storageLocation,
      document.storageLocation,
    ],
  ] as const
  const found = compared.find(([, ordered, arrived]) => ordered !== arrived)
  if (found === undefined) return []
  const [{ zh, en }, ordered, arrived] = found
  const source = `${item.orderNo}/${item.lineNo}`
  return [
    problem(
      'order-item-differs',
      { source, field: zh, fieldEn: en, ordered: ordered || '–', arrived },
      lineNo,
      'purchaseOrderNo',
    ),
  ]
}

/** @throws Refusal `order-item-none`, `order-item-unknown`, `order-item-differs` */
async function withItems(context: Context, parts: readonly Part[]): Promise<Papered[]> {
  const { tx, document, problem } = context
  const named = await itemsNamed(context, parts)
  const items = await readOrderItems(tx, document.companyCode, [...named.values()])
  const problems: RefusalDetail[] = []
  const papered = parts.flatMap((part): Papered[] => {
    const { no, line } = entryOf(named, part.lineNo)
    const source = `${no}/${line}`
    const item = items.get(source)
    addAll(
      problems,
      item === undefined
        ? [problem('order-item-unknown', { source }, part.lineNo, 'purchaseOrderNo')]
        : differences(context, part, item),
    )
    return item === undefined ? [] : [{ ...part, item }]
  })
  if (problems.length > 0) throw refuseAll(problems)
  return papered
}

/** The refusals of a document made for these parts, at the lines of this one. */
async function atOwnLines<T>(parts: readonly Part[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw refuseAll(
      refusalDetails(error).map((detail) =>
        detail.line === undefined
          ? detail
          : { ...detail, line: itemAt(parts, detail.line - 1).lineNo },
      ),
    )
  }
}

/** The pieces of each part: those entered, otherwise those of the line that have no paper yet. */
async function piecesOf(
  { tx, document }: Context,
  parts: readonly Part[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const numbered = parts.filter(({ line }) => serialNumbersOf(line).length > 0)
  if (numbered.length === 0) return new Map()
  const notes = await readSupplementNotes(tx, document.companyCode, document.docNo)
  const taken = notes.flatMap(({ lines }) => lines)
  return new Map(
    numbered.map(({ lineNo, line, given }) => {
      const entered = serialNumbersOf(given)
      const gone = taken.flatMap((one) => (one.lineNo === lineNo ? one.serialNumbers : []))
      const left = serialNumbersOf(line).filter((one) => !gone.includes(one))
      return [lineNo, entered.length > 0 ? entered : left]
    }),
  )
}

/** What a part weighs: its share of the line, all parts together the whole. */
function secondOf({ line, quantity, before }: Part, decimals: number): Quantity | null {
  const second = line.secondQuantity
  if (second === null) return null
  const upTo = (part: Quantity) =>
    proportionOfDecimal(second, part, line.quantity, decimals) as Quantity
  return subtractQuantity(upTo(addQuantity(before, quantity)), upTo(before))
}

/** What the delivery note and the arrival record have of the goods of a part. */
function goodsOf(
  { lineNo, line, quantity }: Papered,
  pieces: ReadonlyMap<number, readonly string[]>,
) {
  const { batch, heatNo, certificateNo, productionDate, expiryDate, caseNo } = line
  const numbers = pieces.get(lineNo)
  return {
    quantity,
    batch,
    heatNo,
    certificateNo,
    productionDate,
    expiryDate,
    caseNo,
    ...(numbers === undefined ? {} : { serialNumbers: [...numbers] }),
  }
}

/** The delivery note of the order items, confirmed. */
async function makeNote(
  { document, documents, input, today }: Context,
  parts: readonly Papered[],
  pieces: ReadonlyMap<number, readonly string[]>,
): Promise<{ id: string; docNo: string }> {
  const { companyCode, storageLocation, docNo } = document
  const note = await documents.create('delivery-note', {
    companyCode,
    header: {
      storageLocation,
      reference: input.reference,
      packingListNo: input.packingListNo ?? null,
      etaDate: today,
      deliveryMode: 'warehouse',
      plateNo: document.plateNo,
      driver: document.driver,
      packages: document.countedPackages,
      supplementOf: docNo,
    },
    lines: parts.map((part) => ({
      source: { id: part.item.id, lineNo: part.item.lineNo },
      supplementOfLine: part.lineNo,
      ...goodsOf(part, pieces),
    })),
  })
  const made = parts.map(({ lineNo, quantity }, index) => ({
    fromLine: lineNo,
    toLine: index + 1,
    quantity,
  }))
  documents.refer('delivery-note', note.id, made)
  await documents.act('delivery-note', companyCode, note.id, 'supplement')
  return note
}

/** The arrival record of the delivery note, as the goods came; not confirmed yet. */
async function makeArrival(
  { tx, document, documents, input }: Context,
  noteId: string,
  parts: readonly Papered[],
  pieces: ReadonlyMap<number, readonly string[]>,
): Promise<{ id: string; docNo: string }> {
  const materials = await readMaterials(
    tx,
    parts.map(({ line }) => line.materialNo),
  )
  const { visualCheck, unloadingPoint, countedPackages, signedOffBy, arrivedAt } = document
  return documents.create('arrival', {
    companyCode: document.companyCode,
    header: {
      storageLocation: document.storageLocation,
      visualCheck,
      unloadingPoint,
      countedPackages,
      signedOffBy,
      arrivedAt,
      supplementOf: document.docNo,
    },
    lines: parts.map((part, index) => ({
      source: { id: noteId, lineNo: index + 1 },
      ...goodsOf(part, pieces),
      bin: part.line.bin,
      reference: input.reference,
      valuationType: part.line.valuationType,
      secondQuantity: secondOf(part, materials.get(part.line.materialNo)?.secondUnitDecimals ?? 3),
    })),
  })
}

/**
 * Imported goods do not get past customs by coming without papers: neither those that are marked or ordered abroad, nor those
 * of an order item whose imported note waits for its release (domain.md 1.2).
 * @throws Refusal `supplement-imported`, `supplement-awaits-customs`
 */
async function refuseBeforeCustoms(
  { tx, document, refuse, problem }: Context,
  parts: readonly Papered[],
): Promise<void> {
  const { companyCode, docNo } = document
  const orders = parts.map(({ item }) => ({ purchaseOrderNo: item.orderNo }))
  if (await needsCustoms(tx, document, orders)) throw refuse('supplement-imported', { no: docNo })
  const awaited = await awaitedReleases(
    tx,
    companyCode,
    parts.map(({ item }) => ({ no: item.orderNo, line: item.lineNo })),
  )
  const problems = parts.flatMap(({ lineNo, item }): RefusalDetail[] => {
    const found = awaited.find(
      ({ orderNo, orderLine }) => orderNo === item.orderNo && orderLine === item.lineNo,
    )
    if (found === undefined) return []
    const { noteNo, clearanceNo } = found
    const source = `${item.orderNo}/${item.lineNo}`
    const params = { no: noteNo, by: clearanceNo, source, arrival: docNo }
    return [problem('supplement-awaits-customs', params, lineNo, 'purchaseOrderNo')]
  })
  if (problems.length > 0) throw refuseAll(problems)
}

/**
 * Makes the delivery note and the arrival record of what has its paper now; the arrival is confirmed once these goods are out
 * of where they waited.
 * @throws Refusal `order-item-none`, `order-item-unknown`, `order-item-differs`, `supplement-imported`,
 * `supplement-awaits-customs`, and those of both documents
 */
export async function makePapers(context: Context, entered: readonly Part[]): Promise<void> {
  const { document, documents, setHeader, setLine, afterwards } = context
  const { companyCode } = document
  const parts = await withItems(context, entered)
  await refuseBeforeCustoms(context, parts)
  const pieces = await piecesOf(context, parts)
  const note = await atOwnLines(parts, () => makeNote(context, parts, pieces))
  const arrival = await atOwnLines(parts, () => makeArrival(context, note.id, parts, pieces))
  setHeader({ noteNo: note.docNo, arrivalNo: arrival.docNo })
  for (const { lineNo, item } of parts)
    setLine(lineNo, { matchedOrderNo: item.orderNo, matchedOrderLine: item.lineNo })
  afterwards(() =>
    atOwnLines(parts, () => documents.act('arrival', companyCode, arrival.id, 'confirm')),
  )
}
