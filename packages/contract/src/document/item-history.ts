import type { HistoryBook, ItemEvent } from './declare/history.ts'

// The API types of item histories.

/** The quantity of one event of an item that counts in one book; in the base unit of the item. */
export interface ItemHistorySum {
  event: ItemEvent
  book: HistoryBook
  quantity: string
}

/** A change of that quantity by a document; negative where the event is taken back. */
export interface ItemHistoryRow extends ItemHistorySum {
  id: string
  documentType: string
  documentId: string
  documentNo: string
  documentLine: number
  at: string
  /** null: the system, or a person of the company that its supplier does not see. */
  userName: string | null
  materialDocument: string | null
}

/** What became of one line of a document that is an item. */
export interface ItemHistoryResponse {
  /** null if this person sees no line of the document. */
  lineNo: number | null
  sums: ItemHistorySum[]
  /** Of the documents that this person may read, the newest first. */
  rows: ItemHistoryRow[]
  /** There are older rows than these. */
  hasMore: boolean
  /** The other documents, whose quantities are in the sums only. */
  closed: { documentType: string; documentNo: string }[]
}
