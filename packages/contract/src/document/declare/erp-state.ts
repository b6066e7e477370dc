import type { Tone } from './tone.ts'
import type { Label } from './label.ts'
import { label } from './label.ts'

/** The ERP state of a line or document (domain.md 1.1, "line posting status"); independent of the physical state. */
export const erpStates = {
  notNeeded: { label: label('无需过账', 'No posting'), tone: 'cancelled' },
  awaitingSupplement: { label: label('待补单', 'Awaiting supplement'), tone: 'late' },
  unposted: { label: label('未过账', 'Not posted'), tone: 'waiting' },
  posting: { label: label('过账中', 'Posting'), tone: 'active' },
  posted: { label: label('已过账', 'Posted'), tone: 'booked' },
  reversing: { label: label('冲销中', 'Reversing'), tone: 'active' },
  reversed: { label: label('已冲销', 'Reversed'), tone: 'undone' },
  failed: { label: label('过账失败', 'Posting failed'), tone: 'failed' },
  // Somebody reversed it in the ERP itself, past this product; the goods have not moved back.
  cancelledInErp: { label: label('已在SAP冲销', 'Cancelled in SAP'), tone: 'failed' },
  // Some of its ERP documents are in the books, and a person must act on the others or on what follows them.
  partlyPosted: { label: label('部分过账', 'Partly posted'), tone: 'failed' },
  // Of a document that others post: some of its lines are posted or on their way, the others wait for who needs them.
  byLine: { label: label('按行过账', 'Posted by line'), tone: 'partial' },
} as const satisfies Record<string, { label: Label; tone: Tone }>

export type ErpState = keyof typeof erpStates

/**
 * Goods movements may be reversed only in these states, in which nothing is in the ERP's books (domain.md 1.1, "order
 * of undo").
 */
export const erpStatesNotInBooks: readonly ErpState[] = [
  'notNeeded',
  'awaitingSupplement',
  'unposted',
  'failed',
  'reversed',
  'cancelledInErp',
]

/**
 * From these states a document may be posted. After its reversal in the ERP too: the request may be refused then, because
 * the goods have gone on meanwhile.
 */
export const erpStatesPostable = [
  'unposted',
  'failed',
  'partlyPosted',
  'cancelledInErp',
  'reversed',
] as const satisfies readonly ErpState[]

/** What a worklist of documents to be posted shows: until all their ERP documents are in the books. */
export const erpStatesToPost: readonly ErpState[] = [...erpStatesPostable, 'posting', 'byLine']

/** Something is in the ERP's books and can be reversed there. */
export const erpStatesInBooks: readonly ErpState[] = ['posted', 'partlyPosted', 'byLine']

/**
 * Whether the postings of a document are requested and reversed with those of its successors, by the lines these need,
 * such as an arrival with its receipts: no person posts it.
 */
export function isPostedByOthers({
  posts,
  actions,
}: {
  posts?: boolean | undefined
  actions: Readonly<Record<string, unknown>>
}): boolean {
  return posts === true && !('post' in actions)
}
