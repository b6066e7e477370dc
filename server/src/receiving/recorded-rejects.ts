import type { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { readHistory } from '../document/history/read-history.ts'
import type { ContextOf } from '../document/effects/effects.ts'

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
  const [standing] = await readHistory<{ docNo: string }>(
    tx,
    `select y.document_no as doc_no
     from unnest($2::uuid[], $3::int[]) as taken (id, line)
     join item_history y on y.company_code = $1 and y.item_type = 'arrival' and y.item_id = taken.id
       and y.item_line = taken.line and y.event = 'blocked'
     group by y.document_no having sum(y.quantity) > 0 order by 1 limit 1`,
    [
      document.companyCode,
      blocked.map(({ sourceId }) => sourceId),
      blocked.map(({ sourceLine }) => sourceLine),
    ],
  )
  if (standing !== undefined) throw refuse('successor-stands', { by: standing.docNo })
}
