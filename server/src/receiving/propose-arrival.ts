import { textOf } from '@kufang/kernel/text-of.ts'
import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { directReceipt } from '@kufang/contract/receiving/direct-receipt.ts'
import type { unannouncedArrival } from '@kufang/contract/receiving/unannounced-arrival.ts'
import type { PrefillOf } from '../document/effects/effects.ts'
import {
  binsForPurpose,
  plannedRatio,
  plannedSecondQuantity,
  readMaterials,
  readValuationTypes,
} from '../masters/public.ts'

type Arriving = PrefillOf<typeof arrival | typeof directReceipt | typeof unannouncedArrival>

/** What arrives of these lines, as far as it is known before: the receiving bins, the weight, and what was announced. */
export async function proposeArrival({ tx, sources }: Pick<Arriving, 'tx' | 'sources'>) {
  const first = sources[0]
  if (!first) return { header: {}, lines: [] }
  const bins = await binsForPurpose(tx, {
    companyCode: String(first.companyCode),
    plant: textOf(first.plant),
    storageLocation: textOf(first.storageLocation),
    purpose: 'receiving',
  })
  const materials = await readMaterials(
    tx,
    sources.map((source) => String(source.materialNo)),
  )
  const types = await readValuationTypes(tx, textOf(first.plant), materials.values())
  const valuationTypeOf = (source: (typeof sources)[number]) => {
    const [only = null, ...others] = types.get(String(source.materialNo)) ?? []
    return source.valuationType ?? (others.length === 0 ? only : null)
  }
  // What the goods should weigh, for comparison with the scale.
  const secondOf = (source: (typeof sources)[number]) => {
    const quantity = source.wantedQuantity ?? source.freeQuantity
    const planned = plannedSecondQuantity(materials.get(String(source.materialNo)), quantity)
    return planned === null ? {} : { secondQuantity: planned }
  }
  return {
    secondRatios: sources.map((source) => plannedRatio(materials.get(String(source.materialNo)))),
    header: {
      visualCheck: 'intact',
      unloadingPoint: first.unloadingPoint ?? null,
      countedPackages: first.packages ?? null,
    },
    lines: sources.map((source) => ({
      source: { id: source.id, lineNo: source.lineNo },
      quantity: source.wantedQuantity ?? source.freeQuantity,
      bin: bins.get(materials.get(String(source.materialNo))?.hazardClass ?? '') ?? null,
      ...secondOf(source),
      reference: source.reference ?? null,
      batch: source.batch ?? null,
      heatNo: source.heatNo ?? null,
      certificateNo: source.certificateNo ?? null,
      valuationType: valuationTypeOf(source),
      productionDate: source.productionDate ?? null,
      expiryDate: source.expiryDate ?? null,
    })),
  }
}
