import { newId } from '@kufang/kernel/identifier.ts'
import {
  addQuantity,
  isPositive,
  minimumQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockBalances } from '../balances.ts'
import { resolveKeys, stockKeyText, type StockKey } from '../key.ts'
import { holdsToConsume, holdText } from './live-holds.ts'
import { shortOrFrozen } from './who-holds.ts'

/** A line of a document that reserves stock. */
export interface ReservingLine {
  documentType: string
  documentId: string
  lineNo: number
}

export interface HandOverRequest {
  companyCode: string
  userId: string
  userName: string
  now: Date
  rows: readonly {
    from: ReservingLine
    to: ReservingLine & { documentNo: string }
    key: StockKey
    /** At most so much; of what was handed over before, as much of it as is still held. */
    quantity: Quantity | 'handed'
  }[]
}

// What was handed over is not given up, so the hold it came from stays live: it gets back what issues that consumed it return.
const handText = `
  with given as (
    update stock_hold h set released = h.released + change.quantity
    from unnest($6::uuid[], $7::numeric[]) as change (id, quantity)
    where h.company_code = $1 and h.id = change.id and h.id = any($6::uuid[])
    returning h.id
  ), placed as (
    insert into stock_hold (company_code, placed_by, placed_by_name, placed_at, kind,
      id, document_type, document_id, document_no, line_no, key_id, quantity, handed)
    select $1, $2::uuid, $3, $4::timestamptz, $5, line.*
    from unnest($8::uuid[], $9::text[], $10::uuid[], $11::text[], $12::int[], $13::bigint[], $14::numeric[], $15::numeric[]) line
    on conflict (company_code, document_type, document_id, line_no, kind, key_id) where released_at is null
    do update set quantity = stock_hold.quantity + excluded.quantity, handed = stock_hold.handed + excluded.handed
    returning id
  )
  select (select count(*) from given) as given, (select count(*) from placed) as placed`

/**
 * Hands reservations over to lines of another document: goods that are picked are held for their issue, no longer for its
 * requisition, and the other way round when the picking is undone, whatever the state of their bins. What lines hold
 * together does not change. In the order of the rows; a row gets what is left. Four statements at most.
 * @returns what was handed over, by row
 * @throws Refusal 'stock-frozen' or 'batch-frozen' of goods in a held place or batch, which nobody picks
 */
export async function handHoldsOver(
  tx: Transaction,
  { companyCode, userId, userName, now, rows }: HandOverRequest,
): Promise<Quantity[]> {
  if (rows.length === 0) return []
  const keys = await resolveKeys(
    tx,
    rows.map(({ key }) => key),
  )
  const asked = rows.map((row) => ({
    ...row,
    keyId: entryOf(keys, stockKeyText(row.key)),
    hold: { ...row.from, kind: 'reservation' as const },
  }))
  const { balances } = await lockBalances(
    tx,
    companyCode,
    [...new Set(asked.map(({ keyId }) => keyId))].sort((a, b) => a - b),
    '',
    now,
  )
  const frozen = asked.flatMap(({ to, key, keyId, quantity }) =>
    quantity !== 'handed' && entryOf(balances, keyId).isHeld
      ? [{ lineNo: to.lineNo, key, available: zeroQuantity, wanted: quantity }]
      : [],
  )
  if (frozen.length > 0) throw await shortOrFrozen(tx, companyCode, frozen)
  const holds = await holdsToConsume(tx, companyCode, asked)
  const given = new Map<string, Quantity>()
  const placed = new Map<
    string,
    { row: (typeof asked)[number]; quantity: Quantity; handed: Quantity }
  >()
  const quantities = asked.map((row) => {
    const hold = holds.get(holdText(row.keyId, row.hold))
    const wanted = row.quantity === 'handed' ? (hold?.handed ?? zeroQuantity) : row.quantity
    const quantity = hold === undefined ? zeroQuantity : minimumQuantity(wanted, hold.open)
    if (hold === undefined || !isPositive(quantity)) return zeroQuantity
    hold.open = subtractQuantity(hold.open, quantity)
    given.set(hold.id, addQuantity(given.get(hold.id) ?? zeroQuantity, quantity))
    const text = holdText(row.keyId, { ...row.to, kind: 'reservation' })
    const before = placed.get(text)?.quantity ?? zeroQuantity
    const sum = addQuantity(before, quantity)
    placed.set(text, { row, quantity: sum, handed: row.quantity === 'handed' ? zeroQuantity : sum })
    return quantity
  })
  if (given.size === 0) return quantities
  const places = [...placed.values()]
  const [done] = await tx.query<{ given: number; placed: number }>(handText, [
    companyCode,
    userId,
    userName,
    now,
    'reservation',
    [...given.keys()],
    [...given.values()],
    places.map(() => newId()),
    places.map(({ row }) => row.to.documentType),
    places.map(({ row }) => row.to.documentId),
    places.map(({ row }) => row.to.documentNo),
    places.map(({ row }) => row.to.lineNo),
    places.map(({ row }) => row.keyId),
    places.map(({ quantity }) => quantity),
    places.map(({ handed }) => handed),
  ])
  if (done?.given !== given.size || done.placed !== places.length)
    throw new Error(`handed over ${JSON.stringify(done)} of ${given.size} holds`)
  return quantities
}
