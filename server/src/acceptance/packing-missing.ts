import type { packingCheck } from '@kufang/contract/acceptance/packing-check.ts'
import { packedItemKinds, type PackedItemKind } from '@kufang/contract/acceptance/required-items.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Statement } from '../delivery/public.ts'
import type { Queryable } from '../platform/database/database.ts'

/** What a crate may miss, each with a problem document of its own. */
export const missingCauses = ['documentsMissing', 'sparesMissing'] as const

type Cause = (typeof missingCauses)[number]

/** Whether a line of a check names something missing of this cause. */
export const isMissing = (
  { outcome, itemKind }: Partial<LineOf<typeof packingCheck>>,
  cause: Cause,
): boolean => outcome === 'missing' && (itemKind === 'document') === (cause === 'documentsMissing')

interface MissingItem {
  docNo: string
  noteNo: string
  orderNo: string
  orderLine: number
  /** The goods that the item is missing with: what was called for inspection. */
  goods: string
  quantity: Quantity
  itemKind: PackedItemKind
  itemName: string
  missingCount: number
}

/** What the confirmed ones of these checks find missing, by check and order item, with the items in words; one statement. */
export async function missingOf(
  queryable: Queryable,
  companyCode: string,
  cause: Cause,
  docNos: readonly string[],
): Promise<Statement[]> {
  const rows = await queryable.query<MissingItem>(
    `select h.doc_no, l.purchase_order_no as order_no, l.purchase_order_line as order_line,
       l.source_id || '/' || l.source_line as goods, a.source_no as note_no, n.quantity, l.item_kind, l.item_name, l.missing_count
     from packing_check h
     join packing_check_line l on l.company_code = $1 and l.document_id = h.id and l.outcome = 'missing'
       and (l.item_kind = 'document') = ($3 = 'documentsMissing')
     join inspection_notice_line n on n.company_code = $1 and n.document_id = l.source_id and n.line_no = l.source_line
     join arrival_line a on a.company_code = $1 and a.document_id = n.source_id and a.line_no = n.source_line
     where h.company_code = $1 and h.doc_no = any ($2::text[]) and h.state = 'incomplete'
     order by h.created_at, h.doc_no, l.line_no`,
    [companyCode, docNos, cause],
  )
  const byItem = Map.groupBy(
    rows,
    ({ docNo, orderNo, orderLine }) => `${docNo} ${orderNo}/${orderLine}`,
  )
  return [...byItem.values()].map((own) => {
    const [{ docNo, orderNo, orderLine }] = own as [MissingItem]
    const goods = new Map(own.map((item) => [item.goods, item.quantity]))
    const items = own.map(
      ({ itemKind, itemName, missingCount }) =>
        `${packedItemKinds[itemKind].zh} ${itemName} × ${missingCount}`,
    )
    return {
      docNo,
      orderNo,
      orderLine,
      noteNos: [...new Set(own.map(({ noteNo }) => noteNo))],
      quantity: sumQuantities([...goods.values()]),
      remark: items.join('、'),
    }
  })
}
