import { addAll } from '@kufang/kernel/add-all.ts'
import { stockPlaces } from '@kufang/contract/document/stock-places.ts'
import { compareQuantity, parseQuantity, sumQuantities } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Balance } from './balances.ts'
import type { PlannedMove } from './planned-move.ts'
import { lockPieces, piecesElsewhere, pieceText, type LockedPieces, type Piece } from './pieces.ts'

// Goods of a serial-managed material move by piece: each move of them has as many serial numbers as pieces, and a piece lies
// at one key or nowhere. Its row is locked after the balances, so that of two people who issue it the second one is refused.

/** The pieces of moves and where they lie afterwards; nothing of it is written yet. */
export interface PlannedPieces {
  /** By position of the move. */
  ofMoves: ReadonlyMap<number, readonly string[]>
  /** Pieces that moved, at their last position. */
  placed: readonly { piece: Piece; moveIndex: number; isReceived: boolean }[]
  problems: readonly RefusalDetail[]
}

const noPieces: PlannedPieces = { ofMoves: new Map(), placed: [], problems: [] }

/**
 * Determines the pieces of moves in their order. A move takes those of its serial numbers that lie where it takes goods
 * from, in the given order; a reversal takes what its move moved and no reversal has taken back, or those of them that are
 * given. No statement if no material is serial-managed; otherwise one, and one more each for reversals and for what comes
 * into the stock.
 * @param balances as they are before the moves
 */
export async function planPieces(
  tx: Transaction,
  companyCode: string,
  moves: readonly PlannedMove[],
  serialManaged: ReadonlySet<string>,
  balances: ReadonlyMap<number, Readonly<Balance>>,
): Promise<PlannedPieces> {
  const problems = moves.flatMap(({ from, serialNumbers = [], lineNo }): RefusalDetail[] =>
    serialNumbers.length === 0 || serialManaged.has(from.materialNo)
      ? []
      : [
          {
            code: 'serial-numbers-not-managed',
            params: { material: from.materialNo, given: serialNumbers.length },
            line: lineNo,
            field: 'serialNumbers',
          },
        ],
  )
  if (problems.length > 0) return { ...noPieces, problems }
  const concerned = moves.flatMap((move, index) =>
    serialManaged.has(move.from.materialNo) ? [{ move, index }] : [],
  )
  if (concerned.length === 0) return noPieces
  const reversed = await openPiecesOf(
    tx,
    companyCode,
    concerned.flatMap(({ move }) => move.reverses ?? []),
  )
  const candidatesOf = ({ serialNumbers, reverses }: PlannedMove): readonly string[] => {
    if (reverses === null) return serialNumbers ?? []
    const open = reversed.get(reverses) ?? []
    return serialNumbers === undefined ? open : serialNumbers.filter((one) => open.includes(one))
  }
  const piecesOf = ({ move }: Concerned) =>
    candidatesOf(move).map((serialNo) => ({ materialNo: move.from.materialNo, serialNo }))
  const incoming = concerned.filter(({ move }) => !keepsBalance(move, 'from'))
  const [locked, elsewhere] = await Promise.all([
    lockPieces(
      tx,
      companyCode,
      concerned.flatMap(piecesOf),
      concerned.flatMap(({ move }) => (keepsBalance(move, 'from') ? [move.fromKey] : [])),
      concerned.map(({ move }) => move.from.materialNo),
    ),
    piecesElsewhere(tx, companyCode, incoming.flatMap(piecesOf)),
  ])
  return new PiecePlan(locked, elsewhere, balances).plan(concerned, candidatesOf)
}

/** The serial numbers that moves moved and no reversal has taken back, by id of the move; one statement. */
export async function openPiecesOf(
  tx: Transaction,
  companyCode: string,
  moveIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (moveIds.length === 0) return new Map()
  const rows = await tx.query<{ moveId: string; serialNo: string }>(
    `select s.move_id, s.serial_no from stock_move_serial_number s
     where s.company_code = $1 and s.move_id = any($2::uuid[]) and not exists (
       select from stock_move r join stock_move_serial_number t on t.company_code = r.company_code and t.move_id = r.id
       where r.company_code = s.company_code and r.reverses = s.move_id and t.serial_no = s.serial_no)
     order by s.move_id, s.serial_no`,
    [companyCode, [...new Set(moveIds)]],
  )
  const found = new Map<string, string[]>()
  for (const { moveId, serialNo } of rows)
    found.set(moveId, [...(found.get(moveId) ?? []), serialNo])
  return found
}

