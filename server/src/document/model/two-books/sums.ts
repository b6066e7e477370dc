import type { DemandName, Goods } from './goods.ts'
import type { Scope } from './operation.ts'
import {
  binOf,
  categoryOf,
  keyOf,
  placeOf,
  poolOf,
  type Key,
  type Place,
  type Pool,
  type StorageBin,
} from './pools.ts'
import {
  total,
  type Freeze,
  type Item,
  type Move,
  type Paper,
  type RequestLine,
  type State,
} from './state.ts'

// What lies in a pool, what of it is held and what the ERP has of it: sums of what the papers and postings say.

/** What a movement changes in a pool. */
const effectOn = ({ from, to }: Move, quantity: number, pool: Pool): number =>
  (to === pool ? quantity : 0) - (from === pool ? quantity : 0)

/** What movements change in a pool, with what of them is not taken back. */
export const effectOfMoves = (moves: readonly Move[], pool: Pool): number =>
  total(moves, (move) => effectOn(move, move.quantity, pool))

/** What a movement changes in a key of the ERP's book. */
const effectInBooks = ({ from, to }: Move, quantity: number, key: Key): number =>
  (to !== null && keyOf(to) === key ? quantity : 0) -
  (from !== null && keyOf(from) === key ? quantity : 0)

/** The same of movements: what changes their bin alone is nothing there. */
export const effectOfMovesInBooks = (moves: readonly Move[], key: Key): number =>
  total(moves, (move) => effectInBooks(move, move.quantity, key))

/** What the items of a posting change in a key. */
export const effectOfItems = (items: readonly Item[], key: Key): number =>
  total(items, ({ move, quantity }) => effectInBooks(move, quantity, key))

/** The pools that movements touch. */
export const poolsOf = (moves: readonly Move[]): Pool[] => [
  ...new Set(moves.flatMap(({ from, to }) => [from, to].filter((pool) => pool !== null))),
]

/** The keys of the ERP's book that the items of postings touch. */
export const keysOf = (items: readonly Item[]): Key[] => [
  ...new Set(poolsOf(items.map(({ move }) => move)).map(keyOf)),
]

/** What lies in a pool, in grams. */
export const weight = (state: State, pool: Pool): number =>
  total(state.papers, ({ moves }) => total(moves, (move) => effectOn(move, move.grams, pool)))

/** The physical quantity of a pool. */
export const physical = (state: State, pool: Pool): number =>
  total(state.papers, ({ moves }) => effectOfMoves(moves, pool))

/** The physical quantity of a key of the ERP's book, whichever bins it lies in. */
export const physicalOfKey = (state: State, key: Key): number =>
  total(state.papers, ({ moves }) => effectOfMovesInBooks(moves, key))

/** What the ERP has confirmed, as we know. */
export const booked = (state: State, key: Key): number =>
  total(
    state.postings.filter((posting) => posting.state === 'posted'),
    ({ direction, items }) => (direction === 'post' ? 1 : -1) * effectOfItems(items, key),
  )

/** What the ERP really has: ours, less what is cancelled there, and what its users posted. */
export function inErp(state: State, key: Key): number {
  const ours = total(
    state.postings.filter(
      (posting) => posting.direction === 'post' && posting.isInErp && !posting.isCancelled,
    ),
    ({ items }) => effectOfItems(items, key),
  )
  const theirs = state.directs.filter(
    (direct) => !direct.isCancelled && poolOf(direct.goods, 'UU') === key,
  )
  return ours + total(theirs, ({ quantity }) => quantity)
}

/** Held for requests, and for transfers until they are shipped or carried out. */
export const reserved = (state: State, pool: Pool): number =>
  total(state.requests, ({ lines }) => total(lines, ({ held }) => held[pool] ?? 0)) +
  total(
    state.transfers.filter(({ paper }) => paper.state === 'approved' || paper.state === 'ready'),
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

/** The bins of the area that is frozen are those in which goods are put away. */
const covers = (scope: Scope, bin: string): boolean =>
  scope === 'location' || (scope === 'area' ? bin === 'A-01' || bin === 'A-02' : bin === scope)

const frozenScopes = (state: State, place: Place): Scope[] =>
  state.placeFreezes
    .filter((freeze) => freeze.state === 'frozen' && freeze.place === place)
    .map(({ scope }) => scope)

/** Its bin, area or storage location is frozen: nothing leaves it but what a count misses. Goods on the way lie nowhere. */
export const isHeld = (state: State, pool: Pool): boolean =>
  categoryOf(pool) !== 'IT' &&
  frozenScopes(state, placeOf(pool)).some((scope) => covers(scope, binOf(pool)))

/** The bin or its area is frozen, so that nothing is put away there; in a frozen storage location goods still come in. */
export const isShut = (state: State, place: Place, bin: StorageBin): boolean =>
  frozenScopes(state, place).some((scope) => scope !== 'location' && covers(scope, bin))

/** What no paper holds. */
export const unheld = (state: State, pool: Pool): number =>
  physical(state, pool) - reserved(state, pool) - frozen(state, pool)

/** What may be taken. */
export const free = (state: State, pool: Pool): number =>
  isHeld(state, pool) ? 0 : unheld(state, pool)

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
