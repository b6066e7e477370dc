import type { Transaction } from '../platform/database/database.ts'
import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import type { PrefillOf } from '../document/effects/effects.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import {
  isPositive,
  minimumQuantity,
  subtractQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { ratiosOfStock, stockOfLine } from '../document/draft/stock-lines.ts'
import { readMaterials } from '../masters/public.ts'
import { readStockRule, wantedStocks } from '../requisition/public.ts'
import { proposeAllocation, readPieces } from '../ledger/public.ts'

/** The fields of a line that say which stock is taken. */
const placeOf = (stock: {
  bin: string
  batch: string
  specialStock: string
  specialStockReference: string
}) => ({
  bin: stock.bin,
  batch: stock.batch || null,
  specialStock: stock.specialStock || null,
  specialStockReference: stock.specialStockReference || null,
})

/**
 * Proposes stock held for the requisition first, then by earliest expiry or receipt; of a wanted batch nothing else,
 * however little there is of it.
 */
export async function proposeIssue({ tx, today, sources }: PrefillOf<typeof goodsIssue>) {
  const first = sources[0]
  if (!first) return { header: {}, lines: [] }
  const companyCode = String(first.companyCode)
  const keyOf = ({ id, lineNo }: { id: string; lineNo: number }) => `${id}/${lineNo}`
  const sourceOf = new Map(
    sources.map((source) => [keyOf(source), { materialNo: source.materialNo }]),
  )
  const held = await tx.query<{
    documentId: string
    lineNo: number
    bin: string
    batch: string
    specialStock: string
    specialStockReference: string
    quantity: Quantity
  }>(
    `select s.document_id, s.line_no, b.bin, b.batch, b.special_stock, b.special_stock_reference, s.open_quantity as quantity from stock_hold s
     join stock_balance b on b.company_code = s.company_code and b.key_id = s.key_id
     where s.company_code = $1 and s.document_type = 'requisition' and s.document_id = any($2::uuid[]) and s.released_at is null and s.open_quantity > 0
     order by s.placed_at`,
    [companyCode, [...new Set(sources.map((source) => source.id))]],
  )
  const lines: (Record<string, unknown> & { source: { id: string; lineNo: number } })[] = []
  const missing: { index: number; quantity: Quantity }[] = []
  sources.forEach((source, index) => {
    let open = source.wantedQuantity ?? source.freeQuantity
    for (const hold of held.filter(
      (one) => one.documentId === source.id && one.lineNo === source.lineNo,
    )) {
      const take = minimumQuantity(open, hold.quantity)
      if (!isPositive(take)) continue
      open = subtractQuantity(open, take)
      lines.push({
        source: { id: source.id, lineNo: source.lineNo },
        quantity: take,
        ...placeOf(hold),
      })
    }
    if (isPositive(open)) missing.push({ index, quantity: open })
  })
  const rule = await readStockRule(tx, first)
  const proposals = await proposeAllocation(tx, {
    companyCode,
    today,
    demands: missing.map(({ index, quantity }) => ({
      lineNo: index,
      plant: textOf(itemAt(sources, index).plant),
      storageLocation: textOf(itemAt(sources, index).storageLocation),
      materialNo: String(itemAt(sources, index).materialNo),
      batch: textOf(itemAt(sources, index).batch) || undefined,
      stocks: wantedStocks(rule, first, itemAt(sources, index)),
      quantity,
    })),
  })
  for (const proposal of proposals) {
    const source = itemAt(sources, proposal.lineNo)
    lines.push({
      source: { id: source.id, lineNo: source.lineNo },
      quantity: proposal.quantity,
      ...placeOf(proposal.key),
    })
  }
  const [requester] = await tx.query<{ name: string }>(
    `select name from requester where company_code = $1 and requester = $2`,
    [companyCode, first.requester ?? ''],
  )
  const taken = lines.map((line) => ({ ...sourceOf.get(keyOf(line.source)), ...line }))
  const secondRatios = await ratiosOfStock(tx, first, taken)
  await proposePieces(tx, first, taken, lines)
  return { header: { recipient: requester?.name ?? null }, lines, secondRatios }
}

type Proposed = Record<string, unknown> & { quantity?: unknown }

/** Proposes the oldest pieces of each line's stock, of materials with serial numbers. */
async function proposePieces(
  tx: Transaction,
  header: Readonly<Record<string, unknown>>,
  taken: readonly Proposed[],
  lines: readonly Record<string, unknown>[],
): Promise<void> {
  const materials = await readMaterials(
    tx,
    taken.map((line) => textOf(line['materialNo'])),
  )
  const managed = taken.flatMap((line, index) =>
    materials.get(textOf(line['materialNo']))?.isSerialManaged ? [{ line, index }] : [],
  )
  if (managed.length === 0) return
  const pieces = await readPieces(
    tx,
    textOf(header['companyCode']),
    managed.map(({ line }) => stockOfLine(header, line)),
  )
  const proposed = new Set<string>()
  for (const [position, { line, index }] of managed.entries()) {
    const keyOf = (serialNo: string) => `${textOf(line['materialNo'])}/${serialNo}`
    const own = itemAt(pieces, position).filter((one) => !proposed.has(keyOf(one)))
    const serialNumbers = own.slice(0, Number(line.quantity))
    for (const one of serialNumbers) proposed.add(keyOf(one))
    itemAt(lines, index)['serialNumbers'] = serialNumbers
  }
}
