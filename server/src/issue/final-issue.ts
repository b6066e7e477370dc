import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { compareQuantity, sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { carriersOf, isToPost } from '../document/books/completing-lines.ts'
import type { Queryable } from '../platform/database/database.ts'
import { leftWithUnit, type IssueLine } from './issued-goods.ts'

// "Final issue" (KZEAR) of reservation items: nothing more is withdrawn, whatever is open. The item posted last for the
// reservation item carries it, because the ERP refuses withdrawals after it (M7/362). What is delivered is checked when the goods
// leave their bin, because the unit signs for what it has. If its item was completed meanwhile, in the ERP or by another issue,
// the signature is recorded all the same; the ERP refuses the posting then, which is shown with its reason among the
// rejected ones: the mark is reset in the ERP, or the final issue is reversed, and the posting is sent again.

type Context<N extends string> = ContextOf<typeof goodsIssue, N>

/** A line of another issue whose goods have left their bin. */
interface IssueOfReservation {
  id: string
  docNo: string
  state: string
  erpState: string
  quantity: Quantity
  finalIssue: 'byRule' | 'final' | 'open' | null
  isDecidedByRule: boolean | null
}

/** A reservation item with its issues; quantities in the base unit. */
interface Withdrawal {
  required: Quantity
  /** Withdrawn in the ERP without us. */
  otherwise: Quantity
  isCompleted: boolean
  issues: IssueOfReservation[]
}

/** Identifies the reservation item of a line. */
export const reservationOf = ({ reservationNo, reservationLine }: IssueLine): string =>
  `${reservationNo}/${reservationLine}`

/** The same, with the reservations locked first: of two acts at once the second one knows of the first. */
function lockWithdrawals(
  tx: Context<'issue'>['tx'],
  { companyCode, id }: { companyCode: string; id: string },
  lines: readonly IssueLine[],
): Promise<Map<string, Withdrawal>> {
  tx.write(
    `select 1 as locked from reservation where company_code = $1 and doc_no = any($2) order by id for update`,
    [companyCode, [...new Set(lines.map(({ reservationNo }) => reservationNo))]],
  )
  return readWithdrawals(tx, companyCode, lines, id)
}

/** The reservation items of these lines by `reservation/item`, with the live issues besides this one; one statement. */
async function readWithdrawals(
  queryable: Queryable,
  companyCode: string,
  lines: readonly IssueLine[],
  issueId: string,
): Promise<Map<string, Withdrawal>> {
  const rows = await queryable.query<
    Omit<Withdrawal, 'issues'> & { source: string } & Partial<IssueOfReservation>
  >(
    `with item as (
       select h.doc_no || '/' || o.line_no as source, h.id, o.line_no, o.quantity as required,
         coalesce(o.closed_quantity, 0) as otherwise, coalesce(o.is_completed, false) as is_completed
       from (select distinct no, line from unnest($2::text[], $3::int[]) as w (no, line)) as wanted
       join reservation h on h.company_code = $1 and h.doc_no = wanted.no
       join reservation_line o on o.company_code = $1 and o.document_id = h.id and o.line_no = wanted.line),
     issue as (
       select item.source, h.id, h.doc_no, h.state, h.erp_state, i.quantity - coalesce(i.refused_quantity, 0) - coalesce(i.reversed_quantity, 0) as quantity, i.final_issue, i.is_decided_by_rule
       from item
       join document_link r on r.company_code = $1 and r.from_type = 'reservation' and r.from_id = item.id
         and r.from_line = item.line_no and r.to_type = 'requisition' and r.is_live
       join document_link k on k.company_code = $1 and k.from_type = 'requisition' and k.from_id = r.to_id
         and k.from_line = r.to_line and k.to_type = 'goods-issue' and k.is_live
       join goods_issue h on h.company_code = $1 and h.id = k.to_id
         and h.state not in ('draft', 'picked') and h.id <> $4
       join goods_issue_line i on i.company_code = $1 and i.document_id = k.to_id and i.line_no = k.to_line)
     select item.source, item.required, item.otherwise, item.is_completed, issue.id, issue.doc_no, issue.state,
       issue.erp_state, issue.quantity, issue.final_issue, issue.is_decided_by_rule
     from item left join issue on issue.source = item.source
     order by item.source, issue.doc_no`,
    [
      companyCode,
      lines.map((line) => line.reservationNo),
      lines.map((line) => line.reservationLine),
      issueId,
    ],
  )
  const found = new Map<string, Withdrawal>()
  for (const { source, required, otherwise, isCompleted, ...issue } of rows) {
    const one = found.get(source) ?? { required, otherwise, isCompleted, issues: [] }
    if (issue.id) one.issues.push(issue as IssueOfReservation)
    found.set(source, one)
  }
  return found
}

const isReserved = (line: IssueLine): boolean => Boolean(line.reservationNo)

const isInDistribution = ({ state }: IssueOfReservation): boolean => state === 'inDistribution'

/** Whether all that is required is withdrawn, with these lines of another issue. */
const isWithdrawn = (
  { required, otherwise, issues }: Withdrawal,
  own: readonly { quantity: Quantity }[],
): boolean =>
  !issues.some(isInDistribution) &&
  compareQuantity(
    sumQuantities([otherwise, ...[...issues, ...own].map(({ quantity }) => quantity)]),
    required,
  ) >= 0

/** Whether an issue lets nothing follow. What the rule decided holds once it is posted, before that while all is withdrawn. */
const isClosedBy = (
  { finalIssue, isDecidedByRule, erpState }: IssueOfReservation,
  item: Withdrawal,
): boolean =>
  finalIssue === 'final' &&
  (isDecidedByRule !== true || !isToPost(erpState) || isWithdrawn(item, []))

/** The check of one line that leaves: what of its item speaks against it. */
function problemOf(
  line: IssueLine,
  found: Withdrawal | undefined,
  problem: Context<'issue'>['problem'],
): RefusalDetail | null {
  const source = reservationOf(line)
  if (found?.isCompleted || found?.issues.some((issue) => isClosedBy(issue, found)))
    return problem('reservation-final', { source }, line.lineNo)
  const delivered = found?.issues.find(isInDistribution)
  return delivered !== undefined && line.finalIssue === 'final'
    ? problem(
        'final-before-delivery',
        { source, other: delivered.docNo },
        line.lineNo,
        'finalIssue',
      )
    : null
}

/** Whether a line completes its reservation item, and who decided. */
export interface FinalIssue {
  finalIssue: 'final' | 'open'
  isDecidedByRule: boolean
}

/**
 * Whether each line of a reservation completes its item, by line: as the storekeeper says, otherwise once everything
 * required is withdrawn, as the ERP does itself; never while goods of the item are in distribution. The reservations are
 * locked, so that of two issues at once the second one knows of the first.
 * @param isSigned the unit has the goods: nothing is refused, and what is completed already is not completed again
 * @throws Refusal `reservation-final` {source}: it is completed already; `final-before-delivery` {source, other}: the
 *   storekeeper completes it while goods of it are in distribution
 */
export async function finalIssuesOf(
  { tx, document, lines, problem }: Pick<Context<'issue'>, 'tx' | 'document' | 'lines' | 'problem'>,
  isSigned = false,
): Promise<Map<number, FinalIssue>> {
  const reserved = lines.filter(isReserved)
  if (reserved.length === 0) return new Map()
  const withdrawals = await lockWithdrawals(tx, document, reserved)
  const problems: RefusalDetail[] = []
  const decided = new Map<number, FinalIssue>()
  for (const line of reserved) {
    const source = reservationOf(line)
    const found = withdrawals.get(source)
    const against = problemOf(line, found, problem)
    if (against !== null && !isSigned) problems.push(against)
    const given = line.finalIssue ?? 'byRule'
    const own = reserved.filter((one) => reservationOf(one) === source)
    const ruled = found !== undefined && isWithdrawn(found, own) ? 'final' : 'open'
    const wanted = given === 'byRule' ? ruled : given
    decided.set(line.lineNo, {
      finalIssue: against === null ? wanted : 'open',
      isDecidedByRule: given === 'byRule',
    })
  }
  if (problems.length > 0) throw refuseAll(problems)
  return decided
}

/**
 * Which lines of an issue to be posted carry the mark. The reservations are locked, so that of two postings at once one does.
 * @throws Refusal `completes-before-others` {source, other}: it would be refused after this one
 */
export async function finalLinesToPost({
  tx,
  document,
  lines,
  problem,
}: Context<'post'>): Promise<Set<number>> {
  const final = lines.filter((line) => isReserved(line) && line.finalIssue === 'final')
  if (final.length === 0) return new Set()
  const withdrawals = await lockWithdrawals(tx, document, final)
  const left = lines.map((line) => ({ ...line, quantity: leftWithUnit(line) }))
  const { carriers, waiting } = carriersOf(
    final.map((line) => {
      const source = reservationOf(line)
      const found = withdrawals.get(source)
      const own = left.filter((one) => isReserved(one) && reservationOf(one) === source)
      return {
        lineNo: line.lineNo,
        source,
        isDecidedByRule: line.isDecidedByRule,
        isReached: found !== undefined && isWithdrawn(found, own),
        others: (found?.issues ?? []).filter(isLeftToPost).map(({ docNo, finalIssue }) => ({
          docNo,
          completes: finalIssue === 'final',
        })),
      }
    }),
  )
  if (waiting.length > 0)
    throw refuseAll(
      waiting.map(({ lineNo, source, other }) =>
        problem('completes-before-others', { source, other }, lineNo),
      ),
    )
  return carriers
}

const isLeftToPost = (issue: IssueOfReservation): boolean =>
  isInDistribution(issue) ||
  (['issued', 'reviewed'].includes(issue.state) && isToPost(issue.erpState))
