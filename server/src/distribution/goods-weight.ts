import type { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { readMaterials, weightKgOf } from '../masters/public.ts'
import type { SaveContext } from '../document/effects/effects.ts'

/** Writes the hazard class and the weight of each line, of which nothing may be known. */
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
      lineWeightKg: weightKgOf(material, line.quantity!),
    })
  }
}
