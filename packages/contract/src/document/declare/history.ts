import type { Tone } from './tone.ts'
import { label, type Label } from './label.ts'

// What became of an item: of an order item, a reservation item, a purchase request item, a sales order item, a line of an
// arrival. SAP keeps the same for order items (EKBE, domain.md 1.1).

/** Everything that can happen to an item. The list is closed: reports, rates and lists sum by these words. */
export const itemEvents = {
  announced: { label: label('送货通知', 'Announced'), tone: 'waiting' },
  requested: { label: label('领料申请', 'Requisitioned'), tone: 'waiting' },
  underway: { label: label('直送在途', 'On its way'), tone: 'active' },
  arrived: { label: label('到货', 'Arrived'), tone: 'active' },
  accepted: { label: label('检验合格', 'Accepted'), tone: 'done' },
  rejected: { label: label('检验不合格', 'Rejected'), tone: 'failed' },
  setApart: { label: label('隔离', 'Set apart'), tone: 'failed' },
  blocked: { label: label('已收入冻结库存', 'In blocked stock'), tone: 'failed' },
  conceded: { label: label('让步接收', 'Conceded'), tone: 'partial' },
  missing: { label: label('短缺', 'Missing'), tone: 'failed' },
  destroyed: { label: label('检毁', 'Destroyed'), tone: 'cancelled' },
  received: { label: label('收货', 'Received'), tone: 'done' },
  reviewed: { label: label('收货审核', 'Receipt reviewed'), tone: 'done' },
  closed: { label: label('关闭', 'Closed'), tone: 'cancelled' },
  returned: { label: label('退货', 'Returned to supplier'), tone: 'undone' },
  scrapped: { label: label('报废', 'Scrapped'), tone: 'cancelled' },
  picked: { label: label('拣货中', 'Being picked'), tone: 'active' },
  issued: { label: label('出库', 'Issued'), tone: 'booked' },
} as const satisfies Record<string, { label: Label; tone: Tone }>

export type ItemEvent = keyof typeof itemEvents

/**
 * The books in which an event counts. `announced` and `underway` are on paper and on the road; `stock` is the physical
 * ledger; `posting` is what the ERP was asked for and has not answered, `erp` what is in its books.
 */
export const historyBooks = {
  announced: { label: label('单据', 'On paper'), tone: 'waiting' },
  underway: { label: label('在途', 'Under way'), tone: 'active' },
  stock: { label: label('实物账', 'Physical stock'), tone: 'done' },
  posting: { label: label('过账中', 'Being posted'), tone: 'active' },
  erp: { label: label('ERP 账', 'ERP'), tone: 'booked' },
} as const satisfies Record<string, { label: Label; tone: Tone }>

export type HistoryBook = keyof typeof historyBooks

/** Those of a document; what it has in the books of the ERP follows from the ERP state of its lines. */
export type DocumentBook = Exclude<HistoryBook, 'posting' | 'erp'>

/**
 * An item that events are about. Lines name it by number (`by`), or are made from it, directly or through others (`source`),
 * or were made for a line that is (`isReferred`).
 */
export interface HistoryItem<LineColumn extends string = string> {
  document: string
  by?: { no: LineColumn; line: LineColumn }
  isReferred?: true
}

/** One event that a document type writes. */
export interface HistoryDeclaration<
  LineColumn extends string = string,
  State extends string = string,
  Action extends string = string,
  Column extends string = string,
> {
  items: readonly HistoryItem<LineColumn>[]
  event: ItemEvent
  book: DocumentBook
  /** The quantity of the line that counts, less these. */
  quantity: LineColumn
  less?: readonly LineColumn[]
  /** The states in which the event has not happened, or is undone. */
  except: readonly State[]
  /** When it happened: the last of these acts, or an instant of the header. Default: when the document was made. */
  at?: { act: Action } | { field: Column }
  /** Only of lines with these values, in the line or its header. */
  where?: Readonly<Partial<Record<Column, string | boolean>>>
  /**
   * Whether its quantity is also that of the item in the ERP, once the line is posted: always, never, or for lines with these
   * values. A transfer from inspection stock is posted without changing what the order has received.
   */
  posts: boolean | Readonly<Partial<Record<Column, string | boolean>>>
}
