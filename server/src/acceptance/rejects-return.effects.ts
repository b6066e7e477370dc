import { rejectsReturn } from '@kufang/contract/acceptance/rejects-return.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import { readOrderPrices } from '../external-documents/public.ts'
import { supplierKey } from '../receiving/public.ts'
import { readParameter } from '../system/public.ts'
import { movesInto } from './arrived-lines.ts'
import { proposeRejects } from './propose-rejects.ts'
import { rejectedLines, rejectsKey, tellArrivals } from './rejected-lines.ts'

// Rejected goods leave their bin for the supplier (122, or 124 out of GR blocked stock; spec domain.md 1.2). If they are
// replaced or repaired, their delivery note has them to deliver again once he has them.

type Context<N extends string> = ContextOf<typeof rejectsReturn, N>

/** From here on the supplier is to fetch them. */
async function submit({ tx, today, document, setHeader }: Context<'submit'>): Promise<void> {
  const { companyCode } = document
  const days = await readParameter(tx, 'rejects.pickUpDays', { companyCode })
  setHeader({ pickUpDueDate: addDays(today, Number(days)) })
}

async function handOver(context: Context<'handOver'>): Promise<void> {
  const { tx, document, lines, move, setLine } = context
  const { companyCode, plant } = document
  const behind = await rejectedLines(context)
  const [prices, settled] = await Promise.all([
    readOrderPrices(tx, companyCode, lines),
    movesInto(tx, companyCode, behind),
  ])
  for (const { line, arrival, arrived } of behind) {
    const { lineNo, quantity, materialNo } = line
    const price = prices.get(`${line.purchaseOrderNo}/${line.purchaseOrderLine}`)
    setLine(lineNo, { reference: textOf(arrived.reference, arrival.header.docNo) })
    const settlesMove = settled.get(`${arrival.header.id}/${arrived.lineNo}`)
    await move({
      lineNo,
      from: rejectsKey(document, arrived, line),
      to: supplierKey(companyCode, plant, materialNo),
      quantity,
      basis: purchaseOrderOf(document, line),
      ...(settlesMove === undefined ? {} : { item: { settlesMove } }),
      ...(price === undefined
        ? {}
        : { amount: multiplyMoney(price, quantity), amountSource: 'order-price' as const }),
    })
  }
}

/** Whether goods come back for them, the same or others. */
const comesBack = ({ settlement }: { settlement: string }): boolean => settlement !== 'credit'

/** The supplier has the goods; what he is to replace or repair he delivers on the same note. */
async function pickUp(context: Context<'pickUp'>): Promise<void> {
  const { document, documents } = context
  if (!comesBack(document)) return
  const behind = await rejectedLines(context)
  await tellArrivals(documents, document.companyCode, 'awaitReplacement', behind)
}

const posting = postingEffects(rejectsReturn)

/** The goods lie in their bin again; what was to come back must not have been delivered meanwhile. */
async function reversePhysical(context: Context<'reversePhysical'>): Promise<void> {
  const { document, documents } = context
  const isAwaited = comesBack(document) && document.state !== 'handedOver'
  const behind = isAwaited ? await rejectedLines(context) : []
  await tellArrivals(documents, document.companyCode, 'withdrawReplacement', behind)
  await posting.reversePhysical(context)
}

export const rejectsReturnEffects = effectsFor(rejectsReturn, {
  actions: {
    ...posting,
    submit,
    handOver,
    pickUp,
    reversePhysical,
  },
  async prefill(request) {
    return { header: { settlement: 'credit' }, lines: await proposeRejects(request) }
  },
})
