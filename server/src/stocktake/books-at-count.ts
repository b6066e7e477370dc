import { companyMoment } from '@kufang/kernel/company-day.ts'
import { subtractQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { readPiecesAt, readQuantitiesAt } from '../ledger/public.ts'

// Goods go on moving while others count: a line is compared with what the books had when it was counted, which is the
// snapshot and whatever the ledger moved since.

/** What of a stocktaking line the ledger is asked by. */
export interface CountedLine {
  lineNo: number
  materialNo: string
  secondUnit: string | null
  /** What the books had at the snapshot. */
  quantity: Quantity
  [field: string]: unknown
}

/** Fields of a line that say what the books had when it was counted. */
export interface BooksAtCount {
  countedAt: string
  bookAtCount: Quantity
  secondAtCount: Quantity | null
  movedQuantity: Quantity
  serialNumbers: string[] | null
}

const minuteMs = 60_000

/**
 * When lines were counted, where the person says so: between the snapshot and now. A clock that shows minutes may show the
 * minute of the snapshot.
 * @returns the moments by line, and `count-time-outside` of those that cannot be
 */
export function momentsOf(
  snapshotAt: string,
  now: Date,
  given: readonly { lineNo: number; seenAt?: string | null }[],
): { moments: ReadonlyMap<number, string>; problems: RefusalDetail[] } {
  const snapshot = Date.parse(snapshotAt)
  const moments = new Map<number, string>()
  const problems: RefusalDetail[] = []
  for (const { lineNo, seenAt } of given) {
    if (seenAt === null || seenAt === undefined) continue
    const time = Date.parse(seenAt)
    if (time > now.getTime() || time < snapshot - (snapshot % minuteMs)) {
      const [at, from, until] = [seenAt, snapshotAt, now].map(companyMoment)
      problems.push({
        code: 'count-time-outside',
        params: { given: at!, snapshot: from!, now: until! },
        line: lineNo,
        field: 'seenAt',
      })
    } else moments.set(lineNo, new Date(Math.max(time, snapshot)).toISOString())
  }
  return { moments, problems }
}

/**
 * What the books had of these lines when each was counted, by line; at most three statements, whatever their number.
 * @param moments when a line was counted, if not now
 */
export async function readBooksAtCount(
  tx: Transaction,
  document: Readonly<Record<string, unknown>> & { companyCode: string },
  lines: readonly CountedLine[],
  moments: ReadonlyMap<number, string>,
  now: Date,
): Promise<Map<number, BooksAtCount>> {
  const { companyCode } = document
  const keys = lines.map((line) => stockOfLine(document, line))
  const at = lines.map(({ lineNo }) => moments.get(lineNo) ?? null)
  const found = await readQuantitiesAt(tx, companyCode, keys, at)
  const pieces = await readPiecesOfLines(tx, document, lines, moments)
  return new Map(
    lines.map(({ lineNo, quantity, secondUnit }, index) => {
      const book = itemAt(found, index)
      const books = {
        countedAt: at[index] ?? now.toISOString(),
        bookAtCount: book.quantity,
        secondAtCount: secondUnit === null ? null : (book.secondQuantity ?? zeroQuantity),
        movedQuantity: subtractQuantity(book.quantity, quantity),
        serialNumbers: pieces.get(lineNo) ?? null,
      }
      return [lineNo, books]
    }),
  )
}

/** The pieces that lay there at these moments, by line, of goods with serial numbers; one statement if there are any. */
export async function readPiecesOfLines(
  tx: Transaction,
  document: Readonly<Record<string, unknown>> & { companyCode: string },
  lines: readonly { lineNo: number; materialNo: string }[],
  moments: ReadonlyMap<number, string> = new Map(),
): Promise<Map<number, string[]>> {
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo),
  )
  const managed = lines.filter(({ materialNo }) => materials.get(materialNo)?.isSerialManaged)
  if (managed.length === 0) return new Map()
  const keys = managed.map((line) => stockOfLine(document, line))
  const at = managed.map(({ lineNo }) => moments.get(lineNo) ?? null)
  const found = await readPiecesAt(tx, document.companyCode, keys, at)
  return new Map(managed.map(({ lineNo }, index) => [lineNo, itemAt(found, index)]))
}
