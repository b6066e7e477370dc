import {
  compareDecimals,
  proportionOfDecimal,
  subtractDecimals,
} from '@kufang/kernel/decimal-text.ts'
import { isPositive, type Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Material } from '../../masters/public.ts'
import type { DraftContent, Maker } from './draft.ts'
import { unitProblem } from './unit-problem.ts'

/**
 * Gives a line the second unit of its material, and checks the second quantity entered for it: its decimals, and that it
 * deviates from the planned ratio by no more than the material permits; what the system passes on has moved already.
 */
export function completeSecondUnit(
  material: Material,
  line: DraftContent['lines'][number],
  maker: Maker,
): RefusalDetail[] {
  const second = (line['secondQuantity'] as Quantity | null | undefined) ?? null
  line['secondUnit'] = material.secondUnit
  if (second === null) return []
  const at = { line: line.lineNo, field: 'secondQuantity' }
  const problems = secondUnitProblem(material, second, at)
  return problems.length > 0 || maker === 'system'
    ? problems
    : deviationProblem(material, line.quantity, second, at)
}

interface Place {
  line: number
  field: string
}

/** Refuses a second quantity of a material that has no second unit, or with more decimals than that unit permits. */
export function secondUnitProblem(
  { materialNo, secondUnit, secondUnitDecimals }: Material,
  second: Quantity,
  at: Place,
): RefusalDetail[] {
  if (secondUnit === null)
    return [{ code: 'second-unit-none', params: { material: materialNo }, ...at }]
  const unit = { unit: secondUnit, unitDecimals: secondUnitDecimals }
  return unitProblem(unit, second, at.line, at.field)
}

/** Refuses a second quantity that deviates from the planned ratio by more than its material permits. */
export function deviationProblem(
  material: Material,
  quantity: Quantity,
  second: Quantity,
  at: Place,
): RefusalDetail[] {
  if (!isPositive(quantity)) return []
  const { unit, secondUnit, secondNumerator, secondDenominator, secondDeviationPercent } = material
  const [numerator, denominator] = [String(secondNumerator), String(secondDenominator)]
  const planned = proportionOfDecimal(quantity, numerator, denominator, 9)
  const difference = subtractDecimals(second, planned).replace('-', '')
  const limit = String(secondDeviationPercent)
  // difference > planned × limit %, without a division that rounds.
  if (compareDecimals(proportionOfDecimal(planned, limit, '100', 12), difference) >= 0) return []
  return [
    {
      code: 'second-quantity-deviates',
      params: {
        quantity,
        unit,
        planned: proportionOfDecimal(planned, '1', '1', material.secondUnitDecimals),
        second,
        secondUnit: secondUnit!,
        numerator,
        denominator,
        deviation: proportionOfDecimal(difference, '100', planned, 1),
        limit,
      },
      ...at,
    },
  ]
}
