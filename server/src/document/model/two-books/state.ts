import type { ErpState } from '@kufang/contract/document/erp-state.ts'
import { goodsNames, kindOf, type DemandName, type Goods } from './goods.ts'

// What a storage location and its ERP are expected to hold: plain numbers of pieces and plain lists, so that the whole
// can be copied. A second, simple implementation.

export type Category = 'UU' | 'QI' | 'BL' | 'IT'
/** The storage location: the first one receives and issues, the second one exchanges goods with it. */
export type Place = 1 | 2
/** `goods/category`, of the second storage location `goods/category@2`: a key of both books. */
export type Pool = `${Goods}/${Category}` | `${Goods}/${Category}@2`

export const poolOf = (goods: Goods, category: Category, place: Place = 1): Pool =>
  place === 1 ? `${goods}/${category}` : `${goods}/${category}@2`

export const goodsOf = (pool: Pool): Goods => pool.split('/')[0] as Goods
export const categoryOf = (pool: Pool): Category => pool.split(/[/@]/)[1] as Category
export const placeOf = (pool: Pool): Place => (pool.endsWith('@2') ? 2 : 1)

export const otherPlace = (place: Place): Place => (place === 1 ? 2 : 1)

type PostingState = 'pending' | 'unknown' | 'posted' | 'rejected' | 'dead' | 'closed'
export type PostingDay = 'today' | 'lastMonth'

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
  /** The ERP document in which it is posted: its goods movement code, or the step. */
  part: '01' | '03' | '04' | '06' | 'removal' | 'placement'
}

type PaperName =
  | 'arrival'
  | 'goods-receipt'
  | 'goods-issue'
  | 'transfer-order'
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
  | 'reversalApproved'
  | 'reversed'

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
  lines: { line: number; accepted: number; rejected: number }[]
  isWithdrawn: boolean
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
  held: Partial<Record<Goods, number>>
}

interface Request {
  id: string
  lines: RequestLine[]
}

export interface Issue {
  paper: Paper
  request: number
  lines: { line: number; goods: Goods; quantity: number; consumed: number }[]
}

export interface TransferLine {
  goods: Goods
  quantity: number
  inTransit: number
  received: number
}

/** Goods go from one storage location to the other; its quantity is held until they are shipped. */
export interface Transfer {
  paper: Paper
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
  requests: Request[]
  issues: Issue[]
  transfers: Transfer[]
  counts: Count[]
  freezes: Freeze[]
  releases: Release[]
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
  requests: [],
  issues: [],
  transfers: [],
  counts: [],
  freezes: [],
  releases: [],
  papers: [],
  postings: [],
  directs: [],
  isPostedAtGate: false,
  here: { today: true, lastMonth: true },
  there: { today: true, lastMonth: true },
})

export const postingsOf = (state: State, paper: Paper): Posting[] =>
  state.postings.filter((posting) => posting.paper === paper)

/** What a movement changes in a pool, whichever book counts it. */
export const effectOn = ({ from, to }: Move, quantity: number, pool: Pool): number =>
  (to === pool ? quantity : 0) - (from === pool ? quantity : 0)

/** What movements change in a pool, with what of them is not taken back. */
export const effectOfMoves = (moves: readonly Move[], pool: Pool): number =>
  total(moves, (move) => effectOn(move, move.quantity, pool))

/** What the items of a posting change in a pool. */
export const effectOfItems = (items: readonly Item[], pool: Pool): number =>
  total(items, ({ move, quantity }) => effectOn(move, quantity, pool))

/** The pools that movements touch. */
export const poolsOf = (moves: readonly Move[]): Pool[] => [
  ...new Set(moves.flatMap(({ from, to }) => [from, to].filter((pool) => pool !== null))),
]

/** What lies in a pool, in grams. */
export const weight = (state: State, pool: Pool): number =>
  total(state.papers, ({ moves }) => total(moves, (move) => effectOn(move, move.grams, pool)))

