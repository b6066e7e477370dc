import { readNumbers, type DocumentMirrorName } from '../../external-documents/synchronise.ts'
import { companyCode, type Company } from '../company.ts'
import type { Dressed, Step, Terms } from './dress.ts'
import { cancelInErp, changeOrder, postInErp, seedOrder, seedRequest } from './item-in-erp.ts'
import { cancelReceipt, receiveGoods } from './receive-goods.ts'
import { announce, announcing, notesOf, orderLine, type Note, type Replayed } from './replayed.ts'

// People's work with one order item: who does what follows from the sequence; what is there is read from the product.

/** Reads a document of the ERP into its mirror, as the product does before commitments. */
async function mirror(
  { database, connections }: Company,
  name: DocumentMirrorName,
  number: string,
): Promise<void> {
  const options = { database, connections }
  await readNumbers(options, name, companyCode, [number], AbortSignal.timeout(20_000))
}

const mirrorOrder = (company: Company, { erp }: Replayed): Promise<void> =>
  mirror(company, 'purchase-order', erp.orderNo)

async function idOf({ database }: Company, table: string, number: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(`select id from ${table} where doc_no = $1`, [
    number,
  ])
  if (row === undefined) throw new Error(`${number} is not mirrored`)
  return row.id
}

const isUnderway = ({ state }: Note): boolean => ['confirmed', 'partlyArrived'].includes(state)

/** The supplier announces what the page offers it of the order. */
async function announceOpen(company: Company, item: Replayed): Promise<void> {
  const offered = await company.list<Record<string, string>>(
    'supplier',
    '/api/documents/delivery-note/sources/list',
    [{ field: 'docNo', operator: 'eq', value: item.erp.orderNo }],
  )
  const [line] = offered
  if (line !== undefined && Number(line['freeQuantity']) > 0)
    await announce(company, item, Number(line['freeQuantity']))
}

/** Both parties deal with the problem documents of the order; announced goods that nobody takes are written off. */
async function dealWithProblems(company: Company, item: Replayed): Promise<void> {
  const open = await company.list<{ id: string }>(
    'supplier',
    '/api/documents/problem-document/list',
    [
      { field: 'purchaseOrderNo', operator: 'eq', value: item.erp.orderNo },
      { field: 'state', operator: 'eq', value: 'raised' },
    ],
  )
  const { quantity, isCompleted, isDeleted, storageLocation } = await orderLine(company, item)
  const notes = await notesOf(company, item)
  const underway = notes.filter(isUnderway)
  const announced =
    notes.reduce((sum, { arrived }) => sum + arrived, 0) +
    underway.reduce((sum, { open: rest }) => sum + rest, 0)
  const isAll = isCompleted || isDeleted || announced > quantity
  for (const { id, storageLocation: place } of underway)
    if (isAll || place !== storageLocation)
      await company.act('buyer', 'delivery-note', id, 'writeOff', { reason: '订单已变更' })
  for (const { id } of open) {
    await company.act('supplier', 'problem-document', id, 'answer', { answer: '按新订单办理' })
    await company.act('buyer', 'problem-document', id, 'decide', {
      decision: 'accepted',
      reason: '订单已按需要变更',
    })
  }
}

async function create(
  company: Company,
  item: Replayed,
  { quantity, price, isReleased }: Extract<Step, { type: 'create' }>,
): Promise<void> {
  Object.assign(item.erp, { quantity, price, isReleased })
  if (item.erp.kind === 'return') await stockToReturn(company, item, quantity)
  await seedOrder(company, item.erp)
  if (item.erp.requestNo !== '') {
    await seedRequest(company, item.erp, true)
    await mirror(company, 'purchase-request', item.erp.requestNo)
  }
  await mirrorOrder(company, item)
  item.order = await idOf(company, 'purchase_order', item.erp.orderNo)
  item.isMade = true
  if (!isReleased) item.tooEarly = await announcing(company, item, quantity)
}

