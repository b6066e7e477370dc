import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { LineNamed } from '../document/effects/typed-documents.ts'
import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import {
  isPositive,
  minimumQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { entryOf, firstOf, itemAt } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { partBack, type PartBack } from '../document/act/part-back.ts'
import { refreshReservedQuantities, releaseUnclaimed } from '../requisition/public.ts'
import { lockFreeQuantities, placeHolds } from '../ledger/public.ts'
import { distribution } from './distribution-of-issues.ts'
import { reservationOf } from './final-issue.ts'
import { keyOf, leftWithUnit, requisitionsOf, type IssueLine } from './issued-goods.ts'

type Context<N extends string> = ContextOf<typeof goodsIssue, N>
type Reversing = Context<'reversePhysical'> | Context<'reversePart'>
type TakingBack = Reversing | Context<'recall'>

/** Returns the goods to their original keys; of delivered goods, the distribution order ends with the issue. */
export async function takeBackIssue(context: Reversing): Promise<void> {
  const { document, documents, input } = context
  const { companyCode } = document
  // The reason with which the reversal was approved stays.
  if (document.state !== 'reversalApproved') context.setHeader({ reversalReason: input.reason })
  if (document.issueMode === 'urgent') return giveBackToUnit(context)
  const orders = document.issueMode === 'distribution' ? await distribution().of(context) : []
  await takeGoodsBack(context)
  context.afterwards(async () => {
    for (const { id } of orders) await distribution().takeBack(documents, { companyCode, id })
  })
}

/** Goods that left in an emergency are with the unit again, and their requisition has to be approved again. */
async function giveBackToUnit(context: Reversing): Promise<void> {
  const { document, documents, lines } = context
  context.reverseMoves()
  await context.releaseSources('all')
  context.afterwards(async () => {
    for (const id of requisitionsOf(lines))
      await documents.act('requisition', document.companyCode, id, 'withdrawApproval')
  })
}

/**
 * Returns a part of the goods, which are open at their requisition again; the rest stays issued (spec domain.md 1.1). With
 * nothing left, the issue is reversed.
 * @throws Refusal `lines-required`; `papered-issue-whole` {no}: the unit has the goods of an emergency, whatever its paper says
 */
export async function takePartBack(context: Context<'reversePart'>): Promise<void> {
  const { document, input, lines, refuse } = context
  if (document.issueMode === 'urgent') throw refuse('papered-issue-whole', { no: document.docNo })
  const parts = partBack(context, leftWithUnit)
  if (parts === null) {
    await takeBackIssue(context)
    return context.setState('reversed')
  }
  if (document.state === 'reversalApproved') context.setState('reviewed')
  else context.setHeader({ reversalReason: input.reason })
  await takeGoodsBack(context, parts)
  // What came back may be asked for again, so nothing of these items is complete.
  const openAgain = new Set(
    lines.filter(({ lineNo }) => parts.some((part) => part.lineNo === lineNo)).map(reservationOf),
  )
  for (const line of lines)
    if (line.finalIssue === 'final' && openAgain.has(reservationOf(line)))
      context.setLine(line.lineNo, { finalIssue: 'open' })
}

/** Returns the goods, or parts of them, to their original keys and holds them for their requisition again. */
export async function takeGoodsBack(
  context: TakingBack,
  parts?: readonly PartBack[],
): Promise<void> {
  const { lines } = context
  const before = await heldNow(context, requisitionsOf(lines))
  const restored = await restoredByLine(context)
  context.reverseMoves(parts)
  if (parts === undefined) await context.releaseSources('all')
  else await context.releaseQuantities(parts)
  const returned = new Map(parts?.map(({ lineNo, quantity }) => [lineNo, quantity]))
  const back = lines.map((line) => ({
    ...line,
    quantity:
      parts === undefined ? leftWithUnit(line) : (returned.get(line.lineNo) ?? zeroQuantity),
  }))
  context.afterwards(() => holdAgain({ ...context, lines: back }, before, restored))
}

/** Identifies the requisition line of a line, and the location of its goods. */
const demandOf = (line: IssueLine): string => `${line.sourceId}/${line.sourceLine}`
const placeOf = (line: IssueLine): string =>
  [line.bin, line.materialNo, line.batch, line.specialStock, line.specialStockReference].join('/')

interface Asked {
  docNo: string
  asked: LineNamed<'requisition'>
}

/** The requisition lines with their current holds, by `id/line`. */
async function heldNow(
  { tx, document, documents }: Pick<TakingBack, 'tx' | 'document' | 'documents'>,
  ids: readonly string[],
): Promise<Map<string, Asked>> {
  const companyCode = document.companyCode
  await refreshReservedQuantities(tx, companyCode, ids)
  const held = new Map<string, Asked>()
  for (const id of ids) {
    const { header, lines } = await documents.load('requisition', companyCode, id)
    for (const asked of lines) held.set(`${id}/${asked.lineNo}`, { docNo: header.docNo, asked })
  }
  return held
}

/** What reversals of the movements have restored of the holds they consumed, by line. */
async function restoredByLine({
  tx,
  document,
}: Pick<TakingBack, 'tx' | 'document'>): Promise<Map<number, Quantity>> {
  const rows = await tx.query<{ lineNo: number; restored: Quantity }>(
    `select line_no, -sum(consumed_quantity) as restored from stock_move
     where company_code = $1 and document_type = 'goods-issue' and document_id = $2 and reverses is not null group by 1`,
    [document.companyCode, document.id],
  )
  return new Map(rows.map(({ lineNo, restored }) => [lineNo, restored]))
}

/**
 * Holds the quantity of each line, which came back, for its requisition again, up to its open quantity: consumed holds are
 * restored by the reversal itself, holds released because other stock was taken are not. Of no stock more is held than came
 * back.
 */
async function holdAgain(
  context: Pick<TakingBack, 'tx' | 'document' | 'documents' | 'lines' | 'session' | 'now'>,
  before: ReadonlyMap<string, Asked>,
  restoredBefore: ReadonlyMap<number, Quantity>,
): Promise<void> {
  const { tx, document, documents, lines, session, now } = context
  const companyCode = document.companyCode
  const ids = requisitionsOf(lines)
  const after = await heldNow(context, ids)
  const keys = lines.map((line) => keyOf(document, line))
  const restoredOf = await restoredByLine(context)
  const free = new Map<string, Quantity>()
  for (const [index, quantity] of (await lockFreeQuantities(tx, companyCode, keys, now)).entries())
    free.set(placeOf(itemAt(lines, index)), quantity)
  const missing = new Map<string, Quantity>()
  for (const [name, { asked }] of after) {
    const held = asked.reservedQuantity as Quantity
    const restored = subtractQuantity(
      held,
      entryOf(before, name).asked.reservedQuantity as Quantity,
    )
    const returned = sumQuantities(
      lines.filter((line) => demandOf(line) === name).map((line) => line.quantity),
    )
    missing.set(
      name,
      minimumQuantity(
        subtractQuantity(asked.openQuantity, held),
        subtractQuantity(returned, restored),
      ),
    )
  }
  const rows = lines.flatMap((line, index) => {
    const left = entryOf(missing, demandOf(line))
    const there = entryOf(free, placeOf(line))
    const restored = subtractQuantity(
      restoredOf.get(line.lineNo) ?? zeroQuantity,
      restoredBefore.get(line.lineNo) ?? zeroQuantity,
    )
    const returned = subtractQuantity(line.quantity, restored)
    const quantity = minimumQuantity(minimumQuantity(left, there), returned)
    if (!isPositive(quantity)) return []
    missing.set(demandOf(line), subtractQuantity(left, quantity))
    free.set(placeOf(line), subtractQuantity(there, quantity))
    return [{ line, key: itemAt(keys, index), quantity }]
  })
  for (const id of ids) {
    const own = rows.filter(({ line }) => line.sourceId === id)
    if (own.length > 0)
      await placeHolds(tx, {
        companyCode,
        documentType: 'requisition',
        documentId: id,
        documentNo: entryOf(after, demandOf(firstOf(own).line)).docNo,
        userId: session.userId,
        now,
        rows: own.map(({ line, key, quantity }) => ({
          lineNo: sourceOfLine(line).lineNo,
          kind: 'reservation',
          key,
          quantity,
        })),
      })
  }
  await refreshReservedQuantities(tx, companyCode, ids)
  await releaseUnclaimed(tx, documents, { companyCode, ids, now })
}
