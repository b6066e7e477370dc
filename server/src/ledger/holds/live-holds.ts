import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { HoldKind, HoldReference } from '../move.ts'

/** A live hold; `open` decreases while the moves of a document are processed. */
export interface LiveHold {
  id: string
  keyId: number
  kind: HoldKind
  open: Quantity
  /** What another document held of it before (`handHoldsOver`). */
  handed: Quantity
}

/** The column of a balance in which a hold of this kind is counted. */
export function heldAs(kind: HoldKind): 'reserved' | 'frozen' {
  return kind === 'reservation' ? 'reserved' : 'frozen'
}

export function holdText(keyId: number, hold: HoldReference): string {
  return `${keyId}/${hold.kind}/${hold.documentType}/${hold.documentId}/${hold.lineNo}`
}

/**
 * The live holds of document lines on keys, by `holdText`. Lock the balances first: every change of a hold requires
 * that lock.
 */
export async function holdsToConsume(
  tx: Transaction,
  companyCode: string,
  wanted: readonly { keyId: number; hold: HoldReference }[],
): Promise<Map<string, LiveHold>> {
  if (wanted.length === 0) return new Map()
  const rows = await tx.query<
    LiveHold & { documentType: string; documentId: string; lineNo: number }
  >(
    `select h.id, h.key_id, h.kind, h.open_quantity as open, h.handed, h.document_type, h.document_id, h.line_no
    from (select distinct * from unnest($2::text[], $3::uuid[], $4::int[], $5::text[], $6::bigint[])
      as wanted (document_type, document_id, line_no, kind, key_id)) wanted
    cross join lateral (
      select * from stock_hold h
      where h.company_code = $1 and h.document_type = wanted.document_type
        and h.document_id = wanted.document_id and h.line_no = wanted.line_no and h.kind = wanted.kind
        and h.key_id = wanted.key_id and h.released_at is null
      offset 0
    ) h`,
    [
      companyCode,
      wanted.map(({ hold }) => hold.documentType),
      wanted.map(({ hold }) => hold.documentId),
      wanted.map(({ hold }) => hold.lineNo),
      wanted.map(({ hold }) => hold.kind),
      wanted.map(({ keyId }) => keyId),
    ],
  )
  return new Map(
    rows.map((row) => [
      holdText(row.keyId, row),
      { id: row.id, keyId: row.keyId, kind: row.kind, open: row.open, handed: row.handed },
    ]),
  )
}

/** The holds that are still live, by id; released holds get nothing back. */
export async function holdsToRestore(
  tx: Transaction,
  companyCode: string,
  ids: readonly string[],
): Promise<Map<string, LiveHold>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<LiveHold>(
    `select id, key_id, kind, open_quantity as open, handed from stock_hold
    where company_code = $1 and id = any($2::uuid[]) and released_at is null`,
    [companyCode, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