/** Goods that go back were received before, with another order. */
async function stockToReturn(company: Company, item: Replayed, quantity: number): Promise<void> {
  const before: Replayed = {
    ...item,
    erp: {
      ...item.erp,
      orderNo: item.erp.orderNo.replace(/^47/, '46'),
      requestNo: '',
      kind: 'goods',
      quantity,
      isReleased: true,
    },
    receipts: [],
  }
  await seedOrder(company, before.erp)
  await mirrorOrder(company, before)
  before.order = await idOf(company, 'purchase_order', before.erp.orderNo)
  await receiveGoods(company, before, quantity)
}

async function receive(company: Company, item: Replayed, quantity: number): Promise<void> {
  if (item.erp.kind === 'goods') await receiveGoods(company, item, quantity)
  else item.direct.push(await postInErp(company, item.erp, '101', quantity))
}

async function cancel(company: Company, item: Replayed): Promise<void> {
  const { kind, quantity } = item.erp
  if (kind === 'goods') await cancelReceipt(company, item)
  else if (kind === 'service') await cancelInErp(company, item.direct.pop()!)
  else item.direct.push(await postInErp(company, item.erp, '161', quantity))
}

/** What happens, without what people here do about it afterwards. */
// oxlint-disable-next-line max-lines-per-function -- one branch per kind of step
async function happen(company: Company, item: Replayed, step: Step): Promise<void> {
  const { erp } = item
  switch (step.type) {
    case 'request':
      await seedRequest(company, erp, false)
      await mirror(company, 'purchase-request', erp.requestNo)
      item.request = await idOf(company, 'purchase_request', erp.requestNo)
      return
    case 'create':
      return create(company, item, step)
    case 'announce':
      return
    case 'receive':
      return receive(company, item, step.quantity)
    case 'cancelReceipt':
      return cancel(company, item)
    case 'changeQuantity':
      erp.quantity = step.quantity
      await changeOrder(company, erp, { quantity: String(step.quantity) })
      return
    case 'changePrice':
      erp.price = step.price
      await changeOrder(company, erp, { netPrice: step.price })
      return
    case 'changeCurrency':
      erp.currency = step.currency
      await seedOrder(company, erp)
      return
    case 'changeStorageLocation':
      erp.place = 'second'
      await seedOrder(company, erp)
      return
    case 'changeDeliveryIndicator': {
      const { isCompleted } = await orderLine(company, item)
      await changeOrder(company, erp, { isCompletelyDelivered: !isCompleted })
      return
    }
    case 'delete':
      await changeOrder(company, erp, { isDeleted: true })
      return
    case 'block':
      await changeOrder(company, erp, { isBlocked: true })
      return
    case 'reactivate':
      await changeOrder(company, erp, { isDeleted: false })
      return
    case 'release':
      erp.isReleased = true
      await seedOrder(company, erp)
      return
    default:
      step satisfies never
  }
}

/** Whether the order is read again: after every change, and between goods movements; the last are left to the timetable. */
function isReadAfter({ type }: Step, isLast: boolean): boolean {
  if (type === 'create' || type === 'announce') return false
  return !isLast || !(type === 'receive' || type === 'cancelReceipt')
}

/** Replays the steps of an order item through the product's calls; throws what the product refuses. */
export async function replay(
  company: Company,
  item: Replayed,
  { kind, steps }: Dressed,
  { announces }: Terms,
): Promise<void> {
  for (const step of steps) {
    await happen(company, item, step)
    if (!item.isMade) continue
    if (isReadAfter(step, step === steps.at(-1))) await mirrorOrder(company, item)
    if (kind !== 'goods') continue
    if (step.type.startsWith('change') || step.type === 'delete' || step.type === 'block')
      await dealWithProblems(company, item)
    const isAnnounced =
      step.type === 'announce' ||
      (announces === 'early' &&
        [
          'create',
          'changeQuantity',
          'changeStorageLocation',
          'changeDeliveryIndicator',
          'reactivate',
          'release',
        ].includes(step.type))
    if (isAnnounced) await announceOpen(company, item)
  }
}
