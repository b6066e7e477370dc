import type { crossCompanyIssue } from '@kufang/contract/issue/cross-company-issue.ts'
import {
  addQuantity,
  compareQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import type { ContextOf } from '../document/act/effects.ts'
import { readInternalOrder } from '../external-documents/public.ts'
import { readPostingPeriods } from '../stock/public.ts'

// The internal order is in the other company, where nothing is consumed of it before its linked arrival record is made:
// what issues on their way take of an item is counted here.

type Context<N extends string> = ContextOf<typeof crossCompanyIssue, N>

interface OnTheWay {
  lineNo: number
  quantity: Quantity
  docNos: string[]
}

/**
 * Checks against the order as it is now that no more goods leave than it leaves open beside other approved issues that
 * have not arrived. Issues of the same order wait for each other.
 * @throws `internal-order-unknown`, and by line `internal-order-line-wrong`, `quantity-exceeds-open`, `quantity-held`
 */
export async function assertStillOrdered({
  tx,
  document,
  lines,
  problem,
}: Pick<Context<'approve'>, 'tx' | 'document' | 'lines' | 'problem'>): Promise<void> {
  const { id, companyCode, internalOrderNo: no } = document
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `internal-order/${companyCode}/${no}`,
  ])
  const order = await readInternalOrder(tx, companyCode, no)
  if (order.length === 0)
    throw refuseAll([problem('internal-order-unknown', { no }, undefined, 'internalOrderNo')])
  const onTheWay = await tx.query<OnTheWay & Record<string, unknown>>(
    `select l.internal_order_line as line_no, sum(l.quantity) as quantity, array_agg(distinct h.doc_no) as doc_nos
     from cross_company_issue h
     join cross_company_issue_line l on l.company_code = $1 and l.document_id = h.id
     where h.company_code = $1 and h.internal_order_no = $2 and h.id <> $3 and h.arrival_no is null
       and h.state not in ('draft', 'returned', 'submitted', 'cancelled', 'reversed')
     group by 1`,
    [companyCode, no, id],
  )
  const taken = new Map<number, Quantity>()
  const problems = lines.flatMap((line): RefusalDetail[] => {
    const item = line.internalOrderLine
    const ordered = order.find(({ lineNo }) => lineNo === item)
    if (ordered === undefined || ordered.materialNo !== line.materialNo) {
      const items = order
        .filter(({ materialNo }) => materialNo === line.materialNo)
        .map(({ lineNo }) => lineNo)
        .join('、')
      const params = { no, item, material: line.materialNo, items }
      return [problem('internal-order-line-wrong', params, line.lineNo, 'internalOrderLine')]
    }
    const quantity = addQuantity(taken.get(item) ?? zeroQuantity, line.quantity)
    taken.set(item, quantity)
    const { freeQuantity: open, unit } = ordered
    const other = onTheWay.find(({ lineNo }) => lineNo === item)
    const free = subtractQuantity(open, other?.quantity ?? zeroQuantity)
    if (compareQuantity(quantity, free) <= 0) return []
    const params = { quantity, source: `${no}/${item}`, open, unit }
    return other === undefined
      ? [problem('quantity-exceeds-open', params, line.lineNo, 'quantity')]
      : [
          problem(
            'quantity-held',
            { ...params, free, heldBy: other.docNos.toSorted().join('、') },
            line.lineNo,
            'quantity',
          ),
        ]
  })
  if (problems.length > 0) throw refuseAll(problems)
}

/**
 * The goods are posted in both companies (spec domain.md 1.3, cross-company): nothing is sent while the present period of
 * the receiving one is closed.
 * @throws `period-closed`
 */
export async function assertPeriodThere({ tx, document }: Context<'post'>): Promise<void> {
  const { receivingCompany } = document
  if (receivingCompany) (await readPostingPeriods(tx, receivingCompany)).assertOpen(companyToday())
}
