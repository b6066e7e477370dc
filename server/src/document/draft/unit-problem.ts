import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Material } from '../../masters/public.ts'

/** The refusal of a quantity with more decimals than the unit of its material permits; none if it fits. */
export function unitProblem(
  { unit, unitDecimals }: Pick<Material, 'unit' | 'unitDecimals'>,
  quantity: string,
  line: number,
  field: string,
): RefusalDetail[] {
  if ((quantity.split('.')[1]?.length ?? 0) <= unitDecimals) return []
  return [
    {
      code: unitDecimals === 0 ? 'quantity-whole-only' : 'quantity-too-precise-for-unit',
      params: { unit, quantity, decimals: unitDecimals },
      line,
      field,
    },
  ]
}
