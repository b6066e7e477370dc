import { addAll } from '@kufang/kernel/add-all.ts'
import {
  isNegative,
  isPositive,
  isZero,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { deviationProblem } from '../document/draft/second-quantity.ts'
import { plannedSecondQuantity, readMaterials, type Material } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'

// Goods with a second unit are counted in both: twelve pipes, and what they weigh. Pieces that are missing and weight that
// is missing are found, explained and put right together.

/** What of a stocktaking line is in either unit. */
export interface BothCounts {
  lineNo: number
  materialNo: string
  /** What the books had when it was counted. */
  bookAtCount: Quantity | null
  secondAtCount: Quantity | null
  countedQuantity: Quantity | null
  countedSecondQuantity: Quantity | null
  recountedQuantity: Quantity | null
  recountedSecondQuantity: Quantity | null
}

/** The last count of a line in both units; null while it is not counted, in the second unit also where it has none. */
export const foundOf = (
  line: Omit<BothCounts, 'lineNo' | 'materialNo' | 'bookAtCount' | 'secondAtCount'>,
): { quantity: Quantity | null; second: Quantity | null } =>
  line.recountedQuantity === null
    ? { quantity: line.countedQuantity, second: line.countedSecondQuantity }
    : { quantity: line.recountedQuantity, second: line.recountedSecondQuantity }

/** What is counted of a line that the books have in a second unit; of others null. */
export const secondDifferenceOf = (line: BothCounts): Quantity | null => {
  const { second } = foundOf(line)
  return second === null || line.secondAtCount === null
    ? null
    : subtractQuantity(second, line.secondAtCount)
}

/**
 * Counts just entered, with what the second unit of their material demands: a second quantity beside every count, within
 * the permitted deviation unless it is what the books say; zero pieces have none. One statement at most.
 * @param fields the names of the count and of its second quantity
 * @throws Refusal 'second-quantity-required', 'second-quantity-deviates', 'second-quantity-without-goods'
 */
export async function withSecondCounts(
  tx: Transaction,
  lines: readonly BothCounts[],
  given: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
  fields: { count: string; second: string },
): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>> {
  const counted = lines.filter(({ lineNo }) => given.has(lineNo))
  const materials = await readMaterials(
    tx,
    counted.map(({ materialNo }) => materialNo),
  )
  const problems: RefusalDetail[] = []
  const complete = counted.map((line) => {
    const entered = entryOf(given, line.lineNo)
    const material = materials.get(line.materialNo)
    if (material === undefined || material.secondUnit === null)
      return [line.lineNo, entered] as const
    const quantity = entered[fields.count] as Quantity
    const second = (entered[fields.second] as Quantity | null | undefined) ?? null
    addAll(problems, secondProblem(material, line, { quantity, second }, fields.second))
    return [line.lineNo, { ...entered, [fields.second]: second ?? zeroQuantity }] as const
  })
  if (problems.length > 0) throw refuseAll(problems)
  return new Map(complete)
}

function secondProblem(
  material: Material,
  line: BothCounts,
  { quantity, second }: { quantity: Quantity; second: Quantity | null },
  field: string,
): RefusalDetail[] {
  const at = { line: line.lineNo, field }
  const { materialNo, unit, secondUnit } = material
  if (isZero(quantity)) {
    if (second === null || isZero(second)) return []
    const params = { material: materialNo, unit, second, secondUnit: secondUnit! }
    return [{ code: 'second-quantity-without-goods', params, ...at }]
  }
  if (second === null) {
    const planned = plannedSecondQuantity(material, quantity)!
    const params = { material: materialNo, planned, secondUnit: secondUnit! }
    return [{ code: 'second-quantity-required', params, ...at }]
  }
  // What lies there may deviate by now; a count that confirms it is right.
  if (quantity === line.bookAtCount && second === line.secondAtCount) return []
  return deviationProblem(material, quantity, second, at)
}

/** What puts a difference right: out of the stock what is missing, into it what is too much; null if nothing does. */
export interface Adjustment {
  isShort: boolean
  /** Zero where the pieces are right and their second quantity is not. */
  quantity: Quantity
  /** Negative where the second quantity changes the other way; undefined of goods that have none. */
  secondQuantity: Quantity | undefined
}

export function adjustmentOf(line: {
  differenceQuantity: Quantity | null
  secondDifferenceQuantity: Quantity | null
}): Adjustment | null {
  const difference = line.differenceQuantity ?? zeroQuantity
  const second = line.secondDifferenceQuantity
  if (isZero(difference) && isZero(second ?? zeroQuantity)) return null
  const isShort = isZero(difference) ? !isPositive(second!) : isNegative(difference)
  const oriented = (quantity: Quantity) => (isShort ? negateQuantity(quantity) : quantity)
  return {
    isShort,
    quantity: oriented(difference),
    secondQuantity: second === null ? undefined : oriented(second),
  }
}
