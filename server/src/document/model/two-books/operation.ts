import type { DemandName, Goods } from './goods.ts'
import type { PostingDay } from './state.ts'

/** A posting date as a person chooses it: null is none. */
export type ChosenDay = PostingDay | 'tomorrow' | 'earlier' | null

/** Faults of the stand-in, of the next call that changes something. */
export const faults = [
  'drop-before',
  'drop-after',
  'status-503',
  'lock-message',
  'business-reject',
  'no-number-on-201',
  'empty-items-on-201',
  'expired-token',
] as const
export type Fault = (typeof faults)[number]

/** Operations of persons on receipts and issues, by the position in `reviewed`. */
const paperActions = [
  'review',
  'refuse',
  'resubmit',
  'post',
  'requestReversal',
  'approveReversal',
  'refuseReversal',
  'reverse',
  'reversePhysical',
] as const
export type PaperAction = (typeof paperActions)[number]

/** All other operands are positions in the lists of the state; quantities are pieces. */
export type PersonOperation =
  | { type: 'announce'; goods: Goods; quantity: number }
  | { type: 'arrive'; note: number; quantity: number }
  | { type: 'draftArrival'; note: number; quantity: number }
  | { type: 'confirmDraft'; draft: number }
  | { type: 'discardDraft'; draft: number }
  | { type: 'decide'; arrival: number; accepted: number; rejected: number }
  | { type: 'withdraw'; decision: number }
  | { type: 'receive'; arrival: number; category: 'UU' | 'BL'; quantity: number }
  | { type: 'ask'; demand: DemandName; quantity: number }
  | { type: 'issue'; request: number; goods: Goods; quantity: number }
  | { type: 'reverseArrival'; arrival: number }
  | { type: Exclude<PaperAction, 'post' | 'reverse'>; paper: number }
  | { type: 'post' | 'reverse'; paper: number; day: ChosenDay }
  /** A dead letter is sent again, or given up. */
  | { type: 'retry' | 'giveUp'; posting: number }

/** What happens outside: in the ERP, by its users, by our jobs, by the accountants of both. */
export type WorldOperation =
  | { type: 'send'; fault: Fault | null }
  | { type: 'watch' }
  | { type: 'cancelDirectly'; posting: number }
  | { type: 'postDirectly'; goods: Goods; quantity: number }
  | { type: 'cancelTheirs'; direct: number }
  | { type: 'periodHere' | 'periodThere'; day: PostingDay; isOpen: boolean }

export type Operation = PersonOperation | WorldOperation

const worldTypes = [
  'send',
  'watch',
  'cancelDirectly',
  'postDirectly',
  'cancelTheirs',
  'periodHere',
  'periodThere',
] as const satisfies readonly WorldOperation['type'][]

export const isOfWorld = (operation: Operation): operation is WorldOperation =>
  (worldTypes as readonly string[]).includes(operation.type)

export const operationTypes = [
  'announce',
  'arrive',
  'draftArrival',
  'confirmDraft',
  'discardDraft',
  'decide',
  'withdraw',
  'receive',
  'ask',
  'issue',
  'reverseArrival',
  ...paperActions,
  'retry',
  'giveUp',
  ...worldTypes,
] as const satisfies readonly Operation['type'][]

/** Operations that nobody refuses. */
export const neverRefused: ReadonlySet<string> = new Set([
  'send',
  'watch',
  'periodHere',
  'periodThere',
])

/** What an operation made. */
export interface Answer {
  id: string
  notice?: string
  /** The number of a document that a user of the ERP posted there. */
  number?: string
  year?: string
}
