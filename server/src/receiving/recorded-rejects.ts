import type { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import type { ContextOf } from '../document/act/effects.ts'

/**
 * Rejected goods that a receipt took into blocked stock stay there while the record of them says so: what disposes of them
 * goes by it (spec domain.md 1.1, a reversal is refused while what rests on it stands).
 * @throws `successor-stands`
 */
export async function assertNoRecordRests({
  tx,
  document,
  lines,
  refuse,
}: Pick<
  ContextOf<typeof goodsReceipt, 'reversePhysical'>,
  'tx' | 'document' | 'lines' | 'refuse'
>): Promise<void> {
  const blocked = lines.filter(({ stockCategory }) => stockCategory === 'BL')
  if (blocked.length === 0) return
  const [standing] = await tx.query<{ docNo: string }>(
    `select h.doc_no
     from unnest($2::uuid[], $3::int[]) as taken (id, line)
     join inspection_notice_line n on n.company_code = $1 and n.source_id = taken.id and n.source_line = taken.line
     join inspection_order_line o on o.company_code = $1 and o.source_id = n.document_id and o.source_line = n.line_no
     join rejected_goods_line l on l.company_code = $1 and l.source_id = o.document_id and l.source_line = o.line_no
       and l.is_received
     join rejected_goods h on h.company_code = $1 and h.id = l.document_id and h.state <> 'withdrawn'
     order by h.doc_no limit 1`,
    [
      document.companyCode,
      blocked.map(({ sourceId }) => sourceId),
      blocked.map(({ sourceLine }) => sourceLine),
    ],
  )
  if (standing !== undefined) throw refuse('successor-stands', { by: standing.docNo })
}
