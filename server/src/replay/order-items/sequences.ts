import { readFileSync } from 'node:fs'
import { sharedData } from '../shared-data.ts'

/** All order items of the log, of which the commonest sequences cover a part. */
export const itemsOfLog = 251_734

/** The activities of an order item in their order. */
export interface Sequence {
  name: string
  activities: readonly string[]
  /** How many order items have it. */
  itemCount: number
}

const activitiesOf = (text: string): string[] => text.trim().split(' -> ')

const rowsOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n').slice(1)

/** The commonest sequences of the log, the commonest first; null if the machine has no copy of them. */
export function readVariants(): Sequence[] | null {
  const path = sharedData('bpi2019/variant_counts_top108.csv')
  if (path === null) return null
  return rowsOf(path).map((row) => {
    // Only the last column has commas of its own, and none of these has any.
    const [rank, itemCount, length, text] = row.split(',')
    const activities = activitiesOf(text ?? '')
    if (activities.length !== Number(length)) throw new Error(`row ${rank} is not ${length} long`)
    return { name: `sequence ${rank}`, activities, itemCount: Number(itemCount) }
  })
}

/** The order items whose whole history the log's sample has; null if the machine has no copy of it. */
export function readSampleItems(): Sequence[] | null {
  const path = sharedData('bpi2019/sample_events.csv')
  if (path === null) return null
  const items = new Map<string, string[]>()
  for (const row of rowsOf(path)) {
    const [activity, item] = row.split(',')
    const own = items.get(item!) ?? []
    own.push(activity!)
    items.set(item!, own)
  }
  return [...items].map(([item, activities]) => ({
    name: `item ${item}`,
    activities,
    itemCount: 1,
  }))
}

/** How often each activity occurs in the whole log; null if the machine has no copy of it. */
export function readActivityCounts(): Map<string, number> | null {
  const path = sharedData('bpi2019/activity_counts.csv')
  if (path === null) return null
  return new Map(
    rowsOf(path).map((row) => {
      const end = row.lastIndexOf(',')
      return [row.slice(0, end), Number(row.slice(end + 1))]
    }),
  )
}

const own = (name: string, text: string): Sequence => ({
  name,
  activities: activitiesOf(text),
  itemCount: 0,
})

/**
 * Sequences of our own: activities of the log that its commonest sequences do not have, and orders of events that they do
 * not have. They need no data.
 */
export const ownSequences: readonly Sequence[] = [
  own('received', 'Create Purchase Order Item -> Record Goods Receipt'),
  own(
    'requested, ordered, released and received',
    'Create Purchase Requisition Item -> Release Purchase Requisition -> Create Purchase Order Item -> Release Purchase Order -> Change Approval for Purchase Order -> Record Goods Receipt',
  ),
  own(
    'a service, received, cancelled and received again',
    'Create Purchase Order Item -> Record Goods Receipt -> Record Service Entry Sheet -> Cancel Goods Receipt -> Record Goods Receipt -> Record Service Entry Sheet',
  ),
  own(
    'received in three parts with a price of its own each',
    'Create Purchase Order Item -> Receive Order Confirmation -> Record Goods Receipt -> Change Price -> Record Goods Receipt -> Change Price -> Record Goods Receipt',
  ),
  own(
    'cancelled and received again',
    'Create Purchase Order Item -> Record Goods Receipt -> Cancel Goods Receipt -> Record Goods Receipt -> Record Invoice Receipt',
  ),
  own(
    'the second of two receipts cancelled',
    'Create Purchase Order Item -> Record Goods Receipt -> Record Goods Receipt -> Cancel Goods Receipt',
  ),
  own(
    'cancelled without a receipt',
    'Create Purchase Order Item -> Cancel Goods Receipt -> Vendor creates debit memo -> Cancel Invoice Receipt',
  ),
  own(
    'both receipts cancelled, then the item deleted',
    'Create Purchase Order Item -> Record Goods Receipt -> Record Goods Receipt -> Cancel Goods Receipt -> Cancel Goods Receipt -> Delete Purchase Order Item',
  ),
  own(
    'cancelled after the price changed, and received again at the new one',
    'Create Purchase Order Item -> Record Goods Receipt -> Change Price -> Cancel Goods Receipt -> Record Goods Receipt',
  ),
  own(
    'changed after a receipt was cancelled',
    'Create Purchase Order Item -> Receive Order Confirmation -> Record Goods Receipt -> Cancel Goods Receipt -> Change Quantity -> Record Goods Receipt',
  ),
  own(
    'deleted and reactivated between two receipts',
    'Create Purchase Order Item -> Receive Order Confirmation -> Record Goods Receipt -> Delete Purchase Order Item -> Reactivate Purchase Order Item -> Record Goods Receipt',
  ),
  own(
    'opened again after everything was received',
    'Create Purchase Order Item -> Receive Order Confirmation -> Record Goods Receipt -> Change Delivery Indicator',
  ),
  own(
    'confirmed, deleted, reactivated and received',
    'Create Purchase Order Item -> Receive Order Confirmation -> Delete Purchase Order Item -> Reactivate Purchase Order Item -> Record Goods Receipt',
  ),
  own(
    'confirmed, blocked, reactivated and received',
    'Create Purchase Order Item -> Receive Order Confirmation -> Block Purchase Order Item -> Reactivate Purchase Order Item -> Update Order Confirmation -> Record Goods Receipt',
  ),
  own(
    'received, cancelled, confirmed, and blocked for good',
    'Create Purchase Order Item -> Record Goods Receipt -> Cancel Goods Receipt -> Receive Order Confirmation -> Block Purchase Order Item -> Set Payment Block',
  ),
  own(
    'for another storage location',
    'Create Purchase Order Item -> Change Storage Location -> Receive Order Confirmation -> Record Goods Receipt -> Record Subsequent Invoice -> Cancel Subsequent Invoice',
  ),
  own(
    'confirmed, then for another storage location',
    'Create Purchase Order Item -> Receive Order Confirmation -> Change Storage Location -> Record Goods Receipt',
  ),
  own(
    'completed and opened again',
    'Create Purchase Order Item -> Receive Order Confirmation -> Change Delivery Indicator -> Change Delivery Indicator -> Record Goods Receipt',
  ),
  own(
    'changed twice between two receipts',
    'Create Purchase Order Item -> Record Goods Receipt -> Change Quantity -> Change Price -> Change Quantity -> Record Goods Receipt -> Change Final Invoice Indicator -> Change payment term -> Change Rejection Indicator',
  ),
  own(
    'in another currency',
    'SRM: Incomplete -> SRM: Held -> SRM: Transaction Completed -> Create Purchase Order Item -> Change Currency -> Receive Order Confirmation -> SRM: Deleted',
  ),
]
