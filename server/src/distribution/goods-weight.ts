import type { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { plannedSecondQuantity, readMaterials } from '../masters/public.ts'
import type { SaveContext } from '../document/act/effects.ts'

const kilograms = 'KG'

/**
 * Writes the hazard class and the weight of each line: its quantity if the material is measured in kilograms, otherwise what
 * that weighs by the planned ratio of a second unit in kilograms; nothing where neither is known.
 */
export async function keepWeights({
  tx,
  lines,
}: SaveContext<typeof distributionOrder>): Promise<void> {
  const materials = await readMaterials(
    tx,
    lines.map(({ line }) => line.materialNo!),
  )
  for (const { line } of lines) {
    const material = materials.get(line.materialNo!)
    Object.assign(line, {
      hazardClass: material?.hazardClass ?? null,
      lineWeightKg: weightOf(material, line.quantity!),
    })
  }
}

function weightOf(
  material: Parameters<typeof plannedSecondQuantity>[0],
  quantity: Quantity,
): string | null {
  if (material?.unit === kilograms) return quantity
  return material?.secondUnit === kilograms ? plannedSecondQuantity(material, quantity) : null
}
