import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { DemandName, Goods } from './goods.ts'
import type { OwnerChange, PostingDay, Scope } from './operation.ts'
import type { Place, Pool } from './pools.ts'

// What a storage location and its ERP are expected to hold: plain numbers of pieces and plain lists, so that the whole
// can be copied. A second, simple implementation.

type PostingState = 'pending' | 'unknown' | 'posted' | 'rejected' | 'dead' | 'closed'

/** What of a movement a posting has. */
export interface Item {
  move: Move
  quantity: number
}

/** A posting of the outbox: one document of the ERP. */
export interface Posting {
  direction: 'post' | 'reverse'
  paper: Paper
  /** The number of the ERP document among those of its paper. */
  step: number
  items: Item[]
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

/** A movement of goods by a line of a paper. */
export interface Move {
  line: number
  goods: Goods
  from: Pool | null
  to: Pool | null
  /** What of it is not taken back, in pieces. */
  quantity: number
  /** The same in grams, of goods that are weighed. */
  grams: number
  /** What moved, of which the rest is taken back. */
  moved: { quantity: number; grams: number }
  /** The ERP document in which it is posted: its goods movement code, or the step; of a change of bin none. */
  part: '01' | '03' | '04' | '06' | 'removal' | 'placement' | 'transfer' | 'bin'
}

type PaperName =
  | 'arrival'
  | 'goods-receipt'
  | 'sample-withdrawal'
  | 'goods-issue'
  | 'transfer-order'
  | 'location-adjustment'
  | 'stocktaking'
  | 'freeze-order'
  | 'freeze-release'
type PaperState =
  | 'counting'
  | 'counted'
  | 'differing'
  | 'handled'
  | 'toDirector'
  | 'writtenOff'
  | 'approved'
  | 'ready'
  | 'inTransit'
  | 'partlyReceived'
  | 'partlyReleased'
  | 'released'
  | 'cancelled'
  | 'arrived'
  | 'moved'
  | 'rejected'
  | 'reviewed'
  | 'reversalRequested'
  | 'reversalToDirector'
  | 'reversalApproved'
  | 'reversed'
  | 'executed'
  | 'undone'

/** A document that moves goods and is posted. */
export interface Paper {
  name: PaperName
  id: string
  state: PaperState
  erpState: ErpState
  /** The ERP states of the lines that are posted, by number. */
  lines: Record<number, ErpState>
  /** In the order in which the goods moved. */
  moves: Move[]
  /** The ERP has posted the first step, and what follows it was refused. */
  isWorkRefused: boolean
}

interface Note {
  id: string
  lines: { goods: Goods; quantity: number; arrived: number }[]
}

/** An arrival, by line: of goods that need no inspection everything is accepted. */
export interface Arrival {
  paper: Paper
  notice: string
  note: number
  lines: {
    noteLine: number
    goods: Goods
    quantity: number
    accepted: number
    rejected: number
    /** Decided to be destroyed by a test. */
    destroyed: number
    /** Of these, what left the goods and is not received any more. */
    gone: number
    received: number
    blocked: number
  }[]
}

/** A draft of an arrival: it holds quantities of its note until it is confirmed or discarded. */
interface Draft {
  id: string
  note: number
  lines: { line: number; quantity: number; grams: number | null }[]
  isOpen: boolean
}

interface Decision {
  id: string
  arrival: number
  lines: { line: number; accepted: number; rejected: number; destroyed: number }[]
  sample: Sample | null
  isWithdrawn: boolean
}

/** What a test destroyed, by position of the line of the arrival. */
export interface Sample {
  paper: Paper
  arrival: number
  lines: { line: number; quantity: number }[]
}

export interface Receipt {
  paper: Paper
  arrival: number
  lines: { line: number; category: 'UU' | 'BL'; quantity: number }[]
}

export interface RequestLine {
  demand: DemandName
  quantity: number
  issued: number
  held: Partial<Record<Pool, number>>
}

interface Request {
  id: string
  lines: RequestLine[]
}

export interface Issue {
  paper: Paper
  request: number
  /** With what of the hold was consumed that a reversal gives back. */
  lines: { line: number; pool: Pool; quantity: number; consumed: number }[]
}

export interface TransferLine {
  goods: Goods
  quantity: number
  inTransit: number
  received: number
}

/** Goods go to the other storage location, in two steps or in one, or to another owner; until then they are held. */
export interface Transfer {
  paper: Paper
  kind: 'twoStep' | 'oneStep' | OwnerChange
  from: Place
  lines: TransferLine[]
}

/** Goods that are held: those in doubt are blocked stock, those that are sealed stay unrestricted. */
export interface Freeze {
  paper: Paper
  isSealed: boolean
  lines: { goods: Goods; quantity: number; released: number }[]
}

/** What is released of a freeze; lines are positions in its own. */
interface Release {
  paper: Paper
  freeze: number
  lines: { line: number; quantity: number }[]
}

/** A bin, the area of all storage bins or a storage location that is held as a whole. */
interface PlaceFreeze {
  id: string
  place: Place
  scope: Scope
  state: 'frozen' | 'released' | 'cancelled'
}

/** Stock that is counted: what the books had when the count began and when it was counted, and what was found. */
export interface Count {
  paper: Paper
  lines: {
    pool: Pool
    snapshot: number
    book: number
    bookGrams: number
    found: number
    foundGrams: number
    /** What of the difference is adjusted, without its sign. */
    adjusted: number
  }[]
  /** Told by the product: the model knows no amounts. */
  needsDirector: boolean
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
  samples: Sample[]
  requests: Request[]
  issues: Issue[]
  transfers: Transfer[]
  /** Goods put into another bin. */
  binMoves: Paper[]
  counts: Count[]
  freezes: Freeze[]
  releases: Release[]
  placeFreezes: PlaceFreeze[]
  /** In the order in which they were made. */
  papers: Paper[]
  /** In the order in which they were requested first. */
  postings: Posting[]
  directs: Direct[]
  /** Arrivals are posted when they are confirmed, instead of with their receipts. */
  isPostedAtGate: boolean
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
  samples: [],
  requests: [],
  issues: [],
  transfers: [],
  binMoves: [],
  counts: [],
  freezes: [],
  releases: [],
  placeFreezes: [],
  papers: [],
  postings: [],
  directs: [],
  isPostedAtGate: false,
  here: { today: true, lastMonth: true },
  there: { today: true, lastMonth: true },
})

export const postingsOf = (state: State, paper: Paper): Posting[] =>
  state.postings.filter((posting) => posting.paper === paper)

/** The lines of the items, each once. */
export const linesOfItems = (items: readonly Item[]): number[] => [
  ...new Set(items.map(({ move }) => move.line)),
]

export const total = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
