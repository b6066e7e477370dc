import type { SecondRatio } from '@kufang/contract/document/api.ts'
import { isPositive, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Material } from '../../masters/public.ts'
import { deviationProblem } from './second-quantity.ts'

/**
 * The ratio by which the second quantity of goods of this stock is proposed; null if the material has no second unit, if
 * nothing lies there, or if what lies there deviates so much that entering its share would be refused: the ledger then
 * takes the share itself.
 */
export function ratioOfStock(
  material: Material | undefined,
  { quantity, secondQuantity }: { quantity: Quantity; secondQuantity: Quantity | null },
): SecondRatio | null {
  if (!material || material.secondUnit === null || secondQuantity === null) return null
  if (!isPositive(quantity) || !isPositive(secondQuantity)) return null
  const at = { line: 0, field: 'secondQuantity' }
  if (deviationProblem(material, quantity, secondQuantity, at).length > 0) return null
  return { quantity, secondQuantity, decimals: material.secondUnitDecimals }
}
