import type { Transaction } from '../../platform/database/database.ts'
import type { RecordedMove } from '../../ledger/public.ts'
import type { DocumentLine } from '../storage/document.ts'

/**
 * The movements into GR blocked stock that the movements of a document out of it settle, by movement: those of the line
 * it was made from. One statement, and none if nothing comes from GR blocked stock.
 */
export async function settledMoves(
  tx: Transaction,
  companyCode: string,
  moves: readonly RecordedMove[],
  lines: ReadonlyMap<number, DocumentLine>,
): Promise<ReadonlyMap<string, string>> {
  const released = moves.flatMap(({ id, lineNo, from, fromKey }) => {
    const line = lines.get(lineNo)
    return from.stockCategory === 'GRB' && line?.sourceId != null
      ? [{ id, fromKey, sourceId: line.sourceId, sourceLine: line.sourceLine }]
      : []
  })
  if (released.length === 0) return new Map()
  const found = await tx.query<{ released: string; settled: string }>(
    `select r.id as released, m.id as settled
     from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::integer[]) as r (id, from_key, source_id, source_line)
     join stock_move m on m.company_code = $1 and m.document_id = r.source_id and m.line_no = r.source_line
       and m.to_key = r.from_key and m.posts_to_erp and m.reverses is null`,
    [
      companyCode,
      released.map(({ id }) => id),
      released.map(({ fromKey }) => fromKey),
      released.map(({ sourceId }) => sourceId),
      released.map(({ sourceLine }) => sourceLine),
    ],
  )
  return new Map(found.map((row) => [row.released, row.settled]))
}
