import { Refused, type Company } from '../company.ts'
import type { Way } from './interpret.ts'
import { itemNo, type ErpItem } from './item-in-erp.ts'

/** A receipt made here, with what it stands on. */
export interface Receipt {
  id: string
  arrival: string
  /** The inspector's decision; '' of goods that are exempt. */
  decision: string
  isCancelled: boolean
}

/** An order item that is replayed: what the ERP has of it, and the documents made here. */
export interface Replayed {
  erp: ErpItem
  way: Way
  /** The id of the mirrored order; '' before it is there. */
  order: string
  request: string
  receipts: Receipt[]
  /** Documents that a user of the ERP posted, the latest last. */
  direct: string[]
  isMade: boolean
  /** What the supplier was told who announced it before it was released; null if it was released from the beginning. */
  tooEarly: string | null
}

/** A delivery note of the item as the product has it. */
export interface Note {
  id: string
  docNo: string
  state: string
  storageLocation: string
  quantity: number
  arrived: number
  open: number
}

/** The delivery notes of an order item, oldest first. */
export async function notesOf(company: Company, { erp }: Replayed): Promise<Note[]> {
  const rows = await company.list<Record<string, string>>(
    'buyer',
    '/api/documents/delivery-note/list',
    [{ field: 'purchaseOrderNo', operator: 'eq', value: erp.orderNo }],
    { level: 'line', sort: [{ field: 'docNo', direction: 'asc' }] },
  )
  return rows.map((row) => ({
    id: row['id']!,
    docNo: row['docNo']!,
    state: row['state']!,
    storageLocation: row['storageLocation']!,
    quantity: Number(row['quantity']),
    arrived: Number(row['doneQuantity']),
    open: Number(row['openQuantity']),
  }))
}

/** The supplier announces pieces, and the storekeeper agrees. */
export async function announce(company: Company, item: Replayed, quantity: number): Promise<void> {
  const { id } = await company.create('supplier', 'delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: item.order, lineNo: Number(itemNo) }, quantity: String(quantity) }],
    actionAfterCreate: 'submit',
  })
  await company.act('keeper', 'delivery-note', id, 'confirm', {
    appointmentSlot: '08:00-10:00',
    unloadingPoint: '2 号卸货台',
  })
}

interface OrderLine {
  quantity: number
  storageLocation: string
  isCompleted: boolean
  isDeleted: boolean
}

export async function orderLine(company: Company, { order }: Replayed): Promise<OrderLine> {
  const { lines } = await company.read('buyer', 'purchase-order', order)
  const line = lines[0]!
  return {
    quantity: Number(line['quantity']),
    storageLocation: String(line['storageLocation']),
    isCompleted: line['isCompleted'] === true,
    isDeleted: line['isDeleted'] === true,
  }
}

/** What the supplier is told who announces what is open, or one piece if nothing is. */
export async function announcing(
  company: Company,
  { order }: Replayed,
  open: number,
): Promise<string | null> {
  try {
    await company.call('supplier', 'POST', '/api/documents/delivery-note/preview', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [
        { source: { id: order, lineNo: Number(itemNo) }, quantity: String(Math.max(open, 1)) },
      ],
    })
    return null
  } catch (error) {
    if (error instanceof Refused) return error.codes.join(', ')
    throw error
  }
}
