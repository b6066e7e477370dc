import {
  causesHoldingUp,
  heldUpSteps,
  problemCauses,
  type HeldUp,
  type ProblemCause,
} from '@kufang/contract/delivery/problem-document.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'

// Goods of an order item wait while a problem of it is open, until the buyer has decided or its cause is gone.

interface OrderedLine {
  lineNo: number
  purchaseOrderNo: string | null
  purchaseOrderLine: number | null
}

interface Waiting {
  queryable: Queryable
  companyCode: string
  lines: readonly OrderedLine[]
  problem: (
    code: 'problem-open',
    params: Record<string, string | number>,
    line?: number,
  ) => RefusalDetail
}

/**
 * The lines whose order items have an open problem that holds them up, as `problem-open` with the oldest problem document
 * of each; one statement.
 */
export async function linesHeldUp(
  { queryable, companyCode, lines, problem }: Waiting,
  what: HeldUp,
): Promise<RefusalDetail[]> {
  const ordered = lines.filter(
    ({ purchaseOrderNo, purchaseOrderLine }) =>
      purchaseOrderNo !== null && purchaseOrderLine !== null,
  )
  if (ordered.length === 0) return []
  const rows = await queryable.query<{ source: string; docNo: string; cause: ProblemCause }>(
    `select distinct on (source) w.no || '/' || w.line as source, h.doc_no, h.cause
     from (select distinct no, line from unnest($2::text[], $3::int[]) as w (no, line)) as w
     join problem_document h on h.company_code = $1 and h.purchase_order_no = w.no and h.state in ('raised', 'answered')
       and h.cause = any ($4::text[])
     join problem_document_line l on l.company_code = $1 and l.document_id = h.id and l.purchase_order_line = w.line
       and l.closed_quantity < l.quantity
     order by source, h.created_at`,
    [
      companyCode,
      ordered.map(({ purchaseOrderNo }) => purchaseOrderNo),
      ordered.map(({ purchaseOrderLine }) => purchaseOrderLine),
      causesHoldingUp(what),
    ],
  )
  const found = new Map(rows.map((row) => [row.source, row]))
  return ordered.flatMap(({ lineNo, purchaseOrderNo, purchaseOrderLine }) => {
    const source = `${purchaseOrderNo}/${purchaseOrderLine}`
    const one = found.get(source)
    if (one === undefined) return []
    const { zh, en } = problemCauses[one.cause]
    const { zh: step, en: stepEn } = heldUpSteps[what]
    const params = { source, problem: one.docNo, cause: zh, causeEn: en, step, stepEn }
    return [problem('problem-open', params, lineNo)]
  })
}
