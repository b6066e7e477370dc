import { deliveryLimit } from '@kufang/contract/external-documents/delivery-limit.ts'
import {
  addQuantity,
  isPositive,
  subtractQuantity,
  sumQuantities,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { raiseProblems, readOrderTaken } from '../delivery/public.ts'
import type { RefusalReport } from '../document/effects/refusal-report.ts'
import { clock, systemDocuments } from '../document/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'

// More stands at the gate than the order permits: SAP would refuse the receipt (M7/022), so it is refused here. It may be a
// typing error; if it is not, the storekeeper has it reported, and the buyer learns of it by a problem document.

const codes = ['arrival-exceeds-tolerance', 'quantity-exceeds-open']

interface Excess {
  detail: RefusalDetail
  orderNo: string
  orderLine: number
  noteNo: string
  excess: Quantity
}

/** The refused lines about an order item, as `checkArrivedQuantities` refuses them. */
function excessesOf(details: readonly RefusalDetail[]): Excess[] {
  return details.flatMap((detail) => {
    const { order, source, excess } = detail.params
    if (!codes.includes(detail.code) || typeof order !== 'string' || excess === undefined) return []
    const [orderNo, orderLine] = order.split('/')
    const noteNo = firstOf(String(source).split('/'))
    return {
      detail,
      orderNo: orderNo!,
      orderLine: Number(orderLine),
      noteNo: noteNo,
      excess: String(excess) as Quantity,
    }
  })
}

async function report(
  tx: Transaction,
  session: Session,
  details: readonly RefusalDetail[],
  isAsked: boolean,
): Promise<RefusalDetail[]> {
  const excesses = excessesOf(details)
  const notes = await tx.query<{ docNo: string; companyCode: string }>(
    `select doc_no, company_code from delivery_note where company_code = any ($1::text[]) and doc_no = any ($2::text[])`,
    [session.scope.companyCodes, excesses.map(({ noteNo }) => noteNo)],
  )
  const companyOf = new Map(notes.map(({ docNo, companyCode }) => [docNo, companyCode]))
  const told = new Map<RefusalDetail, RefusalDetail>()
  for (const [companyCode, own] of Map.groupBy(excesses, ({ noteNo }) => companyOf.get(noteNo)))
    if (companyCode !== undefined)
      for (const [detail, reported] of await reportIn(tx, session, companyCode, own, isAsked))
        told.set(detail, reported)
  return details.map((detail) => told.get(detail) ?? detail)
}

/**
 * Says what is more than the orders of one company permit altogether, and raises it if asked to; what another note can
 * announce is no problem.
 */
async function reportIn(
  tx: Transaction,
  session: Session,
  companyCode: string,
  excesses: readonly Excess[],
  isAsked: boolean,
): Promise<Map<RefusalDetail, RefusalDetail>> {
  const orders = await readOrderTaken(
    tx,
    companyCode,
    excesses.map(({ orderNo, orderLine }) => ({ no: orderNo, line: orderLine })),
  )
  const beyond = excesses.flatMap((one) => {
    const order = orders.get(`${one.orderNo}/${one.orderLine}`)
    const limit = order && deliveryLimit(order)
    if (order === undefined || limit === null || limit === undefined) return []
    const wanted = addQuantity(sumQuantities([order.announced, order.beyond]), one.excess)
    const quantity = subtractQuantity(wanted, limit)
    return isPositive(quantity) ? [{ ...one, quantity, concernedNos: [one.noteNo] }] : []
  })
  const raised = isAsked
    ? await raiseProblems(
        tx,
        systemDocuments(tx, session, clock()),
        companyCode,
        'overDelivery',
        beyond,
      )
    : null
  return new Map(
    beyond.map(({ detail, orderNo, orderLine, quantity }) => {
      const shown = { ...detail.params, beyond: quantity }
      if (raised === null)
        return [detail, { ...detail, code: 'arrival-exceeds-order', params: shown }]
      const params = { ...shown, problem: raised.get(`${orderNo}/${orderLine}`) ?? '–' }
      return [detail, { ...detail, code: 'arrival-excess-reported', params }]
    }),
  )
}

/** Reports arrivals beyond what their orders permit to the buyers. */
export const excessReport: RefusalReport = { codes, report }
