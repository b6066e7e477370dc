import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { ErpMovement } from '../erp/erp-movement.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Book, SpecialStock, StockCategory, StockKey, StockPlace } from './key.ts'
import type { AmountSource, PostedMove } from './move.ts'

/** A recorded move with its unreversed remainder. */
export interface RecordedMove extends PostedMove {
  documentType: string
  documentId: string
  documentNo: string
  movedAt: string
  /** The quantity not yet reversed. */
  remaining: Quantity
  /** The sum of its reversals' amounts; null if there are none. */
  reversedAmount: Money | null
  /** What its reversals gave back in the second unit. */
  reversedSecond: Quantity
  consumedHoldId: string | null
  /** The part of the consumed hold quantity that was not returned. */
  consumedRemaining: Quantity
}

interface MoveRow {
  id: string
  lineNo: number
  movedAt: string
  documentType: string
  documentId: string
  documentNo: string
  fromKey: number
  toKey: number
  materialNo: string
  quantity: Quantity
  secondQuantity: Quantity | null
  movementType: string
  postsToErp: boolean
  erp: ErpMovement | null
  amount: Money | null
  amountSource: AmountSource
  reverses: string | null
  consumedHoldId: string | null
  consumedQuantity: Quantity
  remaining: Quantity
  reversedAmount: Money | null
  reversedSecond: Quantity
  consumedRemaining: Quantity
  fromParts: string[]
  toParts: string[]
}

const partsOf = (alias: string) =>
  `array[${alias}.place, ${alias}.plant, ${alias}.storage_location, ${alias}.bin, ${alias}.material_no,
    ${alias}.batch, ${alias}.stock_category, ${alias}.special_stock, ${alias}.special_stock_reference,
    ${alias}.book, ${alias}.place_reference]`

const selectMoves = `
  select m.id, m.line_no, m.moved_at, m.document_type, m.document_id, m.document_no, m.from_key, m.to_key, m.material_no,
    m.quantity, m.second_quantity, m.movement_type, m.posts_to_erp, m.erp_movement as erp, m.amount, m.amount_source, m.reverses, m.consumed_hold_id,
    m.consumed_quantity, m.quantity - coalesce(r.quantity, 0) as remaining, r.amount as reversed_amount,
    coalesce(r.second_quantity, 0) as reversed_second,
    m.consumed_quantity + coalesce(r.consumed, 0) as consumed_remaining,
    ${partsOf('f')} as from_parts, ${partsOf('t')} as to_parts
  from stock_move m
  join stock_key f on f.company_code = m.company_code and f.id = m.from_key
  join stock_key t on t.company_code = m.company_code and t.id = m.to_key
  left join lateral (
    select sum(quantity) as quantity, sum(second_quantity) as second_quantity, sum(amount) as amount, sum(consumed_quantity) as consumed
    from stock_move where company_code = m.company_code and reverses = m.id
  ) r on m.reverses is null`

/** The moves of a document (without its reversals of others), latest first; of many documents at once one statement. */
export async function movesOfDocument(
  tx: Transaction,
  companyCode: string,
  documentType: string,
  documentId: string,
): Promise<RecordedMove[]> {
  const rows = await tx.queryTogether<MoveRow>(
    `${selectMoves}
    where m.company_code = $1 and m.document_type = $2 and m.document_id = any($3::uuid[]) and m.reverses is null
    order by m.moved_at desc, m.id desc`,
    [companyCode, documentType],
    documentId,
    (row) => row.documentId,
  )
  return recordedMoves(tx, companyCode, rows)
}

/** Moves by id, in any order. */
export async function movesById(
  queryable: Queryable,
  companyCode: string,
  ids: readonly string[],
): Promise<RecordedMove[]> {
  const rows = await queryable.query<MoveRow>(
    `${selectMoves} where m.company_code = $1 and m.id = any($2::uuid[])`,
    [companyCode, ids],
  )
  return recordedMoves(queryable, companyCode, rows)
}

/** The moves posted by an earlier request with these idempotency keys, in posting order. */
export async function movesByIdempotencyKey(
  queryable: Queryable,
  companyCode: string,
  keys: readonly string[],
): Promise<RecordedMove[]> {
  const rows = await queryable.query<MoveRow>(
    `${selectMoves} where m.company_code = $1 and m.idempotency_key = any($2::text[]) order by m.id`,
    [companyCode, keys],
  )
  return recordedMoves(queryable, companyCode, rows)
}

/** Maps rows to moves; for moves recorded by an earlier version, derives the data for the ERP. */
async function recordedMoves(
  queryable: Queryable,
  companyCode: string,
  rows: readonly MoveRow[],
): Promise<RecordedMove[]> {
  const without = rows.filter((row) => row.postsToErp && row.reverses === null && row.erp === null)
  const found =
    without.length === 0
      ? []
      : await queryable.query<{ moveId: string; erp: ErpMovement }>(
          `select move_id, erp_movement as erp from erp_movement_of_before($1, $2::uuid[])`,
          [companyCode, without.map(({ id }) => id)],
        )
  const before = new Map(found.map(({ moveId, erp }) => [moveId, erp]))
  return rows.map((row) =>
    recordedMove(companyCode, { ...row, erp: row.erp ?? before.get(row.id) ?? null }),
  )
}

function recordedMove(companyCode: string, row: MoveRow): RecordedMove {
  const { fromParts, toParts, ...rest } = row
  return {
    ...rest,
    from: keyFromParts(companyCode, fromParts),
    to: keyFromParts(companyCode, toParts),
  }
}

function keyFromParts(companyCode: string, parts: readonly string[]): StockKey {
  const part = (index: number) => parts[index] ?? ''
  return {
    companyCode,
    place: part(0) as StockPlace,
    plant: part(1),
    storageLocation: part(2),
    bin: part(3),
    materialNo: part(4),
    batch: part(5),
    stockCategory: part(6) as StockCategory,
    specialStock: part(7) as SpecialStock,
    specialStockReference: part(8),
    book: part(9) as Book,
    placeReference: part(10),
  }
}
