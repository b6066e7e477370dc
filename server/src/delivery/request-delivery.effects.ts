import {
  requestDelivery,
  requestDeliveryApproval,
} from '@kufang/contract/delivery/request-delivery.ts'
import { compareDates, type LocalDate } from '@kufang/kernel/local-date.ts'
import { isPositive, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import { decideRoute } from '../document/act/approval-route.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { reviewEffects } from '../document/act/shared-effects.ts'
import { readOrderItems, type OrderItem } from '../external-documents/public.ts'
import {
  amountOf,
  currencyOf,
  problemsOfApproval,
  problemsOfRequests,
  totalOf,
} from './request-limits.ts'
import { readMaterials } from '../masters/public.ts'
import { takeStock } from './take-stock.ts'

// Goods announced against a purchase request (spec domain.md 1.2, SHDSP): approved before they are ordered, and handed over
// to an ordinary delivery note once they are. It moves nothing itself.

type Context<N extends string> = ContextOf<typeof requestDelivery, N>
type Reviewing = Context<'review'> | Context<'reviewDirector'>
type SendingBack = Context<'refuse'> | Context<'refuseDirector'> | Context<'withdraw'>

const reviews = reviewEffects(requestDelivery, requestDeliveryApproval)
const { label: sendingBack } = requestDelivery.actions.refuse
const { label: withdrawing } = requestDelivery.actions.withdraw

/** The route is decided by what is asked for, also if a part of it is taken from the stock later. */
async function submit({ tx, document, lines, setHeader, setState }: Context<'submit'>) {
  const currency = await currencyOf(tx, document.companyCode)
  const requestedAmount = totalOf(lines.map((line) => amountOf(line, line.quantity, currency)))
  const header = { ...document, requestedAmount }
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo),
  )
  const goods = lines.map(({ materialNo }) => ({
    plant: document.plant,
    materialGroup: materials.get(materialNo)?.materialGroup ?? '',
  }))
  const route = await decideRoute(tx, requestDeliveryApproval, header, goods)
  setHeader({ ...route.header, requestedAmount, reviewRemark: null })
  setState(route.state)
}

/** What was taken from the stock is asked for already: the lines are no longer those that were submitted. */
function assertNothingTaken(
  { document, lines, refuse }: SendingBack,
  { zh, en }: { zh: string; en: string },
): void {
  const taken = lines.find(({ stockRequisitions }) => stockRequisitions)
  if (taken === undefined) return
  const params = { no: document.docNo, requisition: taken.stockRequisitions ?? '' }
  throw refuse('request-stock-taken', { ...params, action: zh, actionEn: en })
}

function withdraw(context: Context<'withdraw'>): void {
  assertNothingTaken(context, withdrawing)
  context.setHeader({ needsDirector: null, limitDirector: null })
}

async function assertStillWanted(context: Reviewing): Promise<void> {
  const problems = await problemsOfApproval(context)
  if (problems.length > 0) throw refuseAll(problems)
}

/** Nothing of it is bought: all that is left is open at the request again. */
async function giveUp({ lines, setLine, releaseSources }: Context<'decline'> | Context<'cancel'>) {
  await releaseSources('all')
  for (const { lineNo, quantity } of lines) setLine(lineNo, { closedQuantity: quantity })
}

/** The order items of the lines; of the request's supplier and material. */
async function orderedItems(
  { tx, document, sources, problem }: Context<'announce'>,
  lines: Context<'announce'>['lines'],
): Promise<OrderItem[]> {
  const found = await sources()
  const named = lines.map((line) => {
    const source = found.get(`${line.sourceId}/${line.sourceLine}`)
    const no = source?.purchaseOrderNo
    const item = source?.purchaseOrderLine
    return typeof no === 'string' && no !== '' && typeof item === 'number'
      ? { no, line: item }
      : null
  })
  const missing = lines.flatMap(({ lineNo, sourceNo, sourceLine }, index) =>
    named[index] === null
      ? [
          problem(
            'request-not-ordered',
            { source: `${sourceNo ?? ''}/${sourceLine ?? ''}` },
            lineNo,
          ),
        ]
      : [],
  )
  if (missing.length > 0) throw refuseAll(missing)
  const items = await readOrderItems(
    tx,
    document.companyCode,
    named.flatMap((one) => one ?? []),
  )
  const problems = lines.flatMap((line, index) => {
    const source = `${named[index]!.no}/${named[index]!.line}`
    const item = items.get(source)
    if (item === undefined) return [problem('order-item-unknown', { source }, line.lineNo)]
    const compared = [
      [requestDelivery.header.supplierNo.label, item.supplierNo, document.supplierNo],
      [{ zh: '物料', en: 'Material' }, item.materialNo, line.materialNo],
    ] as const
    return compared.flatMap(([{ zh, en }, ordered, announced]) =>
      ordered === announced
        ? []
        : [
            problem(
              'request-order-differs',
              { source, field: zh, fieldEn: en, ordered: ordered || '–', announced },
              line.lineNo,
            ),
          ],
    )
  })
  if (problems.length > 0) throw refuseAll(problems)
  return named.map((one) => entryOf(items, `${one!.no}/${one!.line}`))
}