/** The physical quantity of a pool. */
export const physical = (state: State, pool: Pool): number =>
  total(state.papers, ({ moves }) => effectOfMoves(moves, pool))

/** What the ERP has confirmed, as we know. */
export const booked = (state: State, pool: Pool): number =>
  total(
    state.postings.filter((posting) => posting.state === 'posted'),
    ({ direction, items }) => (direction === 'post' ? 1 : -1) * effectOfItems(items, pool),
  )

/** What the ERP really has: ours, less what is cancelled there, and what its users posted. */
export function inErp(state: State, pool: Pool): number {
  const ours = total(
    state.postings.filter(
      (posting) => posting.direction === 'post' && posting.isInErp && !posting.isCancelled,
    ),
    ({ items }) => effectOfItems(items, pool),
  )
  const theirs = state.directs.filter(
    (direct) => !direct.isCancelled && poolOf(direct.goods, 'UU') === pool,
  )
  return ours + total(theirs, ({ quantity }) => quantity)
}

export const reserved = (state: State, pool: Pool): number =>
  total(state.requests, ({ lines }) =>
    total(lines, ({ held }) =>
      pool === poolOf(goodsOf(pool), 'UU') ? (held[goodsOf(pool)] ?? 0) : 0,
    ),
  ) +
  total(
    state.transfers.filter(({ paper }) => paper.state === 'approved'),
    ({ from, lines }) =>
      total(lines, ({ goods, quantity }) => (poolOf(goods, 'UU', from) === pool ? quantity : 0)),
  )

const heldIn: readonly Paper['state'][] = [
  'reviewed',
  'partlyReleased',
  'reversalRequested',
  'reversalApproved',
]

/** What a freeze holds of a pool. */
export const heldByFreeze = ({ paper, isSealed, lines }: Freeze, pool: Pool): number =>
  heldIn.includes(paper.state)
    ? total(lines, ({ goods, quantity, released }) =>
        poolOf(goods, isSealed ? 'UU' : 'BL') === pool ? quantity - released : 0,
      )
    : 0

export const frozen = (state: State, pool: Pool): number =>
  total(state.freezes, (freeze) => heldByFreeze(freeze, pool))

export const free = (state: State, pool: Pool): number =>
  physical(state, pool) - reserved(state, pool) - frozen(state, pool)

export const heldOfNote = (state: State, note: number, line: number): number =>
  total(
    state.drafts.filter((draft) => draft.isOpen && draft.note === note),
    ({ lines }) =>
      total(
        lines.filter((one) => one.line === line),
        ({ quantity }) => quantity,
      ),
  )

export const heldOf = ({ held }: RequestLine): number => total(Object.values(held), (n) => n)

export const announced = (state: State, name: Goods): number =>
  total(
    state.notes.flatMap(({ lines }) => lines.filter(({ goods }) => goods === name)),
    ({ quantity }) => quantity,
  )

export const asked = (state: State, name: DemandName): number =>
  total(
    state.requests.flatMap(({ lines }) => lines.filter(({ demand }) => demand === name)),
    ({ quantity }) => quantity,
  )

/** The lines of the items, each once. */
export const linesOfItems = (items: readonly Item[]): number[] => [
  ...new Set(items.map(({ move }) => move.line)),
]

export const pools: readonly Pool[] = goodsNames.flatMap((name) => [
  poolOf(name, 'UU'),
  ...(kindOf(name).isInspected ? [poolOf(name, 'QI')] : []),
  ...(kindOf(name).specialStock === '' ? [poolOf(name, 'BL')] : []),
  ...(kindOf(name).specialStock === ''
    ? ([1, 2] as const).flatMap((place) => [
        poolOf(name, 'IT', place),
        ...(place === 2 ? [poolOf(name, 'UU', place)] : []),
      ])
    : []),
])

export const total = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
