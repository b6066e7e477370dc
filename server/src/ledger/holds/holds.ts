import { newId } from '@kufang/kernel/identifier.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  minimumQuantity,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { freeOf, unheldOf } from '../apply-moves.ts'
import { lockBalances } from '../balances.ts'
import { resolveKeys, stockKeyText } from '../key.ts'
import type { StockKey } from '../key.ts'
import { heldAs } from './live-holds.ts'
import { shortOrFrozen, type ShortLine } from './who-holds.ts'
import type { HoldKind } from '../move.ts'

export interface PlaceHoldsRequest {
  companyCode: string
  documentType: string
  documentId: string
  documentNo: string
  userId: string
  /** The person, as the refusals of others name him. */
  userName?: string
  now: Date
  rows: readonly {
    lineNo: number
    kind: HoldKind
    key: StockKey
    quantity: Quantity
    /** The last day on which it is held, if it ends. */
    heldUntil?: LocalDate | null
    /** It was held before and is held again: also in a place that is held as a whole meanwhile. */
    isAgain?: boolean | undefined
  }[]
}

export interface ReleaseHoldsRequest {
  companyCode: string
  documentType: string
  documentId: string
  now: Date
  /**
   * Only the holds of these lines (a part of them if a quantity is given, on one key if it is given); all holds of the
   * document if absent.
   */
  lines?: readonly { lineNo: number; quantity?: Quantity; keyId?: number }[]
  kind?: HoldKind
  /** Holds that issues have used in part stay live, so that the reversal of the issue restores them. */
  keepsUsed?: boolean
}

// A second hold of a line on the same key is added to the first: one live hold per line, kind and key.
const placeText = `
  with placed as (
    insert into stock_hold (company_code, document_type, document_id, document_no, placed_by, placed_at, placed_by_name,
      id, line_no, kind, key_id, quantity, held_until)
    select $1, $2, $3::uuid, $4, $5::uuid, $6::timestamptz, $15, line.*
    from unnest($7::uuid[], $8::int[], $9::text[], $10::bigint[], $11::numeric[], $16::date[]) line
    on conflict (company_code, document_type, document_id, line_no, kind, key_id) where released_at is null
    do update set quantity = stock_hold.quantity + excluded.quantity
  ), changed as (
    update stock_balance b set reserved = b.reserved + change.reserved, frozen = b.frozen + change.frozen
    from unnest($12::bigint[], $13::numeric[], $14::numeric[]) as change (key_id, reserved, frozen)
    where b.company_code = $1 and b.key_id = change.key_id and b.key_id = any($12::bigint[])
    returning b.key_id
  )
  select count(*) as balances from changed`

/**
 * Holds stock for a document in the caller's transaction: `reserved` counts reservations, `frozen` all other kinds. A
 * constant number of statements.
 * @throws Refusal 'stock-short' with one detail per line that asks for more than is free:
 * {material, bin, batch, available, wanted, documentLine}; 'stock-frozen' where others freeze it
 */
export async function placeHolds(tx: Transaction, request: PlaceHoldsRequest): Promise<void> {
  const { companyCode } = request
  const rows = mergeRows(request.rows)
  if (rows.length === 0) return
  const keys = await resolveKeys(
    tx,
    rows.map((row) => row.key),
  )
  const keyIdOf = (row: { key: StockKey }) => entryOf(keys, stockKeyText(row.key))
  const ids = [...new Set(rows.map(keyIdOf))].sort((a, b) => a - b)
  const { balances } = await lockBalances(tx, companyCode, ids, '', request.now)
  const changes = new Map(ids.map((id) => [id, { reserved: zeroQuantity, frozen: zeroQuantity }]))
  const short: ShortLine[] = []
  for (const row of rows) {
    const balance = entryOf(balances, keyIdOf(row))
    const change = entryOf(changes, keyIdOf(row))
    const available = row.isAgain === true ? unheldOf(balance) : freeOf(balance)
    if (compareQuantity(row.quantity, available) > 0) {
      short.push({ lineNo: row.lineNo, key: row.key, available, wanted: row.quantity })
      continue
    }
    const part = heldAs(row.kind)
    balance[part] = addQuantity(balance[part], row.quantity)
    change[part] = addQuantity(change[part], row.quantity)
  }
  if (short.length > 0) throw await shortOrFrozen(tx, companyCode, short)
  const done = await tx.query<{ balances: number }>(placeText, [
    companyCode,
    request.documentType,
    request.documentId,
    request.documentNo,
    request.userId,
    request.now,
    rows.map(() => newId()),
    rows.map((row) => row.lineNo),
    rows.map((row) => row.kind),
    rows.map(keyIdOf),
    rows.map((row) => row.quantity),
    ids,
    ids.map((id) => entryOf(changes, id).reserved),
    ids.map((id) => entryOf(changes, id).frozen),
    request.userName ?? '',
    rows.map((row) => row.heldUntil ?? null),
  ])
  if (done[0]?.balances !== ids.length)
    throw new Error(`placed holds on ${done[0]?.balances} of ${ids.length} keys`)
}

