import type { SourceLineOf } from '../document/effects/typed-documents.ts'
import type { requestDelivery } from '@kufang/contract/delivery/request-delivery.ts'
import { proportionOfMoney, sumMoney, type Money } from '@kufang/kernel/money.ts'
import {
  compareQuantity,
  isNegative,
  isPositive,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ContextOf, SaveContext } from '../document/effects/effects.ts'
import { readHistory } from '../document/history/read-history.ts'
import type { Queryable } from '../platform/database/database.ts'

// What may be announced of a purchase request, and what it is worth.

type Source = SourceLineOf<typeof requestDelivery>
type Saved = SaveContext<typeof requestDelivery>
type Line = ContextOf<typeof requestDelivery, 'submit'>['lines'][number]

/** What the ERP has against going on with a request item: it is deleted or closed. */
export function problemOfRequest(
  source: Source,
  lineNo: number,
  problem: Saved['problem'],
): RefusalDetail | null {
  const shown = { source: `${source.docNo}/${source.lineNo}` }
  if (source.isDeleted === true || source.state === 'deleted')
    return problem('request-deleted', shown, lineNo)
  if (source.isCompleted === true || source.state === 'completed')
    return problem('request-completed', shown, lineNo)
  return null
}

/**
 * What requisitions took from the stock instead of request items (利库) and is still wanted or issued, by `request/item`; one
 * statement. A requisition that was returned, or the written-off part of one, gives its quantity back.
 */
async function coveredByStock(
  queryable: Queryable,
  companyCode: string,
  items: readonly { id: string; lineNo: number }[],
): Promise<Map<string, Quantity>> {
  const rows = await readHistory<{ key: string; quantity: Quantity }>(
    queryable,
    `select y.item_id || '/' || y.item_line as key, sum(y.quantity) as quantity
     from (select distinct id, line from unnest($2::uuid[], $3::int[]) as w (id, line)) as wanted
     join item_history y on y.company_code = $1 and y.item_type = 'purchase-request' and y.item_id = wanted.id
       and y.item_line = wanted.line and y.event = 'requested'
     group by 1`,
    [companyCode, items.map(({ id }) => id), items.map(({ lineNo }) => lineNo)],
  )
  return new Map(rows.map(({ key, quantity }) => [key, quantity]))
}

/** Announced is at most what of a request is neither ordered, announced, held by other drafts nor taken from the stock. */
export async function problemsOfRequests({
  tx,
  header,
  lines,
  problem,
}: Pick<Saved, 'tx' | 'header' | 'lines' | 'problem'>): Promise<RefusalDetail[]> {
  const problems: RefusalDetail[] = []
  const sources = lines.flatMap(({ source }) => (source ? [source] : []))
  const covered = await coveredByStock(tx, textOf(header.companyCode), sources)
  const wanted = new Map<Source, Quantity>()
  for (const { line, source } of lines) {
    if (!source) continue
    const ended = problemOfRequest(source, line.lineNo, problem)
    if (ended !== null) {
      problems.push(ended)
      continue
    }
    const quantity = sumQuantities([
      wanted.get(source) ?? zeroQuantity,
      line.quantity ?? zeroQuantity,
    ])
    wanted.set(source, quantity)
    const left = source.openQuantity
    const held = source.heldQuantity
    const taken = covered.get(`${source.id}/${source.lineNo}`) ?? zeroQuantity
    const rest = subtractQuantity(left, sumQuantities([held, taken]))
    const free = isNegative(rest) ? zeroQuantity : rest
    if (compareQuantity(quantity, free) <= 0) continue
    const shown = `${source.docNo}/${source.lineNo}`
    problems.push(
      problem(
        'request-exceeded',
        { quantity, source: shown, free, left, held, covered: taken, unit: textOf(line.unit) },
        line.lineNo,
        'quantity',
      ),
    )
  }
  return problems
}

/** What stands against approving lines now: their request ended or was reduced in the ERP meanwhile. */
export async function problemsOfApproval({
  lines,
  sources,
  problem,
}: Pick<ContextOf<typeof requestDelivery, 'review'>, 'lines' | 'sources' | 'problem'>): Promise<
  RefusalDetail[]
> {
  const found = await sources()
  return lines.flatMap((line) => {
    const source = found.get(`${line.sourceId}/${line.sourceLine}`)
    if (source === undefined || !isPositive(line.openQuantity ?? zeroQuantity)) return []
    const ended = problemOfRequest(source, line.lineNo, problem)
    if (ended !== null) return [ended]
    const requested = source.quantity
    const taken = source.doneQuantity
    const excess = subtractQuantity(taken, requested)
    if (!isPositive(excess)) return []
    const params = { source: `${source.docNo}/${source.lineNo}`, requested, taken, excess }
    return [problem('request-reduced', { ...params, unit: line.unit }, line.lineNo)]
  })
}

/**
 * What a line is worth at the price of its request; null if there is none, or in another currency than the company's: then
 * it is not known.
 */
export function amountOf(
  line: Pick<Line, 'price' | 'priceUnit' | 'currency'>,
  quantity: Quantity,
  currency: string,
): Money | null {
  if (line.price === null || line.currency !== currency) return null
  const per = line.priceUnit === null || Number(line.priceUnit) === 0 ? '1' : line.priceUnit
  return proportionOfMoney(line.price, quantity, per)
}

/** The sum; null if one of them is not known. */
export const totalOf = (amounts: readonly (Money | null)[]): Money | null => {
  const known = amounts.flatMap((amount) => (amount === null ? [] : [amount]))
  return known.length === amounts.length ? sumMoney(known) : null
}

/** The currency of the company. */
export async function currencyOf(queryable: Queryable, companyCode: string): Promise<string> {
  const [row] = await queryable.query<{ currency: string }>(
    'select currency from company where company_code = $1',
    [companyCode],
  )
  return row?.currency ?? ''
}
