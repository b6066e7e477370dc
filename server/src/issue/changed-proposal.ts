import type { SourceLineNamed } from '../document/effects/typed-documents.ts'
import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import {
  compareQuantity,
  minimumQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { requisitionsOf, type IssueLine } from './issued-goods.ts'
import { proposeIssue } from './propose-issue.ts'

type Context =
  | ContextOf<typeof goodsIssue, 'pick'>
  | ContextOf<typeof goodsIssue, 'issue'>
  | ContextOf<typeof goodsIssue, 'dispatch'>
type Taken = Readonly<Record<string, unknown>>

const stockFields = ['bin', 'batch', 'specialStock', 'specialStockReference'] as const
const sourceKey = (id: unknown, lineNo: unknown): string => `${textOf(id)}/${textOf(lineNo)}`
const stockOf = (line: Taken): string => stockFields.map((name) => textOf(line[name])).join('/')

/**
 * Lines that take other stock than is proposed for what is issued (held for the requisition, then first expired first
 * out) need a reason. It stays on the line beside what was proposed. In quantities of the base unit; of a line that
 * takes more of a stock than proposed, all is told. Picked goods were explained when they were picked: what has come
 * since then changes nothing of it.
 * @returns a check to be done once the goods have moved, so that what is not there is told first
 * @throws Refusal `proposal-changed`, or `wanted-batch-changed` {batch} if the requisition asks for a batch; by that check
 */
export async function keepReasons(context: Context): Promise<() => void> {
  if (await isHeldAsPicked(context)) return () => {}
  const { lines, problem } = context
  const { proposed, wanted } = await proposedNow(context)
  const left = new Map<string, Quantity>()
  for (const { source, line } of proposed) {
    const key = `${source} ${stockOf(line)}`
    left.set(key, sumQuantities([left.get(key) ?? zeroQuantity, line['quantity'] as Quantity]))
  }
  const problems: RefusalDetail[] = []
  for (const line of lines) {
    const source = sourceKey(line.sourceId, line.sourceLine)
    const key = `${source} ${stockOf(line)}`
    const free = left.get(key) ?? zeroQuantity
    left.set(key, subtractQuantity(free, minimumQuantity(free, line.quantity)))
    if (compareQuantity(line.quantity, free) <= 0) continue
    const words = proposed
      .filter((one) => one.source === source)
      .map((one) => `${wordsOf(one.line)} ${textOf(one.line['quantity'])}`)
      .join('; ')
    if (line.stockReason) context.setLine(line.lineNo, { proposedStock: words || '–' })
    else {
      const taken = {
        material: line.materialNo,
        stock: wordsOf(line),
        quantity: line.quantity,
        unit: line.unit,
        proposed: words || '–',
      }
      const batch = wanted.get(source) ?? ''
      const { lineNo } = line
      problems.push(
        batch === '' || batch === line.batch
          ? problem('proposal-changed', taken, lineNo, 'stockReason')
          : problem('wanted-batch-changed', { ...taken, batch }, lineNo, 'stockReason'),
      )
    }
  }
  return () => {
    if (problems.length > 0) throw refuseAll(problems)
  }
}

/** Not of an issue that was picked before picked goods were held: its reasons are asked for when the goods leave. */
async function isHeldAsPicked({ tx, document }: Context): Promise<boolean> {
  if (document.state !== 'picked') return false
  const held = await tx.query<{ id: string }>(
    `select id from stock_hold where company_code = $1 and document_type = 'goods-issue' and document_id = $2
       and released_at is null limit 1`,
    [document.companyCode, document.id],
  )
  return held.length > 0
}

const wordsOf = (line: Taken): string =>
  stockFields
    .map((name) => textOf(line[name]))
    .filter((word) => word !== '')
    .join(' ')

/** What is proposed now for the quantities issued of each line of the requisitions, and the batches that are wanted. */
async function proposedNow(
  context: Context,
): Promise<{ proposed: { source: string; line: Taken }[]; wanted: ReadonlyMap<string, string> }> {
  const { tx, session, today, document, lines } = context
  const issued = new Map<string, IssueLine[]>()
  for (const line of lines) {
    const key = sourceKey(line.sourceId, line.sourceLine)
    issued.set(key, [...(issued.get(key) ?? []), line])
  }
  const sources: SourceLineNamed<'requisition'>[] = []
  for (const id of requisitionsOf(lines)) {
    const asked = await context.documents.load('requisition', document.companyCode, id)
    for (const line of asked.lines) {
      const own = issued.get(sourceKey(id, line.lineNo))
      if (own === undefined) continue
      const wantedQuantity = sumQuantities(own.map(({ quantity }) => quantity))
      sources.push({
        ...asked.header,
        ...line,
        id,
        type: 'requisition',
        wantedQuantity,
      })
    }
  }
  const { lines: proposed } = await proposeIssue({ tx, session, today, sources })
  return {
    proposed: proposed.map((line) => ({
      source: sourceKey(line.source.id, line.source.lineNo),
      line,
    })),
    wanted: new Map(
      sources.map((source) => [sourceKey(source.id, source.lineNo), textOf(source.batch)]),
    ),
  }
}