/** Merges rows with the same line, kind and key, because one statement can change each hold only once. */
function mergeRows(rows: PlaceHoldsRequest['rows']): PlaceHoldsRequest['rows'] {
  const merged = new Map<string, PlaceHoldsRequest['rows'][number]>()
  for (const row of rows) {
    if (!isPositive(row.quantity) || row.key.place !== 'stock')
      throw new Error(`hold of line ${row.lineNo}: ${row.quantity} at ${row.key.place}`)
    const text = `${row.lineNo}/${row.kind}/${stockKeyText(row.key)}`
    const same = merged.get(text)
    merged.set(
      text,
      same === undefined ? row : { ...row, quantity: addQuantity(same.quantity, row.quantity) },
    )
  }
  return [...merged.values()]
}

const releaseText = `
  with released as (
    update stock_hold h set released = h.released + change.quantity,
      released_at = case when h.open_quantity = change.quantity and not ($8 and h.consumed > 0) then $2::timestamptz end
    from unnest($3::uuid[], $4::numeric[]) as change (id, quantity)
    where h.company_code = $1 and h.id = change.id and h.id = any($3::uuid[])
    returning h.id
  ), changed as (
    update stock_balance b set reserved = b.reserved - change.reserved, frozen = b.frozen - change.frozen
    from unnest($5::bigint[], $6::numeric[], $7::numeric[]) as change (key_id, reserved, frozen)
    where b.company_code = $1 and b.key_id = change.key_id and b.key_id = any($5::bigint[])
    returning b.key_id
  )
  select (select count(*) from released) as holds, (select count(*) from changed) as balances`

interface HoldRow {
  id: string
  keyId: number
  lineNo: number
  kind: HoldKind
  openQuantity: Quantity
}

/**
 * Releases the holds of a document, completely or by line and quantity (latest hold first); consumed quantities stay
 * consumed. Missing holds are no error.
 * @throws Refusal 'release-beyond-held' {wanted, held} for a line that would release more than it holds
 */
export async function releaseHolds(tx: Transaction, request: ReleaseHoldsRequest): Promise<void> {
  const { companyCode } = request
  const read = () =>
    tx.query<HoldRow>(
      `select id, key_id, line_no, kind, open_quantity from stock_hold
      where company_code = $1 and document_type = $2 and document_id = $3 and released_at is null
        and ($4::int[] is null or line_no = any($4)) and ($5::text is null or kind = $5)
      order by placed_at desc, id desc`,
      [
        companyCode,
        request.documentType,
        request.documentId,
        request.lines?.map((line) => line.lineNo) ?? null,
        request.kind ?? null,
      ],
    )
  const seen = await read()
  if (seen.length === 0 && !request.lines?.some((line) => line.quantity !== undefined)) return
  const ids = [...new Set(seen.map((hold) => hold.keyId))].sort((a, b) => a - b)
  await lockBalances(tx, companyCode, ids, '', request.now)
  // Read again after locking, because an issue may have consumed some of them.
  const locked = new Set(ids)
  const holds = (await read()).filter((hold) => locked.has(hold.keyId))
  const releases = chooseReleases(holds, request.lines)
  if (releases.length === 0) return
  const changes = new Map<number, { reserved: Quantity; frozen: Quantity }>()
  for (const { hold, quantity } of releases) {
    const change = changes.get(hold.keyId) ?? { reserved: zeroQuantity, frozen: zeroQuantity }
    change[heldAs(hold.kind)] = addQuantity(change[heldAs(hold.kind)], quantity)
    changes.set(hold.keyId, change)
  }
  const done = await tx.query<{ holds: number; balances: number }>(releaseText, [
    companyCode,
    request.now,
    releases.map(({ hold }) => hold.id),
    releases.map(({ quantity }) => quantity),
    [...changes.keys()],
    [...changes.values()].map((change) => change.reserved),
    [...changes.values()].map((change) => change.frozen),
    request.keepsUsed ?? false,
  ])
  if (done[0]?.holds !== releases.length || done[0].balances !== changes.size)
    throw new Error(`released ${JSON.stringify(done[0])} of ${releases.length} holds`)
}

function chooseReleases(
  holds: readonly HoldRow[],
  lines: ReleaseHoldsRequest['lines'],
): { hold: HoldRow; quantity: Quantity }[] {
  const all = (list: readonly HoldRow[]) =>
    list.map((hold) => ({ hold, quantity: hold.openQuantity }))
  if (lines === undefined) return all(holds)
  const details: RefusalDetail[] = []
  const releases = lines.flatMap(({ lineNo, quantity, keyId }) => {
    const ofLine = holds.filter(
      (hold) => hold.lineNo === lineNo && (keyId === undefined || hold.keyId === keyId),
    )
    if (quantity === undefined) return all(ofLine)
    let wanted = quantity
    const parts = ofLine.flatMap((hold) => {
      const part = minimumQuantity(wanted, hold.openQuantity)
      wanted = addQuantity(wanted, negateQuantity(part))
      return isPositive(part) ? [{ hold, quantity: part }] : []
    })
    if (isPositive(wanted))
      details.push({
        code: 'release-beyond-held',
        params: { wanted: quantity, held: subtractQuantity(quantity, wanted) },
        line: lineNo,
      })
    return parts
  })
  if (details.length > 0) throw refuseAll(details)
  return releases
}
