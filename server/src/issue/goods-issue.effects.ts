import { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import {
  isPositive,
  isZero,
  minimumQuantity,
  subtractQuantity,
  sumQuantities,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { effectsFor, type ContextOf, type PrefillRequest } from '../document/act/effects.ts'
import { postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { accountAssignmentOf } from '../document/books/postings.ts'
import { refreshHeldQuantities } from '../requisition/public.ts'
import {
  proposeAllocation,
  expiredBatches,
  lockFreeQuantities,
  placeHolds,
  releaseHolds,
  stockKey,
  type SpecialStock,
  type StockKey,
  checkGoodsLines,
} from '../stock/public.ts'
import { textOf } from '../document/text-of.ts'

// The storekeeper hands out what a requisition asks for; pieces held for it are used up first (spec domain.md 1.3).

type Line = LineOf<typeof goodsIssue>
type Context<N extends string> = ContextOf<typeof goodsIssue, N>

const requisitionsOf = (lines: readonly Line[]): string[] =>
  [...new Set(lines.map((line) => line.sourceId!))].sort()

async function check({
  tx,
  document,
  lines,
  today,
  problem,
}: Context<'issue'> | Context<'pick'>): Promise<void> {
  const companyCode = document.companyCode!
  const { problems } = await checkGoodsLines(tx, {
    companyCode,
    plant: document.plant!,
    storageLocation: document.storageLocation!,
    today,
    lines,
  })
  const found: RefusalDetail[] = [...problems]
  const expired = await expiredBatches(
    tx,
    companyCode,
    lines.flatMap((line) =>
      line.batch ? [{ materialNo: line.materialNo, batch: line.batch }] : [],
    ),
    today,
  )
  for (const line of lines) {
    const expiry = expired.get(`${line.materialNo}/${line.batch}`)
    if (expiry)
      found.push(problem('batch-expired', { batch: line.batch!, expiry }, line.lineNo, 'batch'))
  }
  if (accountAssignmentOf(document, {}) === '')
    found.push(problem('account-assignment-missing', {}))
  if (found.length > 0) throw refuseAll(found)
}

async function issue(context: Context<'issue'>): Promise<void> {
  await check(context)
  const { tx, document, lines, now } = context
  const companyCode = document.companyCode!
  for (const line of lines) {
    await context.move({
      lineNo: line.lineNo,
      from: keyOf(document, line),
      to: stockKey({
        companyCode,
        place: 'consumption',
        plant: document.plant!,
        materialNo: line.materialNo,
      }),
      quantity: line.quantity,
      accountAssignment: accountAssignmentOf(document, line),
      consumesHold: {
        kind: 'reservation',
        documentType: 'requisition',
        documentId: line.sourceId!,
        lineNo: line.sourceLine!,
      },
    })
  }
  context.setHeader({ issueMode: 'selfPickup' })
  context.afterwards(async () => {
    // Where other pieces were taken than those held, the rest of a finished line's hold is let go. One that was used up
    // is left alone: let go, it could not stand again when this issue is taken back.
    await refreshHeldQuantities(tx, companyCode, requisitionsOf(lines))
    for (const id of requisitionsOf(lines)) {
      const { lines: asked } = await context.documents.load('requisition', companyCode, id)
      const finished = asked
        .filter(
          (line) =>
            isZero(line['openQuantity'] as Quantity) &&
            isPositive(line['heldQuantity'] as Quantity),
        )
        .map((line) => ({ lineNo: line.lineNo, quantity: line['heldQuantity'] as Quantity }))
      if (finished.length > 0)
        await releaseHolds(tx, {
          companyCode,
          documentType: 'requisition',
          documentId: id,
          now,
          kind: 'reservation',
          lines: finished,
        })
    }
    await refreshHeldQuantities(tx, companyCode, requisitionsOf(lines))
  })
}

function keyOf(document: Context<'issue'>['document'], line: Line): StockKey {
  return stockKey({
    companyCode: document.companyCode!,
    plant: document.plant!,
    storageLocation: document.storageLocation!,
    bin: line.bin!,
    materialNo: line.materialNo,
    batch: line.batch ?? '',
    specialStock: (line.specialStock ?? '') as SpecialStock,
    specialStockReference: line.specialStockReference ?? '',
  })
}

/** The line of a requisition that a line serves, and where its goods lie. */
const demandOf = (line: Line): string => `${line.sourceId}/${line.sourceLine}`
const placeOf = (line: Line): string =>
  [line.bin, line.materialNo, line.batch, line.specialStock, line.specialStockReference].join('/')

interface Asked {
  docNo: string
  asked: Record<string, unknown>
}

/** The lines of the requisitions with what they hold now, by `id/line`. */
async function heldNow(
  { tx, document, documents }: Context<'reversePhysical'>,
  ids: readonly string[],
): Promise<Map<string, Asked>> {
  const companyCode = document.companyCode!
  await refreshHeldQuantities(tx, companyCode, ids)
  const held = new Map<string, Asked>()
  for (const id of ids) {
    const { header, lines } = await documents.load('requisition', companyCode, id)
    for (const asked of lines) held.set(`${id}/${asked.lineNo}`, { docNo: header.docNo, asked })
  }
  return held
}

/**
 * As much as came back stands for its requisition again, as far as that still asks for it: holds that were
 * used up stand again by themselves, those that were let go when other pieces were taken do not.
 */
async function holdAgain(
  context: Context<'reversePhysical'>,
  before: ReadonlyMap<string, Asked>,
): Promise<void> {
  const { tx, document, lines, session, now } = context
  const companyCode = document.companyCode!
  const ids = requisitionsOf(lines)
  const after = await heldNow(context, ids)
  const keys = lines.map((line) => keyOf(document, line))
  const free = new Map<string, Quantity>()
  for (const [index, quantity] of (await lockFreeQuantities(tx, companyCode, keys, now)).entries())
    free.set(placeOf(lines[index]!), quantity)
  const missing = new Map<string, Quantity>()
  for (const [name, { asked }] of after) {
    const held = asked['heldQuantity'] as Quantity
    const restored = subtractQuantity(held, before.get(name)!.asked['heldQuantity'] as Quantity)
    const returned = sumQuantities(
      lines.filter((line) => demandOf(line) === name).map((line) => line.quantity),
    )
    missing.set(
      name,
      minimumQuantity(
        subtractQuantity(asked['openQuantity'] as Quantity, held),
        subtractQuantity(returned, restored),
      ),
    )
  }
  const rows = lines.flatMap((line, index) => {
    const left = missing.get(demandOf(line))!
    const there = free.get(placeOf(line))!
    const quantity = minimumQuantity(minimumQuantity(left, there), line.quantity)
    if (!isPositive(quantity)) return []
    missing.set(demandOf(line), subtractQuantity(left, quantity))
    free.set(placeOf(line), subtractQuantity(there, quantity))
    return [{ line, key: keys[index]!, quantity }]
  })
  for (const id of ids) {
    const own = rows.filter(({ line }) => line.sourceId === id)
    if (own.length > 0)
      await placeHolds(tx, {
        companyCode,
        documentType: 'requisition',
        documentId: id,
        documentNo: after.get(demandOf(own[0]!.line))!.docNo,
        userId: session.userId,
        now,
        rows: own.map(({ line, key, quantity }) => ({
          lineNo: line.sourceLine!,
          kind: 'reservation',
          key,
          quantity,
        })),
      })
  }
  await refreshHeldQuantities(tx, companyCode, ids)
}

/** The pieces held for the requisition first, then what expires or came first. */
async function prefill({ tx, today, sources }: PrefillRequest) {
  const first = sources[0]
  if (!first) return { header: {}, lines: [] }
  const companyCode = String(first['companyCode'])
  const held = await tx.query<{
    documentId: string
    lineNo: number
    bin: string
    batch: string
    quantity: Quantity
  }>(
    `select s.document_id, s.line_no, b.bin, b.batch, s.open_quantity as quantity from stock_hold s
     join stock_balance b on b.company_code = s.company_code and b.key_id = s.key_id
     where s.company_code = $1 and s.document_type = 'requisition' and s.document_id = any($2::uuid[]) and s.released_at is null and s.open_quantity > 0
     order by s.placed_at`,
    [companyCode, [...new Set(sources.map((source) => source.id))]],
  )
  const lines: (Record<string, unknown> & { source: { id: string; lineNo: number } })[] = []
  const missing: { index: number; quantity: Quantity }[] = []
  sources.forEach((source, index) => {
    let open = Number((source['wantedQuantity'] ?? source['openQuantity']) as string)
    for (const hold of held.filter(
      (one) => one.documentId === source.id && one.lineNo === source.lineNo,
    )) {
      const take = Math.min(open, Number(hold.quantity))
      if (take <= 0) continue
      open = Math.round((open - take) * 1000) / 1000
      lines.push({
        source: { id: source.id, lineNo: source.lineNo },
        quantity: String(take),
        bin: hold.bin,
        batch: hold.batch || null,
      })
    }
    if (open > 0) missing.push({ index, quantity: String(open) as Quantity })
  })
  const proposals = await proposeAllocation(tx, {
    companyCode,
    today,
    demands: missing.map(({ index, quantity }) => ({
      lineNo: index,
      plant: textOf(sources[index]!['plant']),
      storageLocation: textOf(sources[index]!['storageLocation']),
      materialNo: String(sources[index]!['materialNo']),
      specialStock: (sources[index]!['specialStock'] ?? '') as SpecialStock,
      specialStockReference: textOf(sources[index]!['specialStockReference']),
      quantity,
    })),
  })
  for (const proposal of proposals) {
    const source = sources[proposal.lineNo]!
    lines.push({
      source: { id: source.id, lineNo: source.lineNo },
      quantity: proposal.quantity,
      bin: proposal.key.bin,
      batch: proposal.key.batch || null,
    })
  }
  const [requester] = await tx.query<{ name: string }>(
    `select name from requester where company_code = $1 and requester = $2`,
    [companyCode, first['requester'] ?? ''],
  )
  return { header: { recipient: requester?.name ?? null }, lines }
}

export const goodsIssueEffects = effectsFor(goodsIssue, {
  actions: {
    ...reviewEffects(goodsIssue),
    ...postingEffects(goodsIssue),
    pick: check,
    issue,
    async reversePhysical(context) {
      const { lines, input } = context
      const before = await heldNow(context, requisitionsOf(lines))
      context.setHeader({ reversalReason: input.reason })
      context.reverseMoves()
      await context.releaseSources('all')
      context.afterwards(() => holdAgain(context, before))
    },
  },
  batchable: ['review', 'refuse', 'post'],
  prefill,
})