const keepsBalance = (move: PlannedMove, side: 'from' | 'to') =>
  stockPlaces[move[side].place].keepsBalance

interface Concerned {
  move: PlannedMove
  index: number
}

/** Runs through the moves with the position of each piece. */
class PiecePlan {
  readonly #locked: LockedPieces
  /** Pieces in stock of other companies: they cannot come in here. */
  readonly #elsewhere: ReadonlyMap<string, string>
  readonly #unnamed: Map<number, number>
  readonly #position = new Map<string, number | null>()
  readonly #moved = new Map<string, { piece: Piece; moveIndex: number; isReceived: boolean }>()
  readonly #problems: RefusalDetail[] = []

  constructor(
    locked: LockedPieces,
    elsewhere: ReadonlyMap<string, string>,
    balances: ReadonlyMap<number, Readonly<Balance>>,
  ) {
    this.#locked = locked
    this.#elsewhere = elsewhere
    for (const [text, piece] of locked.pieces) this.#position.set(text, piece.keyId)
    // Goods that were in stock before their material had serial numbers: named when they leave.
    this.#unnamed = new Map(
      [...balances].map(([keyId, { quantity }]) => [
        keyId,
        Math.floor(Number(quantity)) - (locked.counts.get(keyId) ?? 0),
      ]),
    )
  }

  plan(
    concerned: readonly Concerned[],
    candidatesOf: (move: PlannedMove) => readonly string[],
  ): PlannedPieces {
    const ofMoves = new Map<number, readonly string[]>()
    for (const [at, { move, index }] of concerned.entries()) {
      const candidates = [...new Set(candidatesOf(move))]
      // What was moved before its material had serial numbers is taken back without them.
      const hadNone = move.reverses !== null && move.serialNumbers === undefined
      if (hadNone && candidates.length === 0) continue
      // The moves of a line that take from the same key share its pieces (several bins).
      const sharing = concerned
        .slice(at)
        .filter(({ move: one }) => one.lineNo === move.lineNo && one.fromKey === move.fromKey)
      const shared = sumQuantities(sharing.map(({ move: one }) => one.quantity))
      ofMoves.set(index, this.#take(move, index, candidates, shared))
    }
    return { ofMoves, placed: [...this.#moved.values()], problems: this.#problems }
  }

  /** Takes the pieces of a move and moves them; too few or too many of them are a problem. */
  #take(
    move: PlannedMove,
    index: number,
    candidates: readonly string[],
    shared: Quantity,
  ): readonly string[] {
    const { materialNo } = move.from
    const lying = this.#lyingThere(move, candidates)
    const isOpen = compareQuantity(parseQuantity(lying.length), shared) > 0
    const taken = lying.slice(0, Number(move.quantity))
    if (isOpen) this.#problems.push(this.#required(move, candidates.length))
    else if (compareQuantity(parseQuantity(taken.length), move.quantity) !== 0)
      addAll(this.#problems, this.#missing(move, candidates, taken))
    const toKey = keepsBalance(move, 'to') ? move.toKey : null
    for (const serialNo of taken) {
      const text = pieceText(materialNo, serialNo)
      const isNew = move.reverses === null && this.#position.get(text) === null
      const isReceived = isNew || this.#moved.get(text)?.isReceived === true
      const piece = { ...entryOf(this.#locked.pieces, text), keyId: toKey }
      this.#position.set(text, toKey)
      this.#moved.set(text, { piece, moveIndex: index, isReceived })
    }
    return taken
  }

  /** Those of the candidates that lie where the goods come from, and new ones for goods there that have no numbers yet. */
  #lyingThere(move: PlannedMove, candidates: readonly string[]): string[] {
    const { materialNo } = move.from
    const fromKey = keepsBalance(move, 'from') ? move.fromKey : null
    const lies = (serialNo: string): boolean => {
      const text = pieceText(materialNo, serialNo)
      if (this.#position.get(text) !== fromKey) return false
      if (fromKey !== null) return true
      if (this.#elsewhere.has(text)) return false
      const { moveId } = entryOf(this.#locked.pieces, text)
      // It left the stock again by another document since.
      return move.reverses === null || this.#moved.has(text) || moveId === move.reverses
    }
    const lying = candidates.filter(lies)
    const unnamed = fromKey === null ? 0 : (this.#unnamed.get(fromKey) ?? 0)
    if (unnamed <= 0 || fromKey === null) return lying
    const isNew = (serialNo: string) => {
      const text = pieceText(materialNo, serialNo)
      return entryOf(this.#locked.pieces, text).moveId === null && !this.#moved.has(text)
    }
    const named = candidates.filter(isNew).slice(0, unnamed)
    this.#unnamed.set(fromKey, unnamed - named.length)
    return [...lying, ...named]
  }

  #required({ from, lineNo, quantity }: PlannedMove, given: number): RefusalDetail {
    const { materialNo: material } = from
    const unit = this.#locked.units.get(material) ?? ''
    return {
      code: 'serial-numbers-required',
      params: { material, quantity, given, unit },
      line: lineNo,
      field: 'serialNumbers',
    }
  }

  /** Why there are too few: each piece that lies elsewhere, otherwise how many are missing. */
  #missing(
    move: PlannedMove,
    candidates: readonly string[],
    taken: readonly string[],
  ): RefusalDetail[] {
    const { materialNo: material, bin } = move.from
    const at = { line: move.lineNo, field: 'serialNumbers' }
    const wrong = candidates.flatMap((serialNo): RefusalDetail[] => {
      const text = pieceText(material, serialNo)
      if (taken.includes(serialNo) || this.#moved.has(text)) return []
      const piece = entryOf(this.#locked.pieces, text)
      const place = this.#elsewhere.get(text) ?? piece.place ?? ''
      const params = { material, serialNo, by: piece.documentNo ?? '', place }
      if (move.reverses !== null)
        return [{ code: 'serial-number-moved-on', params, line: move.lineNo }]
      if (!keepsBalance(move, 'from')) return [{ code: 'serial-number-in-stock', params, ...at }]
      if (piece.keyId !== null)
        return [{ code: 'serial-number-elsewhere', params: { ...params, bin }, ...at }]
      if (piece.moveId !== null) return [{ code: 'serial-number-gone', params, ...at }]
      const other = piece.otherMaterial ?? ''
      return [{ code: 'serial-number-unknown', params: { ...params, other }, ...at }]
    })
    return wrong.length > 0 ? wrong : [this.#required(move, candidates.length)]
  }
}

/** Writes the pieces of moves and where they lie now; one statement, none without pieces. */
export function writePieces(
  tx: Transaction,
  companyCode: string,
  now: Date,
  { ofMoves, placed }: PlannedPieces,
  moves: readonly { id: string; move: PlannedMove }[],
): void {
  const rows = [...ofMoves].flatMap(([index, numbers]) =>
    numbers.map((serialNo) => ({
      moveId: itemAt(moves, index).id,
      materialNo: itemAt(moves, index).move.from.materialNo,
      serialNo,
    })),
  )
  if (rows.length === 0) return
  tx.write(
    `with moved as (
       insert into stock_move_serial_number (company_code, move_id, material_no, serial_no)
       select $1, * from unnest($2::uuid[], $3::text[], $4::text[])
     ), placed as (
       update stock_serial_number n set key_id = p.key_id, move_id = p.move_id, moved_at = $5::timestamptz,
         received_at = case when p.is_received then $5::timestamptz else n.received_at end
       from unnest($6::text[], $7::text[], $8::bigint[], $9::uuid[], $10::boolean[])
         as p (material_no, serial_no, key_id, move_id, is_received)
       where n.company_code = $1 and n.material_no = p.material_no and n.serial_no = p.serial_no
       returning n.serial_no
     )
     select assert_written('serial numbers', $11, (select count(*) from placed))`,
    [
      companyCode,
      rows.map(({ moveId }) => moveId),
      rows.map(({ materialNo }) => materialNo),
      rows.map(({ serialNo }) => serialNo),
      now,
      placed.map(({ piece }) => piece.materialNo),
      placed.map(({ piece }) => piece.serialNo),
      placed.map(({ piece }) => piece.keyId),
      placed.map(({ moveIndex }) => itemAt(moves, moveIndex).id),
      placed.map(({ isReceived }) => isReceived),
      placed.length,
    ],
  )
}
