import { compareQuantity, parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'

// Goods with serial numbers are counted by piece, and the same number of pieces may be others than the books have.

/** What of a stocktaking line is by piece; the books' pieces are null of goods without serial numbers. */
export interface PieceCounts {
  lineNo: number
  materialNo: string
  unit: string
  /** What the books had when it was counted, of which `serialNumbers` are the pieces. */
  bookAtCount: Quantity | null
  serialNumbers: string[] | null
  countedSerialNumbers: string[] | null
  recountedSerialNumbers: string[] | null
  recountedQuantity: Quantity | null
}

/** Pieces that the books have and nobody found, and pieces found that the books do not have. */
export interface PieceDifference {
  missing: string[]
  surplus: string[]
}

/** The pieces of the last count of a line. */
const foundPieces = (
  line: Pick<PieceCounts, 'countedSerialNumbers' | 'recountedSerialNumbers' | 'recountedQuantity'>,
): readonly string[] =>
  (line.recountedQuantity === null ? line.countedSerialNumbers : line.recountedSerialNumbers) ?? []

/**
 * How the pieces found differ from those of the books. Goods that were in stock before their material had serial numbers have
 * none in the books: so many of the pieces found are they.
 */
export function pieceDifference(line: Omit<PieceCounts, 'lineNo' | 'materialNo' | 'unit'>) {
  const { serialNumbers: known, bookAtCount } = line
  if (known === null) return { missing: null, surplus: null }
  const found = foundPieces(line)
  const unnamed = Math.max(0, Math.floor(Number(bookAtCount ?? 0)) - known.length)
  return {
    missing: known.filter((one) => !found.includes(one)),
    surplus: found.filter((one) => !known.includes(one)).slice(unnamed),
  }
}

/** Whether other pieces were found than the books have. */
export const differsByPiece = ({
  missingSerialNumbers,
  surplusSerialNumbers,
}: {
  missingSerialNumbers: string[] | null
  surplusSerialNumbers: string[] | null
}): boolean => [...(missingSerialNumbers ?? []), ...(surplusSerialNumbers ?? [])].length > 0

/**
 * Checks the pieces of counts just entered: as many as counted, of goods with serial numbers only, and no piece on two lines.
 * @param after the lines with what was entered
 * @throws Refusal `serial-numbers-required`, `serial-numbers-not-managed`, `serial-number-doubled`
 */
export async function checkCountedPieces(
  tx: Transaction,
  after: readonly PieceCounts[],
  given: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
  fields: { count: string; pieces: string },
): Promise<void> {
  const entered = after.filter(({ lineNo }) => given.has(lineNo))
  const materials = await readMaterials(
    tx,
    entered.map(({ materialNo }) => materialNo),
  )
  const problems: RefusalDetail[] = []
  for (const { lineNo, materialNo: material, unit } of entered) {
    const one = entryOf(given, lineNo)
    const quantity = one[fields.count] as Quantity
    const numbers = (one[fields.pieces] as string[] | null | undefined) ?? []
    const at = { line: lineNo, field: fields.pieces }
    const isManaged = materials.get(material)?.isSerialManaged === true
    if (!isManaged && numbers.length > 0)
      problems.push({
        code: 'serial-numbers-not-managed',
        params: { material, given: numbers.length },
        ...at,
      })
    if (isManaged && compareQuantity(parseQuantity(numbers.length), quantity) !== 0)
      problems.push({
        code: 'serial-numbers-required',
        params: { material, quantity, given: numbers.length, unit },
        ...at,
      })
  }
  const holders = new Map<string, number>()
  for (const line of after)
    for (const serialNo of foundPieces(line)) {
      const key = `${line.materialNo}/${serialNo}`
      const other = holders.get(key)
      if (other !== undefined)
        problems.push({
          code: 'serial-number-doubled',
          params: { serialNo, other },
          line: line.lineNo,
          field: fields.pieces,
        })
      holders.set(key, line.lineNo)
    }
  if (problems.length > 0) throw refuseAll(problems)
}
