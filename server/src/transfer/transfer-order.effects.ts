import { transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import { addQuantity, isPositive, subtractQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import {
  effectsFor,
  type ContextOf,
  type ProposalRequest,
  type SaveContext,
} from '../document/act/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { checkGoodsLines, proposeBins, stockKey, type StockKey } from '../stock/public.ts'

// Goods go from a bin of one storage location to a bin of another one of the plant, and are in transit between the two
// (spec domain.md 1.4; movement types 313 and 315). The placement is posted once the ERP has posted the removal.

type Context<N extends string> = ContextOf<typeof transferOrder, N>
type Header = Context<'ship'>['document']
type Line = Context<'ship'>['lines'][number]

/** Where the goods of a line are before the transfer, on the way, and after it. */
function keysOf(document: Header, line: Line): Record<'from' | 'transit' | 'to', StockKey> {
  const { companyCode, plant, storageLocation, receivingStorageLocation } = document
  const { materialNo, bin, batch, receivingBin } = line
  const goods = { companyCode, plant, materialNo, batch: batch ?? '' }
  const there = { ...goods, storageLocation: receivingStorageLocation }
  return {
    from: stockKey({ ...goods, storageLocation, bin }),
    transit: stockKey({ ...there, stockCategory: 'IT' }),
    to: stockKey({ ...there, bin: receivingBin }),
  }
}

async function beforeSave({
  tx,
  header,
  lines,
  today,
  problem,
}: SaveContext<typeof transferOrder>): Promise<void> {
  const { companyCode, plant, storageLocation, receivingStorageLocation } = header
  if (!companyCode || !plant || !storageLocation || !receivingStorageLocation) return
  if (storageLocation === receivingStorageLocation)
    throw refuseAll([
      problem(
        'transfer-same-location',
        { plant, storageLocation },
        undefined,
        'receivingStorageLocation',
      ),
    ])
  const { problems } = await checkGoodsLines(tx, {
    companyCode,
    plant,
    storageLocation: receivingStorageLocation,
    today,
    lines: lines.flatMap(({ line: { lineNo, materialNo, batch, receivingBin, quantity } }) =>
      materialNo && quantity
        ? [{ lineNo, materialNo, batch: batch ?? null, quantity, bin: receivingBin ?? null }]
        : [],
    ),
    fillsBin: true,
  })
  const inBin = problems
    .filter(({ field }) => field === 'bin')
    .map((one) => ({ ...one, field: 'receivingBin' }))
  if (inBin.length > 0) throw refuseAll(inBin)
}

/** Each line's bin of the receiving storage location, once that is known. */
async function proposeLines({ tx, header, lines }: ProposalRequest) {
  const storageLocation = textOf(header['receivingStorageLocation'])
  if (storageLocation === '') return lines.map(() => ({}))
  const bins = await proposeBins(tx, {
    companyCode: header.companyCode,
    plant: textOf(header['plant']),
    storageLocation,
    goods: lines.map((line) => ({
      materialNo: textOf(line['materialNo']),
      batch: textOf(line['batch']),
    })),
  })
  return bins.map((receivingBin) => ({ receivingBin }))
}

async function ship({
  document,
  lines,
  move,
  releaseReservations,
  setLine,
}: Context<'ship'>): Promise<void> {
  // Released instead of consumed: the reversal of the movements must not hold the goods again.
  releaseReservations()
  for (const line of lines) {
    const { lineNo, quantity } = line
    const { from, transit } = keysOf(document, line)
    await move({ lineNo, from, to: transit, quantity, step: 'removal' })
    setLine(lineNo, { inTransitQuantity: quantity, receivedQuantity: zeroQuantity })
  }
}

/** Puts what arrived into the receiving bins; the rest stays in transit. */
async function receive({
  document,
  lines,
  lineInput,
  move,
  refuse,
  setLine,
  setState,
}: Context<'receive'>): Promise<void> {
  const arrived = new Map(
    lineInput.map(({ lineNo, quantityReceived }) => [lineNo, quantityReceived]),
  )
  let moved = zeroQuantity
  let left = zeroQuantity
  for (const line of lines) {
    const { lineNo } = line
    const quantity = arrived.get(lineNo) ?? zeroQuantity
    const rest = subtractQuantity(line.inTransitQuantity ?? zeroQuantity, quantity)
    left = addQuantity(left, rest)
    if (!isPositive(quantity)) continue
    const { transit, to } = keysOf(document, line)
    await move({ lineNo, from: transit, to, quantity, step: 'placement' })
    setLine(lineNo, {
      inTransitQuantity: rest,
      receivedQuantity: addQuantity(line.receivedQuantity ?? zeroQuantity, quantity),
    })
    moved = addQuantity(moved, quantity)
  }
  if (!isPositive(moved)) throw refuse('lines-required')
  setState(isPositive(left) ? 'partlyReceived' : 'received')
}

/** What is still in transit returns to the bins it was taken from. */
function sendBack({ lines, reverseMoves, setLine }: Context<'sendBack'>): void {
  const rest = lines.flatMap(({ lineNo, inTransitQuantity: quantity }) =>
    quantity !== null && isPositive(quantity) ? [{ lineNo, quantity, step: 'removal' }] : [],
  )
  reverseMoves(rest)
  for (const { lineNo } of rest) setLine(lineNo, { inTransitQuantity: zeroQuantity })
}

/** Posts the placement, with the number of the removal's material document in the text of its items. */
async function postPlacement({ document, documents, input }: Context<'postPlacement'>) {
  await documents.post('transfer-order', document.companyCode, document.id, [], {
    itemText: `${input.materialDocument}/${input.materialDocumentYear}`,
  })
}

const posting = postingEffects(transferOrder)

export const transferOrderEffects = effectsFor(transferOrder, {
  actions: {
    approve({ document, lines, reserve }) {
      reserve(
        lines.map((line) => ({
          lineNo: line.lineNo,
          key: keysOf(document, line).from,
          quantity: line.quantity,
        })),
      )
    },
    ship,
    receive,
    sendBack,
    cancel: ({ releaseReservations }) => releaseReservations(),
    ...posting,
    async reversePhysical(context) {
      await posting.reversePhysical(context)
      for (const { lineNo } of context.lines)
        context.setLine(lineNo, { inTransitQuantity: zeroQuantity, receivedQuantity: zeroQuantity })
    },
    postPlacement,
  },
  beforeSave,
  proposeLines,
})
