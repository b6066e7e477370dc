import { textOf } from '@kufang/kernel/text-of.ts'
import {
  isPositive,
  minimumQuantity,
  subtractQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { PrefillRequest } from '../document/act/effects.ts'
import { proposeAllocation, type SpecialStock } from '../stock/public.ts'

/** Proposes stock held for the requisition first, then by earliest expiry or receipt. */
export async function proposeIssue({ tx, today, sources }: PrefillRequest) {
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
    let open = (source['wantedQuantity'] ?? source['freeQuantity']) as Quantity
    for (const hold of held.filter(
      (one) => one.documentId === source.id && one.lineNo === source.lineNo,
    )) {
      const take = minimumQuantity(open, hold.quantity)
      if (!isPositive(take)) continue
      open = subtractQuantity(open, take)
      lines.push({
        source: { id: source.id, lineNo: source.lineNo },
        quantity: take,
        bin: hold.bin,
        batch: hold.batch || null,
      })
    }
    if (isPositive(open)) missing.push({ index, quantity: open })
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
