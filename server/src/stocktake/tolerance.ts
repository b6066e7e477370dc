import {
  countClasses,
  toleranceAmountMax,
  toleranceQuantityMax,
  type CountClass,
} from '@kufang/contract/system/count-parameters.ts'
import {
  compareMoney,
  negateMoney,
  parseMoney,
  zeroMoney,
  type Money,
} from '@kufang/kernel/money.ts'
import {
  compareQuantity,
  isNegative,
  isZero,
  negateQuantity,
  parseQuantity,
  percentOfQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

// A small difference of cheap goods is explained at once; a larger one is counted again by another person first. What is
// large, in quantity and in value, is a matter of the ABC class of the material.

/** What of a compared line decides whether it is counted again. */
export interface ComparedLine {
  lineNo: number
  materialNo: string
  bookAtCount: Quantity | null
  secondAtCount: Quantity | null
  differenceQuantity: Quantity | null
  secondDifferenceQuantity: Quantity | null
  /** null if its price is unknown. */
  differenceAmount: Money | null
  missingSerialNumbers: string[] | null
  surplusSerialNumbers: string[] | null
}

/** A limit of zero admits no difference; null: there is no limit. */
interface Tolerance {
  percent: number | null
  amount: Money | null
}

/** The class by which a material is counted. */
export const countClassOf = (abcClass: string | null | undefined): CountClass =>
  abcClass === 'A' || abcClass === 'B' || abcClass === 'C' ? abcClass : 'Other'

async function readTolerance(
  tx: Transaction,
  companyCode: string,
  of: CountClass,
): Promise<Tolerance> {
  const percent = await readParameter(tx, `stocktake.toleranceQuantity${of}`, { companyCode })
  const amount = await readParameter(tx, `stocktake.toleranceAmount${of}`, { companyCode })
  return {
    percent: percent === toleranceQuantityMax ? null : percent,
    amount: amount === toleranceAmountMax ? null : parseMoney(amount),
  }
}

/** The classes of these lines' materials, by line. */
async function countClassesOf(
  tx: Transaction,
  lines: readonly { lineNo: number; materialNo: string }[],
): Promise<Map<number, CountClass>> {
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo),
  )
  return new Map(
    lines.map(({ lineNo, materialNo }) => [
      lineNo,
      countClassOf(materials.get(materialNo)?.abcClass),
    ]),
  )
}

/**
 * The lines that differ by more than their class permits. The number of statements does not depend on the lines; the
 * parameters are in the memory of the process.
 */
export async function linesBeyondTolerance(
  tx: Transaction,
  companyCode: string,
  lines: readonly ComparedLine[],
): Promise<Set<number>> {
  return linesWhere(tx, companyCode, lines, isBeyond)
}

/** The same of lines whose difference is worth more than the tolerance in amount of their class. */
export async function linesWorthMore(
  tx: Transaction,
  companyCode: string,
  lines: readonly Pick<ComparedLine, 'lineNo' | 'materialNo' | 'differenceAmount'>[],
): Promise<Set<number>> {
  return linesWhere(tx, companyCode, lines, (line, { amount }) => isWorthMore(line, amount))
}

async function linesWhere<Line extends { lineNo: number; materialNo: string }>(
  tx: Transaction,
  companyCode: string,
  lines: readonly Line[],
  isMeant: (line: Line, tolerance: Tolerance) => boolean,
): Promise<Set<number>> {
  if (lines.length === 0) return new Set()
  const classes = await countClassesOf(tx, lines)
  const tolerances = new Map<CountClass, Tolerance>()
  for (const one of Object.keys(countClasses) as CountClass[])
    // oxlint-disable-next-line no-await-in-loop -- four classes, from the memory of the process
    tolerances.set(one, await readTolerance(tx, companyCode, one))
  return new Set(
    lines.flatMap((line) =>
      isMeant(line, entryOf(tolerances, entryOf(classes, line.lineNo))) ? [line.lineNo] : [],
    ),
  )
}

function isBeyond(line: ComparedLine, { percent, amount }: Tolerance): boolean {
  const difference = line.differenceQuantity ?? zeroQuantity
  const second = line.secondDifferenceQuantity ?? zeroQuantity
  const pieces = (line.missingSerialNumbers ?? []).length + (line.surplusSerialNumbers ?? []).length
  if (isZero(difference) && isZero(second) && pieces === 0) return false
  const exceeds = (found: Quantity, book: Quantity | null) =>
    percent !== null &&
    compareQuantity(
      isNegative(found) ? negateQuantity(found) : found,
      percentOfQuantity(book ?? zeroQuantity, String(percent)),
    ) > 0
  return (
    exceeds(difference, line.bookAtCount) ||
    exceeds(second, line.secondAtCount) ||
    exceeds(parseQuantity(pieces), line.bookAtCount) ||
    isWorthMore(line, amount)
  )
}

function isWorthMore(
  { differenceAmount }: Pick<ComparedLine, 'differenceAmount'>,
  limit: Money | null,
): boolean {
  if (limit === null) return false
  if (differenceAmount === null) return true
  const amount =
    compareMoney(differenceAmount, zeroMoney) < 0 ? negateMoney(differenceAmount) : differenceAmount
  return compareMoney(amount, limit) > 0
}
