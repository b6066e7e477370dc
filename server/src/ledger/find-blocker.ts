import { compareQuantity, subtractQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { Refusal } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Shortage } from './planned-move.ts'
import { frozenLines } from './holds/who-holds.ts'
import type { HoldKind } from './move.ts'

interface Obstacle {
  keyId: number
  movedBy: string | null
  movedByType: string | null
  heldBy: string | null
  heldByType: string | null
  heldAs: HoldKind | null
}

// The latest unreversed move out of the key by another document, which must be reversed first, and the latest live hold
// on the key.
const obstacleText = `
  select wanted.key_id, moved.document_no as moved_by, moved.document_type as moved_by_type,
    held.document_no as held_by, held.document_type as held_by_type, held.kind as held_as
  from unnest($2::bigint[]) as wanted (key_id)
  left join lateral (
    select m.document_no, m.document_type from stock_move m
    where m.company_code = $1 and m.from_key = wanted.key_id and m.reverses is null
      and m.document_id <> $3
      and m.quantity > coalesce((select sum(r.quantity) from stock_move r
        where r.company_code = $1 and r.reverses = m.id), 0)
    order by m.moved_at desc, m.id desc limit 1
  ) moved on true
  left join lateral (
    select h.document_no, h.document_type, h.kind from stock_hold h
    where h.company_code = $1 and h.key_id = wanted.key_id and h.released_at is null
      and h.open_quantity > 0
    order by h.placed_at desc, h.id desc limit 1
  ) held on true`

/** Explains why a reversal finds too little: the document that moved or holds the goods. */
export async function findBlocker(
  tx: Transaction,
  reversed: { companyCode: string; documentId: string },
  shortages: readonly Shortage[],
): Promise<Refusal> {
  const keyIds = [...new Set(shortages.map(({ move }) => move.fromKey))]
  const rows = await tx.query<Obstacle>(obstacleText, [
    reversed.companyCode,
    keyIds,
    reversed.documentId,
  ])
  const obstacles = new Map(rows.map((row) => [row.keyId, row]))
  const frozen = await frozenLines(
    tx,
    reversed.companyCode,
    shortages.map(({ move, available }) => ({
      lineNo: move.lineNo,
      key: move.from,
      available,
      wanted: move.quantity,
    })),
  )
  return refuseAll(
    shortages.map(({ move, available, present }, index) => {
      const obstacle = obstacles.get(move.fromKey)
      const moved = compareQuantity(present, move.quantity) < 0
      const goods = {
        material: move.from.materialNo,
        bin: move.from.bin,
        batch: move.from.batch,
        missing: subtractQuantity(move.quantity, available),
      }
      return moved
        ? {
            code: 'stock-moved-on',
            params: { by: obstacle?.movedBy ?? '', byType: obstacle?.movedByType ?? '', ...goods },
            line: move.lineNo,
          }
        : (frozen[index] ?? {
            code: 'stock-held',
            params: {
              by: obstacle?.heldBy ?? '',
              byType: obstacle?.heldByType ?? '',
              kind: obstacle?.heldAs ?? '',
              ...goods,
            },
            line: move.lineNo,
          })
    }),
  )
}
