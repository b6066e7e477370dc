import { addAll } from '@kufang/kernel/add-all.ts'
import type { ProposalOf } from '../document/effects/effects.ts'
import { ownershipChanges } from '@kufang/contract/transfer/transfer-kinds.ts'
import { transferArrival, transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import {
  compareQuantity,
  isPositive,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import {
  effectsFor,
  type ContextOf,
  type SaveContext,
  type WantedMove,
} from '../document/effects/effects.ts'
import { partsOf } from '../document/act/in-parts.ts'
import { holdingEffects, postingEffects } from '../document/act/shared-effects.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { problemsOfPosting } from '../document/draft/posting-obstacle.ts'
import { proposeBins } from '../bins/public.ts'
import { readPieces, type StockKey } from '../ledger/public.ts'
import {
  complete,
  filledBins,
  placeOfArrival,
  problemsOfArrival,
  problemsOfChemicals,
  problemsOfType,
} from './transfer-checks.ts'

// Goods go from a bin of one storage location to a bin of another one: in two steps they are in transit between the two,
// where they belong to the receiving location and to none of its bins, in one step they do not wait, and goods that only
// change their owner may stay where they are (spec domain.md 1.4). The placement is posted once the ERP has posted the removal.

type Context<N extends string> = ContextOf<typeof transferOrder, N>
type Header = Context<'ship'>['document']
type Line = Context<'ship'>['lines'][number]

const posting = postingEffects(transferOrder)
const arrival = partsOf(transferOrder, transferArrival.parts)

/** Where the goods of a line are on the way, and after it. */
const inTransit = (document: Header, line: Line): StockKey =>
  stockOfLine(document, line, { ...placeOfArrival(document), bin: '', stockCategory: 'IT' })
const received = (document: Header, line: Line, bin: string): StockKey =>
  stockOfLine(document, line, { ...placeOfArrival(document), bin })

/** The ERP removes goods from the transit to another plant by a movement type of its own (305 instead of 315). */
const ofOtherPlant = (document: Header): Pick<WantedMove, 'accountAssignment'> =>
  placeOfArrival(document).plant === document.plant
    ? {}
    : { accountAssignment: { kind: 'other-plant' } }

async function beforeSave({
  tx,
  header,
  lines: given,
  today,
  problem,
}: SaveContext<typeof transferOrder>): Promise<void> {
  const lines = given.map(({ line }) => line)
  complete(header, lines)
  const { companyCode, plant, storageLocation, receivingStorageLocation } = header
  if (!companyCode || !plant || !storageLocation || !receivingStorageLocation) return
  const wrong = problemsOfType(header, lines, problem)
  if (header.goodsKind === 'chemical') addAll(wrong, await problemsOfChemicals(tx, lines, problem))
  if (wrong.length > 0) throw refuseAll(wrong)
  const problems = await problemsOfArrival(
    tx,
    today,
    placeOfArrival(header),
    filledBins(header, lines),
  )
  addAll(problems, await problemsOfPosting(tx, transferOrder, header, lines))
  if (problems.length > 0) throw refuseAll(problems)
}

/** Each line's bin of the receiving storage location, once that is known; its own where it may stay. */
async function proposeLines({ tx, header, lines }: ProposalOf<typeof transferOrder>) {
  const storageLocation = textOf(header.receivingStorageLocation)
  if (storageLocation === '') return lines.map(() => ({}))
  const plant = textOf(header.receivingPlant) || textOf(header.plant)
  const stays = plant === header.plant && storageLocation === header.storageLocation
  if (stays) return lines.map((line) => ({ receivingBin: line.bin ?? null }))
  const bins = await proposeBins(tx, {
    companyCode: header.companyCode,
    plant,
    storageLocation,
    goods: lines.map((line) => ({
      materialNo: textOf(line.materialNo),
      batch: textOf(line.batch),
      quantity: line.quantity,
    })),
  })
  return bins.map((receivingBin) => ({ receivingBin }))
}

function approve(context: Context<'approve'>): void {
  holdingEffects.approve(context)
  context.setState(context.document.transferType === 'twoStep' ? 'approved' : 'ready')
}

async function ship(context: Context<'ship'>): Promise<void> {
  const { document, lines, move, releaseReservations } = context
  // Released instead of consumed: the reversal of the movements must not hold the goods again.
  releaseReservations()
  for (const line of lines) {
    const { lineNo, quantity } = line
    const from = stockOfLine(document, line)
    await move({ lineNo, from, to: inTransit(document, line), quantity, step: 'removal' })
  }
  arrival.begin(context)
}

/** In one step: the goods lie in the receiving bin, and belong to whom the type says. */
async function transfer(context: Context<'transfer'>): Promise<void> {
  const { tx, today, document, lines, move, setLine, releaseReservations } = context
  const problems = await problemsOfArrival(
    tx,
    today,
    placeOfArrival(document),
    filledBins(document, lines),
  )
  if (problems.length > 0) throw refuseAll(problems)
  releaseReservations()
  const change = ownershipChanges[document.transferType]
  for (const line of lines) {
    const { lineNo, quantity } = line
    const there = received(document, line, textOf(line.receivingBin))
    const to =
      change === undefined
        ? there
        : {
            ...there,
            specialStock: change.to,
            specialStockReference: textOf(line.targetWbsElement),
          }
    await move({ lineNo, from: stockOfLine(document, line), to, quantity, step: 'transfer' })
    setLine(lineNo, { receivedQuantity: quantity })
  }
}

/** Puts what arrived into the receiving bins; the rest stays in transit. */
async function receive(context: Context<'receive'>): Promise<void> {
  const { tx, today, document, move, problem, setLine } = context
  const parts = arrival.enter(context).map((part) => ({
    ...part,
    receivingBin: textOf(part.given.receivingBin) || textOf(part.line.receivingBin),
  }))
  const { zh, en } = transferOrder.lines.receivingBin.label
  const missing = parts.flatMap(({ lineNo, receivingBin }) =>
    receivingBin === ''
      ? [problem('field-required', { field: zh, fieldEn: en }, lineNo, 'receivingBin')]
      : [],
  )
  if (missing.length > 0) throw refuseAll(missing)
  const filled = parts.map(({ line: { lineNo, materialNo, batch }, quantity, receivingBin }) => ({
    lineNo,
    materialNo,
    batch,
    quantity,
    receivingBin,
  }))
  const problems = await problemsOfArrival(tx, today, placeOfArrival(document), filled)
  if (problems.length > 0) throw refuseAll(problems)
  for (const { lineNo, line, quantity, before, receivingBin } of parts) {
    setLine(lineNo, { receivingBin })
    await move({
      lineNo,
      from: inTransit(document, line),
      to: received(document, line, receivingBin),
      quantity,
      secondOf: { quantity: line.quantity, before },
      step: 'placement',
      ...ofOtherPlant(document),
    })
  }
}

/** Makes the document on which somebody else decides what became of what is in transit. */
async function makeDifference(
  { tx, document, lines, documents }: Context<'reportDifference' | 'reopenDifference'>,
  missing: ReadonlyMap<number, Quantity>,
): Promise<void> {
  const { companyCode } = document
  const concerned = lines.filter(({ lineNo }) => missing.has(lineNo))
  const keys = concerned.map((line) => inTransit(document, line))
  const pieces = await readPieces(tx, companyCode, keys)
  await documents.create('transfer-difference', {
    companyCode,
    header: {},
    lines: concerned.map((line, index) => {
      const own = itemAt(pieces, index).filter((one) => line.serialNumbers?.includes(one) === true)
      return {
        source: { id: document.id, lineNo: line.lineNo },
        quantity: entryOf(missing, line.lineNo),
        bin: line.receivingBin,
        ...(own.length === 0 ? {} : { serialNumbers: own }),
      }
    }),
  })
}

function reportDifference(context: Context<'reportDifference'>): void {
  const open = context.lines.map(
    ({ lineNo, inTransitQuantity }) => [lineNo, inTransitQuantity ?? zeroQuantity] as const,
  )
  const missing = new Map(open.filter(([, quantity]) => isPositive(quantity)))
  context.afterwards(() => makeDifference(context, missing))
}

/**
 * As decided: what is back with the sender returns to the bins it was taken from, as if it had never left; of the rest the
 * difference document moves the goods.
 */
function settleDifference(context: Context<'settleDifference'>): void {
  const { lines, lineInput, reverseMoves, setLine, setState } = context
  const back = lineInput.flatMap(({ lineNo, quantityReturned: quantity }) =>
    isPositive(quantity) ? [{ lineNo, quantity, step: 'removal' }] : [],
  )
  if (back.length > 0) reverseMoves(back)
  for (const { lineNo } of lineInput) setLine(lineNo, { inTransitQuantity: zeroQuantity })
  const isAllBack = lines.every(({ lineNo, quantity }) => {
    const returned = lineInput.find((given) => given.lineNo === lineNo)?.quantityReturned
    return returned !== undefined && compareQuantity(returned, quantity) === 0
  })
  setState(isAllBack ? 'reversed' : 'received')
}

/** A decision was reversed: its goods are in transit again, until they are decided about anew. */
function reopenDifference(context: Context<'reopenDifference'>): void {
  const { lineInput, setLine, afterwards } = context
  for (const { lineNo, quantityOpen } of lineInput)
    setLine(lineNo, { inTransitQuantity: quantityOpen })
  const missing = new Map(lineInput.map(({ lineNo, quantityOpen }) => [lineNo, quantityOpen]))
  afterwards(() => makeDifference(context, missing))
}

/** Posts the placement, with the number of the removal's material document in the text of its items. */
async function postPlacement(context: Context<'postPlacement'>): Promise<void> {
  const { document, lines, documents, input } = context
  // What did not arrive is on a difference document, which may be about everything that was sent.
  if (lines.every(({ receivedQuantity }) => !isPositive(receivedQuantity ?? zeroQuantity))) return
  await documents.post('transfer-order', document.companyCode, document.id, {
    item: { itemText: `${input.materialDocument}/${input.materialDocumentYear}` },
  })
}

export const transferOrderEffects = effectsFor(transferOrder, {
  actions: {
    ...holdingEffects,
    approve,
    ship,
    transfer,
    receive,
    reportDifference,
    settleDifference,
    reopenDifference,
    ...posting,
    async reversePhysical(context) {
      await posting.reversePhysical(context)
      arrival.clear(context)
    },
    postPlacement,
  },
  beforeSave,
  proposeLines,
})
