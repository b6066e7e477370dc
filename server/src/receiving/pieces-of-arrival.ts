import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { areCopied, notOfSource, serialNumbersOf } from '../document/draft/serial-numbers.ts'
import { takenPieces } from '../document/draft/taken-pieces.ts'
import type { Queryable } from '../platform/database/database.ts'

// The pieces of an arrival line that a receipt can take: the accepted ones or the rejected ones, without those of other
// receipts.

type Values = Readonly<Record<string, unknown>>
type Source = Values & { id: string; lineNo: number; docNo: string }

/**
 * The pieces that can still be received of arrival lines, by `id/line/category`. No statement if no line has serial numbers.
 */
export async function openPieces(
  queryable: Queryable,
  companyCode: string,
  sources: readonly Source[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const numbered = sources.filter((source) => serialNumbersOf(source).length > 0)
  if (numbered.length === 0) return new Map()
  const received = await takenPieces(
    queryable,
    companyCode,
    goodsReceipt,
    numbered.map(({ id }) => id),
  )
  return new Map(
    numbered.flatMap((source) => {
      const taken = received.get(`${source.id}/${source.lineNo}`) ?? []
      const rejected = (source['rejectedSerialNumbers'] as string[] | null) ?? []
      const open = serialNumbersOf(source).filter((one) => !taken.includes(one))
      const key = `${source.id}/${source.lineNo}`
      return [
        [`${key}/UU`, open.filter((one) => !rejected.includes(one))] as const,
        [`${key}/BL`, open.filter((one) => rejected.includes(one))] as const,
      ]
    }),
  )
}

/**
 * Gives lines of a receipt that name no pieces the first ones that are open, and refuses pieces that are not: received
 * already, decided otherwise, or never arrived.
 */
export function takeOpenPieces(
  lines: readonly {
    line: Partial<Pick<LineOf<typeof goodsReceipt>, 'stockCategory' | 'quantity'>> & {
      lineNo: number
      serialNumbers?: string[] | null
    }
    source: Source | null
  }[],
  open: ReadonlyMap<string, readonly string[]>,
): RefusalDetail[] {
  const taken = new Set<string>()
  return lines.flatMap(({ line, source }) => {
    if (source === null) return []
    const key = `${source.id}/${source.lineNo}`
    const pool = open.get(`${key}/${textOf(line.stockCategory, 'UU')}`)
    if (pool === undefined) return []
    if (!areCopied(line, source)) return notOfSource(line, `${source.docNo}/${source.lineNo}`, pool)
    const free = pool.filter((one) => !taken.has(`${key}/${one}`))
    const own = free.slice(0, Number(line.quantity))
    for (const one of own) taken.add(`${key}/${one}`)
    line.serialNumbers = own
    return []
  })
}
