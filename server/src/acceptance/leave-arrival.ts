import type { arrivalShortage } from '@kufang/contract/acceptance/arrival-shortage.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import type { WantedMove } from '../document/effects/wanted-goods.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import { postOnceRecorded } from '../document/books/post-after.ts'
import { readOrderPrices } from '../external-documents/public.ts'
import { arrivalKey } from '../receiving/public.ts'
import type { StockKey } from '../ledger/public.ts'
import { arrivedLines, movesInto, quantitiesByArrival, type ArrivedLine } from './arrived-lines.ts'

// Pieces that an inspection finds gone leave the goods of their arrival with a document of their own, in the act of the
// decision: the arrival is told, and the ERP as soon as it knows the arrival.

/** What both documents have of the context of an effect (`leavesArrival`). */
type Leaving = Pick<
  ContextOf<typeof arrivalShortage, 'record'>,
  'tx' | 'document' | 'lines' | 'documents' | 'setLine' | 'afterwards'
>
type TakingBack = Pick<
  ContextOf<typeof arrivalShortage, 'reversePhysical' | 'withdraw'>,
  'document' | 'lines' | 'documents' | 'reverseMoves' | 'releaseSources' | 'afterwards'
>

/** The arrival line behind each line, in their order. */
export type Behind = readonly ArrivedLine<Leaving['lines'][number]>[]

/** What is gone of an arrival, each of its lines once. */
type GoneOfArrival = ReturnType<typeof quantitiesByArrival>[number]

/** A line with where its pieces lay, and what its movement out of there says. */
export interface LeavingLine {
  behind: Behind[number]
  from: StockKey
  movement: Pick<WantedMove, 'basis' | 'item'>
  /** By the price of the order; none if that is unknown. */
  amount: Pick<WantedMove, 'amount' | 'amountSource'>
}

/**
 * The effect of `record`.
 * @param parts `leave`: moves the pieces of a line, after what it reads of all lines; `tell`: the act of an arrival; `afterwards`:
 * what else follows, before the posting
 */
export async function recordLeaving(
  context: Leaving,
  definition: AnyDocument,
  {
    leave,
    tell,
    afterwards,
  }: {
    leave: (behind: Behind) => Promise<(line: LeavingLine, index: number) => Promise<void>>
    tell: (gone: GoneOfArrival) => Promise<void>
    afterwards?: (behind: Behind) => Promise<unknown>
  },
): Promise<void> {
  const { tx, document, lines, setLine } = context
  const { companyCode, plant, storageLocation } = document
  const behind = await arrivedLines(context)
  const [leaveLine, prices, settled] = await Promise.all([
    leave(behind),
    readOrderPrices(tx, companyCode, lines),
    movesInto(tx, companyCode, behind),
  ])
  for (const [index, one] of behind.entries()) {
    const { line, arrival, arrived } = one
    const { stockCategory, specialStock, specialStockReference } = arrived
    setLine(line.lineNo, {
      arrivalNo: arrival.header.docNo,
      reference: textOf(arrived.reference, arrival.header.docNo),
      stockCategory,
      specialStock,
      specialStockReference,
    })
    const price = prices.get(`${line.purchaseOrderNo}/${line.purchaseOrderLine}`)
    const settlesMove = settled.get(`${arrival.header.id}/${arrived.lineNo}`)
    await leaveLine(
      {
        behind: one,
        from: arrivalKey(companyCode, plant, storageLocation, arrived),
        movement: {
          basis: purchaseOrderOf(document, line),
          ...(settlesMove === undefined ? {} : { item: { settlesMove } }),
        },
        amount:
          price === undefined
            ? {}
            : { amount: multiplyMoney(price, line.quantity), amountSource: 'order-price' },
      },
      index,
    )
  }
  context.afterwards(async () => {
    for (const gone of quantitiesByArrival(behind)) await tell(gone)
    await afterwards?.(behind)
    await postOnceRecorded(context, definition)
  })
}

/**
 * The effect of `reversePhysical` and `withdraw`: the pieces are in inspection again, and the arrival has them.
 * @param parts `tell`: the act of an arrival; `afterwards`: what else follows
 */
export async function takeLeavingBack(
  context: TakingBack,
  {
    tell,
    afterwards,
  }: {
    tell: (found: GoneOfArrival) => Promise<void>
    afterwards?: (behind: Behind) => Promise<unknown>
  },
): Promise<void> {
  const behind = await arrivedLines(context)
  context.reverseMoves()
  await context.releaseSources('all')
  context.afterwards(async () => {
    for (const found of quantitiesByArrival(behind)) await tell(found)
    await afterwards?.(behind)
  })
}
