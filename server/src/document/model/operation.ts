export interface Note {
  id: string
  kind: Kind
  quantity: number
  arrived: number
}
export interface Arrival {
  id: string
  notice: string
  note: number
  kind: Kind
  quantity: number
  accepted: number
  rejected: number
  /** By a test: neither received nor delivered again. */
  destroyed: number
  received: number
  blocked: number
  isReversed: boolean
}
/** A draft of an arrival: it holds quantity of the note until it is confirmed or discarded. */
export interface Draft {
  id: string
  note: number
  quantity: number
  isOpen: boolean
}
export interface Decision {
  id: string
  arrival: number
  accepted: number
  rejected: number
  destroyed: number
  isWithdrawn: boolean
}
export interface Receipt {
  id: string
  arrival: number
  category: 'UU' | 'BL'
  /** What is left of it. */
  quantity: number
  isReversed: boolean
}
export interface Request {
  id: string
  kind: Kind
  quantity: number
  issued: number
  held: number
}
export interface Issue {
  id: string
  request: number
  /** What is left of it. */
  quantity: number
  consumed: number
  isReversed: boolean
}

export type Kind = 'plain' | 'inspected'
export const kinds: readonly Kind[] = ['plain', 'inspected']
export const ordered: Record<Kind, number> = { plain: 60, inspected: 50 }
export const foreseen: Record<Kind, number> = { plain: 40, inspected: 30 }

export type Operation =
  | { type: 'announce'; kind: Kind; quantity: number }
  | { type: 'arrive'; note: number; quantity: number }
  | { type: 'draftArrival'; note: number; quantity: number }
  | { type: 'confirmDraft'; draft: number }
  | { type: 'discardDraft'; draft: number }
  | { type: 'decide'; arrival: number; accepted: number; rejected: number; destroyed: number }
  | { type: 'withdraw'; decision: number }
  | { type: 'receive'; arrival: number; category: 'UU' | 'BL'; quantity: number }
  | { type: 'ask'; kind: Kind; quantity: number }
  | { type: 'issue'; request: number; quantity: number }
  | { type: 'reverseIssue'; issue: number }
  | { type: 'reversePart'; issue: number; quantity: number }
  | { type: 'reverseReceipt'; receipt: number }
  | { type: 'reverseReceiptPart'; receipt: number; quantity: number }
  | { type: 'reverseArrival'; arrival: number }

/** The actual result where the model cannot predict it: which pieces each of several concurrent requests received. */
export interface Done {
  id: string
  notice?: string
  held?: number
  consumed?: number
}
