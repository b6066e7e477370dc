import { addDays } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { DemonstrationMaterial } from './materials.ts'
import { comingLocation, liveLocations, makeBins } from './organization.ts'
import type { StorageLocation } from './organization.ts'
import { usualQuantity } from './purchase-orders.ts'
import { randomOf } from './random.ts'
import { numbersOfSeries } from '../document/journey/serial-numbers.ts'

export interface OpeningLine {
  materialNo: string
  bin: string
  batch: string
  stockCategory: 'UU' | 'QI' | 'BL'
  quantity: string
  /** What it was weighed at, if it is weighed. */
  secondQuantity: string | null
  /** One for each piece, of a material with serial numbers. */
  serialNumbers: readonly string[] | null
  amount: string
  productionDate: LocalDate | null
  expiryDate: LocalDate | null
}

/** The stock of a storage location when the product is introduced. */
export interface OpeningStock extends StorageLocation {
  lines: OpeningLine[]
}

/** What the ERP holds in the storage location that is not live yet: quantities of materials without batches. */
export function makeStockOfErp(
  materials: readonly DemonstrationMaterial[],
): { materialNo: string; quantity: string; stockCategory: 'UU' | 'QI' | 'BL' }[] {
  const random = randomOf('stock of the ERP')
  const simple = materials.filter(
    ({ store, isBatchManaged, hazardClass }) =>
      store === comingLocation.store && !isBatchManaged && hazardClass === '',
  )
  return simple.slice(0, 4).map((material, index) => ({
    materialNo: material.materialNo,
    quantity: usualQuantity(random, material, 0.5),
    stockCategory: index === 3 ? 'BL' : 'UU',
  }))
}

/**
 * About two thirds of the materials of each storage location: nearly all unrestricted, some in inspection or blocked.
 * Goods with a shelf life can still be issued; hazardous goods are in bins of their class.
 */
export function makeOpeningStock(
  materials: readonly DemonstrationMaterial[],
  today: LocalDate,
): OpeningStock[] {
  const bins = makeBins()
  return liveLocations.map((location) => {
    const random = randomOf(`opening ${location.storageLocation}`)
    const own = bins.filter((bin) => bin.storageLocation === location.storageLocation)
    const chosen = materials.filter(
      (material) => material.store === location.store && random.chance(66),
    )
    const used = new Set<string>()
    const lines = chosen.map((material, index): OpeningLine => {
      const draw = random.between(1, 100)
      const stockCategory = draw <= 92 ? 'UU' : draw <= 96 ? 'QI' : 'BL'
      const purpose = stockCategory === 'BL' ? 'rejects' : 'storage'
      const fitting = own.filter(
        (bin) => bin.hazardClass === material.hazardClass && bin.purpose === purpose,
      )
      const quantity = usualQuantity(random, material, 0.7)
      const life = material.shelfLifeDays
      const productionDate =
        life === null ? null : addDays(today, -random.between(5, Math.floor(life * 0.55)))
      const picked = random.pick(fitting)
      // A bin that takes one material only has one, as long as there are enough.
      const bin =
        picked.allowsMixing || !used.has(picked.bin)
          ? picked
          : (fitting.find((one) => !used.has(one.bin)) ?? picked)
      used.add(bin.bin)
      return {
        materialNo: material.materialNo,
        bin: bin.bin,
        batch: material.isBatchManaged
          ? `B${today.slice(2, 4)}${location.storageLocation}${String(index + 1).padStart(3, '0')}`
          : '',
        stockCategory,
        quantity,
        secondQuantity: weighed(material, quantity, index),
        serialNumbers: material.isSerialManaged
          ? numbersOfSeries(
              `${Number(today.slice(2, 4)) - 1}${location.storageLocation}${material.materialNo}`,
              Number(quantity),
            )
          : null,
        amount: (Number(quantity) * Number(material.price)).toFixed(2),
        productionDate,
        expiryDate: life === null || productionDate === null ? null : addDays(productionDate, life),
      }
    })
    return { ...location, lines }
  })
}

/** Kilograms, up to three percent more or less than planned, as scales and pipes are. */
function weighed(
  { gramsOfUnit }: DemonstrationMaterial,
  quantity: string,
  index: number,
): string | null {
  if (gramsOfUnit === null) return null
  return ((Number(quantity) * gramsOfUnit * (97 + (index % 7))) / 100_000).toFixed(1)
}
