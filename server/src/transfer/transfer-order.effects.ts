import { transferArrival, transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ProposalRequest } from '../document/act/requests.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/act/effects.ts'
import { partsOf } from '../document/act/in-parts.ts'
import { holdingEffects, postingEffects } from '../document/act/shared-effects.ts'
import { problemsOfFilledBins, stockOfLine } from '../document/draft/stock-lines.ts'
import { problemsOfPosting } from '../document/draft/posting-obstacle.ts'
import { proposeBins, type StockKey } from '../stock/public.ts'

// Goods go from a bin of one storage location to a bin of another one of the plant, and are in transit between the two
// (spec domain.md 1.4; movement types 313 and 315). The placement is posted once the ERP has posted the removal.

type Context<N extends string> = ContextOf<typeof transferOrder, N>
type Header = Context<'ship'>['document']
type Line = Context<'ship'>['lines'][number]

const posting = postingEffects(transferOrder)
const arrival = partsOf(transferOrder, transferArrival.parts)

/** Where the goods of a line are on the way, and after it. */
const inTransit = (document: Header, line: Line): StockKey =>
  stockOfLine(document, line, {
    storageLocation: document.receivingStorageLocation,
    bin: '',
    stockCategory: 'IT',
  })
const received = (document: Header, line: Line): StockKey =>
  stockOfLine(document, line, {
    storageLocation: document.receivingStorageLocation,
    bin: line.receivingBin,
  })

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
  const problems = await problemsOfFilledBins(
    tx,
    today,
    { ...header, storageLocation: receivingStorageLocation },
    lines.map(({ line }) => line),
    'receivingBin',
  )
  problems.push(
    ...(await problemsOfPosting(
      tx,
      transferOrder,
      header,
      lines.map(({ line }) => line),
    )),
  )
  if (problems.length > 0) throw refuseAll(problems)
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
      quantity: line['quantity'],
    })),
  })
  return bins.map((receivingBin) => ({ receivingBin }))
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

/** Puts what arrived into the receiving bins; the rest stays in transit. */
async function receive(context: Context<'receive'>): Promise<void> {
  const { document, move } = context
  for (const { lineNo, line, quantity, before } of arrival.enter(context)) {
    const from = inTransit(document, line)
    const secondOf = { quantity: line.quantity, before }
    const to = received(document, line)
    await move({ lineNo, from, to, quantity, secondOf, step: 'placement' })
  }
}

/** What is still in transit returns to the bins it was taken from. */
function sendBack(context: Context<'sendBack'>): void {
  context.reverseMoves(arrival.close(context).map((rest) => ({ ...rest, step: 'removal' })))
}

/** Posts the placement, with the number of the removal's material document in the text of its items. */
async function postPlacement({ document, documents, input }: Context<'postPlacement'>) {
  await documents.post('transfer-order', document.companyCode, document.id, {
    item: { itemText: `${input.materialDocument}/${input.materialDocumentYear}` },
  })
}

export const transferOrderEffects = effectsFor(transferOrder, {
  actions: {
    ...holdingEffects,
    ship,
    receive,
    sendBack,
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