/** Hands what is left over to a delivery note of the order, which the warehouse confirms. */
async function announce(context: Context<'announce'>): Promise<void> {
  const { document, lines, documents, today, setHeader, setLine } = context
  const { companyCode, etaDate, reference, carrier, plateNo, phone, storageLocation } = document
  const left = lines.filter(({ openQuantity }) => isPositive(openQuantity ?? zeroQuantity))
  const items = await orderedItems(context, left)
  const isOpenPlace = items.every((item) => item.storageLocation === '')
  const note = await documents.create('delivery-note', {
    companyCode,
    header: {
      ...(isOpenPlace && storageLocation !== '' ? { storageLocation } : {}),
      reference,
      carrier,
      plateNo,
      phone,
      // The order may have come later than the goods were to.
      etaDate: compareDates(etaDate as LocalDate, today) < 0 ? today : etaDate,
      deliveryMode: 'warehouse',
    },
    lines: left.map(({ openQuantity }, index) => ({
      source: { id: itemAt(items, index).id, lineNo: itemAt(items, index).lineNo },
      quantity: openQuantity,
    })),
  })
  documents.refer(
    'delivery-note',
    note.id,
    left.map(({ lineNo, openQuantity }, index) => ({
      fromLine: lineNo,
      toLine: index + 1,
      quantity: openQuantity ?? zeroQuantity,
    })),
  )
  await documents.act('delivery-note', companyCode, note.id, 'submit')
  setHeader({ noteNo: note.docNo })
  for (const [index, { lineNo }] of left.entries())
    setLine(lineNo, {
      purchaseOrderNo: itemAt(items, index).orderNo,
      purchaseOrderLine: itemAt(items, index).lineNo,
    })
}

export const requestDeliveryEffects = effectsFor(requestDelivery, {
  refreshes: {
    origins: {
      mirrors: ['purchase-request'],
      actions: ['review', 'reviewDirector', 'announce'],
    },
  },
  actions: {
    submit,
    withdraw,
    async review(context) {
      await assertStillWanted(context)
      await reviews.review(context)
    },
    async reviewDirector(context) {
      await assertStillWanted(context)
      await reviews.reviewDirector(context)
    },
    async refuse(context) {
      assertNothingTaken(context, sendingBack)
      await reviews.refuse(context)
    },
    async refuseDirector(context) {
      assertNothingTaken(context, sendingBack)
      await reviews.refuseDirector(context)
    },
    decline: giveUp,
    takeStock,
    announce,
    cancel: giveUp,
  },
  prefill: ({ sources }) =>
    Promise.resolve({
      header: {},
      lines: sources.map((source) => ({
        source: { id: source.id, lineNo: source.lineNo },
        quantity: source.wantedQuantity ?? source.freeQuantity,
      })),
    }),
  async beforeSave(context) {
    const { tx, header, lines } = context
    const problems = await problemsOfRequests(context)
    if (problems.length > 0) throw refuseAll(problems)
    const currency = await currencyOf(tx, String(header.companyCode))
    for (const { line } of lines) {
      const { price = null, priceUnit = null, currency: own = null } = line
      const priced = { price, priceUnit, currency: own }
      const lineAmount = amountOf(priced, line.quantity ?? zeroQuantity, currency)
      Object.assign(line, { lineAmount })
    }
  },
})
