import { transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import {
  effectsFor,
  noEffect,
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
  const checked = lines.flatMap(({ line }) => {
    const { lineNo, materialNo, bin, batch, receivingBin, quantity } = line
    return materialNo && quantity
      ? [{ lineNo, materialNo, batch: batch ?? null, quantity, bin: bin ?? null, receivingBin }]
      : []
  })
  const at = { companyCode, plant, today }
  const [here, there] = await Promise.all([
    checkGoodsLines(tx, { ...at, storageLocation, lines: checked }),
    checkGoodsLines(tx, {
      ...at,
      storageLocation: receivingStorageLocation,
      lines: checked.map((line) => ({ ...line, bin: line.receivingBin ?? null })),
      fillsBin: true,
    }),
  ])
  const inBin = there.problems
    .filter(({ field }) => field === 'bin')
    .map((one) => ({ ...one, field: 'receivingBin' }))
  const problems = [...here.problems, ...inBin]
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
    })),
  })
  return bins.map((receivingBin) => ({ receivingBin }))
}

async function ship({
  document,
  lines,
  move,
  releaseReservations,
}: Context<'ship'>): Promise<void> {
  // Released instead of consumed: the reversal of the movements must not hold the goods again.
  releaseReservations()
  for (const line of lines) {
    const { from, transit } = keysOf(document, line)
    await move({
      lineNo: line.lineNo,
      from,
      to: transit,
      quantity: line.quantity,
      step: 'removal',
    })
  }
}

async function receive({ document, lines, move }: Context<'receive'>): Promise<void> {
  for (const line of lines) {
    const { transit, to } = keysOf(document, line)
    await move({
      lineNo: line.lineNo,
      from: transit,
      to,
      quantity: line.quantity,
      step: 'placement',
    })
  }
}

/** Posts the placement, with the number of the removal's material document in the text of its items. */
async function postPlacement({ document, documents, input }: Context<'postPlacement'>) {
  await documents.post('transfer-order', document.companyCode, document.id, [], {
    itemText: `${input.materialDocument}/${input.materialDocumentYear}`,
  })
}

export const transferOrderEffects = effectsFor(transferOrder, {
  actions: {
    submit: noEffect,
    approve({ document, lines, reserve }) {
      reserve(
        lines.map((line) => ({
          lineNo: line.lineNo,
          key: keysOf(document, line).from,
          quantity: line.quantity,
        })),
      )
    },
    refuse: ({ input, setHeader }) => setHeader({ decisionRemark: input.reason }),
    ship,
    receive,
    cancel({ input, setHeader, releaseReservations }) {
      setHeader({ cancelReason: input.reason })
      releaseReservations()
    },
    ...postingEffects(transferOrder),
    postPlacement,
  },
  batchable: ['submit', 'refuse'],
  beforeSave,
  proposeLines,
})
