import type { ErpState } from '@kufang/contract/document/erp-state.ts'
import { goodsNames, kindOf, type DemandName, type Goods } from './goods.ts'

// What a storage location and its ERP are expected to hold: plain numbers of pieces and plain lists, so that the whole
// can be copied. A second, simple implementation.

export type Category = 'UU' | 'QI' | 'BL'
/** `goods/category`: a key of both books. */
export type Pool = `${Goods}/${Category}`

type PostingState = 'pending' | 'unknown' | 'posted' | 'rejected' | 'dead' | 'closed'
export type PostingDay = 'today' | 'lastMonth'

/** A posting of the outbox. */
export interface Posting {
  direction: 'post' | 'reverse'
  paper: Paper
  state: PostingState
  day: PostingDay
  attempts: number
  lookUps: number
  /** False while it waits for a later moment. */
  isDue: boolean
  dependsOn: Posting[]
  reverses: Posting | null
  /** A reversal that a user of the ERP made. */
  isDirect: boolean
  /** The ERP has the document, whether we know it or not. */
  isInErp: boolean
  /** The ERP has a reversal of the document, whoever made it. */
  isCancelled: boolean
  /** Cancelled by a user of the ERP, and not entered here yet. */
  isCancelledUnseen: boolean
}

type PaperName = 'arrival' | 'goods-receipt' | 'goods-issue'
type PaperState =
  | 'arrived'
  | 'moved'
  | 'rejected'
  | 'reviewed'
  | 'reversalRequested'
  | 'reversalApproved'
  | 'reversed'

/** A document that moves goods of one kind and is posted. */
export interface Paper {
  name: PaperName
  id: string
  state: PaperState
  erpState: ErpState
  goods: Goods
  quantity: number
  from: Category | null
  to: Category | null
}

interface Note {
  id: string
  goods: Goods
  quantity: number
  arrived: number
}

interface Arrival {
  paper: Paper
  notice: string
  note: number
  accepted: number
  rejected: number
  received: number
  blocked: number
}

/** A draft of an arrival: it holds quantity of its note until it is confirmed or discarded. */
interface Draft {
  id: string
  note: number
  quantity: number
  isOpen: boolean
}

interface Decision {
  id: string
  arrival: number
  accepted: number
  rejected: number
  isWithdrawn: boolean
}

interface Receipt {
  paper: Paper
  arrival: number
}

export interface Request {
  id: string
  demand: DemandName
  quantity: number
  issued: number
  held: Partial<Record<Goods, number>>
}

export interface Issue {
  paper: Paper
  request: number
  consumed: number
}

/** A movement that a user of the ERP posted there. */
interface Direct {
  number: string
  year: string
  user: string
  goods: Goods
  /** Negative for an issue. */
  quantity: number
  isCancelled: boolean
}

export interface State {
  notes: Note[]
  drafts: Draft[]
  arrivals: Arrival[]
  decisions: Decision[]
  receipts: Receipt[]
  requests: Request[]
  issues: Issue[]
  /** Receipts and issues, which people review, post and reverse, in the order in which they were made. */
  reviewed: Paper[]
  /** In the order in which they were requested first. */
  postings: Posting[]
  directs: Direct[]
  /** The open periods, here and in the ERP. */
  here: Record<PostingDay, boolean>
  there: Record<PostingDay, boolean>
}

export const emptyState = (): State => ({
  notes: [],
  drafts: [],
  arrivals: [],
  decisions: [],
  receipts: [],
  requests: [],
  issues: [],
  reviewed: [],
  postings: [],
  directs: [],
  here: { today: true, lastMonth: true },
  there: { today: true, lastMonth: true },
})

export const papersOf = (state: State): Paper[] => [
  ...state.arrivals.map(({ paper }) => paper),
  ...state.reviewed,
]

export const postingsOf = (state: State, paper: Paper): Posting[] =>
  state.postings.filter((posting) => posting.paper === paper)

export const poolOf = (paper: Paper, category: Category): Pool => `${paper.goods}/${category}`

/** What a paper's goods change in a pool, whichever book counts them. */
export function effectOn(paper: Paper, pool: Pool): number {
  const isIn = paper.to !== null && poolOf(paper, paper.to) === pool
  const isOut = paper.from !== null && poolOf(paper, paper.from) === pool
  return (isIn ? paper.quantity : 0) - (isOut ? paper.quantity : 0)
}

/** The physical quantity of a pool. */
export const physical = (state: State, pool: Pool): number =>
  total(
    papersOf(state).filter((paper) => paper.state !== 'reversed'),
    (paper) => effectOn(paper, pool),
  )

/** What the ERP has confirmed, as we know. */
export const booked = (state: State, pool: Pool): number =>
  total(
    state.postings.filter((posting) => posting.state === 'posted'),
    ({ direction, paper }) => (direction === 'post' ? 1 : -1) * effectOn(paper, pool),
  )

/** What the ERP really has: ours, less what is cancelled there, and what its users posted. */
export function inErp(state: State, pool: Pool): number {
  const ours = total(
    state.postings.filter(
      (posting) => posting.direction === 'post' && posting.isInErp && !posting.isCancelled,
    ),
    ({ paper }) => effectOn(paper, pool),
  )
  const theirs = state.directs.filter(
    (direct) => !direct.isCancelled && `${direct.goods}/UU` === pool,
  )
  return ours + total(theirs, ({ quantity }) => quantity)
}

export const reserved = (state: State, name: Goods): number =>
  total(state.requests, (request) => request.held[name] ?? 0)

export const free = (state: State, name: Goods): number =>
  physical(state, `${name}/UU`) - reserved(state, name)

export const heldOfNote = (state: State, note: number): number =>
  total(
    state.drafts.filter((draft) => draft.isOpen && draft.note === note),
    (draft) => draft.quantity,
  )

export const heldOf = (request: Request): number => total(Object.values(request.held), (n) => n)

export const announced = (state: State, name: Goods): number =>
  total(
    state.notes.filter((note) => note.goods === name),
    (note) => note.quantity,
  )

export const asked = (state: State, demand: DemandName): number =>
  total(
    state.requests.filter((request) => request.demand === demand),
    (request) => request.quantity,
  )

export const pools: readonly Pool[] = goodsNames.flatMap((name) =>
  kindOf(name).isInspected
    ? ([`${name}/UU`, `${name}/QI`, `${name}/BL`] as const)
    : ([`${name}/UU`] as const),
)

export const total = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
