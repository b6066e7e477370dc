import { arrivalShortage } from '@kufang/contract/acceptance/arrival-shortage.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { chosenDate, postingEffects } from '../document/act/shared-effects.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import { raiseProblems, withdrawProblems } from '../delivery/public.ts'
import { readOrderPrices } from '../external-documents/public.ts'
import { arrivalKey, postWithArrivals, supplierKey } from '../receiving/public.ts'
import { arrivedLines, movesInto, quantitiesByArrival, type ArrivedLine } from './arrived-lines.ts'
import { arePostedNow } from './posted-now.ts'

// Pieces that were counted as packages at the gate and are missing when they are unpacked have never arrived: they leave
// the goods in inspection (or GR blocked stock) for the supplier again, a partial reversal of the arrival (102, 104). The
// arrival keeps what was counted; what of it can be received, and what is done of the delivery note, falls.

type Context<N extends string> = ContextOf<typeof arrivalShortage, N>
/** The arrival line behind each line. */
type Behind = readonly ArrivedLine<Context<'record'>['lines'][number]>[]

/** The missing pieces by arrival, as its actions take them. */
const byArrival = (behind: Behind) =>
  quantitiesByArrival(behind).map(({ id, lines }) => ({
    id,
    lines: lines.map(({ lineNo, quantity, serialNumbers }) => ({
      lineNo,
      missingQuantity: quantity,
      missingSerialNumbers: serialNumbers,
    })),
  }))

async function record(context: Context<'record'>): Promise<void> {
  const { tx, document, lines, documents, setLine, move } = context
  const { companyCode, plant, storageLocation } = document
  const behind = await arrivedLines(context)
  const [prices, settled] = await Promise.all([
    readOrderPrices(tx, companyCode, lines),
    movesInto(tx, companyCode, behind),
  ])
  for (const { line, arrival, arrived } of behind) {
    const { lineNo, quantity } = line
    const price = prices.get(`${line.purchaseOrderNo}/${line.purchaseOrderLine}`)
    const amount = price === undefined ? null : multiplyMoney(price, quantity)
    const stock = arrived
    setLine(lineNo, {
      arrivalNo: arrival.header.docNo,
      reference: textOf(arrived.reference, arrival.header.docNo),
      stockCategory: stock.stockCategory,
      specialStock: stock.specialStock,
      specialStockReference: stock.specialStockReference,
    })
    const settlesMove = settled.get(`${arrival.header.id}/${arrived.lineNo}`)
    await move({
      lineNo,
      from: arrivalKey(companyCode, plant, storageLocation, stock),
      to: supplierKey(companyCode, plant, line.materialNo),
      quantity,
      accountAssignment: { kind: 'shortage' },
      basis: purchaseOrderOf(document, line),
      ...(settlesMove === undefined ? {} : { item: { settlesMove } }),
      ...(amount === null ? {} : { amount, amountSource: 'order-price' as const }),
    })
  }
  context.afterwards(async () => {
    for (const { id, lines: missing } of byArrival(behind))
      await documents.act('arrival', companyCode, id, 'recordShortage', { lines: missing })
    await raiseProblems(tx, documents, companyCode, 'shortage', problemsOf(context, behind))
    if (await arePostedNow(context, behind)) await postWithArrivals(context, 'arrival-shortage', {})
  })
}

/** What supplier and buyer are told: the order item, the pieces, and where they were missed. */
const problemsOf = ({ document }: Pick<Context<'record'>, 'document'>, behind: Behind) =>
  behind.map(({ line, arrival, arrived }) => ({
    orderNo: line.purchaseOrderNo ?? '',
    orderLine: line.purchaseOrderLine ?? 0,
    quantity: line.quantity,
    concernedNos: [document.docNo, arrival.header.docNo],
    noteNos: [textOf(arrived.sourceNo)],
  }))

/** The pieces are there after all: they are in inspection again, and the arrival and its delivery note have them. */
async function takeBack(context: Context<'reversePhysical' | 'withdraw'>): Promise<void> {
  const { document, documents } = context
  const behind = await arrivedLines(context)
  context.reverseMoves()
  await context.releaseSources('all')
  context.afterwards(async () => {
    for (const { id, lines } of byArrival(behind))
      await documents.act('arrival', document.companyCode, id, 'withdrawShortage', { lines })
    const problems = problemsOf(context, behind)
    await withdrawProblems(context.tx, documents, document.companyCode, 'shortage', problems)
  })
}

export const arrivalShortageEffects = effectsFor(arrivalShortage, {
  actions: {
    ...postingEffects(arrivalShortage),
    record,
    withdraw: takeBack,
    reversePhysical: takeBack,
    post: (context) => postWithArrivals(context, 'arrival-shortage', chosenDate(context.input)),
  },
})
