import { chemicalFamilies } from './chemical-families.ts'
import { electricalFamilies } from './electrical-families.ts'
import type { MaterialFamily } from './material-family.ts'
import { pipingFamilies } from './piping-families.ts'
import { spareFamilies } from './spare-families.ts'
import type { Store } from './organization.ts'
import { randomOf } from './random.ts'

export const units = [
  { unit: 'EA', nameZh: '个', nameEn: 'Each', decimals: 0 },
  { unit: 'BOX', nameZh: '盒', nameEn: 'Box', decimals: 0 },
  { unit: 'SET', nameZh: '套', nameEn: 'Set', decimals: 0 },
  { unit: 'M', nameZh: '米', nameEn: 'Metre', decimals: 3 },
  { unit: 'KG', nameZh: '千克', nameEn: 'Kilogram', decimals: 3 },
  { unit: 'L', nameZh: '升', nameEn: 'Litre', decimals: 3 },
  { unit: 'TO', nameZh: '吨', nameEn: 'Tonne', decimals: 3 },
] as const

export const families: readonly MaterialFamily[] = [
  ...pipingFamilies,
  ...spareFamilies,
  ...electricalFamilies,
  ...chemicalFamilies,
]

export interface DemonstrationMaterial {
  materialNo: string
  description: string
  descriptionEn: string
  specification: string
  materialGrade: string
  drawingNo: string
  manufacturer: string
  materialGroup: string
  unit: string
  /** Its other units: `numerator` base units are `denominator` of the unit. */
  units: readonly { unit: string; numerator: number; denominator: number }[]
  /** Grams of one unit, if it is weighed besides. */
  gramsOfUnit: number | null
  store: Store
  isBatchManaged: boolean
  isSerialManaged: boolean
  needsInspection: boolean
  shelfLifeDays: number | null
  minimumRemainingDays: number | null
  hazardClass: string
  criticality: 'A' | 'B' | 'C'
  abcClass: 'A' | 'B' | 'C'
  requiredDocuments: readonly string[]
  requiredSpares: readonly string[]
  /** Price per unit in yuan. */
  price: string
  /** The usual order quantity, in the unit. */
  quantity: readonly [number, number]
}

const manufacturers: Record<Store, readonly string[]> = {
  piping: ['沃岭流体', '泽川机械', '北屿特材', '恒岳重工'],
  spares: ['恒岳重工', '立岑传动', '泽川机械'],
  electrical: ['远崧电气', '铭朗仪控'],
  chemical: ['宏汐化工', '云汀化学', '澜港油品'],
}

/** Ten materials in each of thirty groups. */
export function makeMaterials(): DemonstrationMaterial[] {
  return families.flatMap((family) => {
    const random = randomOf(`materials ${family.materialGroup}`)
    return family.specifications.map((entry, index) =>
      makeMaterial(
        family,
        entry,
        index,
        random.pick(manufacturers[family.store]),
        random.pick(family.grades),
      ),
    )
  })
}

function makeMaterial(
  family: MaterialFamily,
  entry: string,
  index: number,
  manufacturer: string,
  grade: string,
): DemonstrationMaterial {
  const parts = entry.split('|')
  const isSubstance = parts.length === 3
  const name = isSubstance ? parts[0]! : family.name
  const specification = isSubstance ? parts[1]! : entry
  const number = `${family.materialGroup}${String(index + 1).padStart(4, '0')}`
  const [cheapest, dearest] = family.price
  // Prices grow faster than sizes.
  const price = cheapest * (dearest / cheapest) ** (index / (family.specifications.length - 1))
  const value = price * family.quantity[1]
  const shelfLifeDays = family.shelfLifeDays ?? null
  return {
    materialNo: number,
    description: `${name} ${specification}`.slice(0, 40),
    descriptionEn: `${family.english} ${isSubstance ? number : specification}`.slice(0, 40),
    specification,
    materialGrade: grade,
    drawingNo:
      family.drawing === undefined ? '' : `${family.drawing}-${String(index + 1).padStart(3, '0')}`,
    manufacturer,
    materialGroup: family.materialGroup,
    unit: family.unit,
    units:
      family.boxOf === undefined ? [] : [{ unit: 'BOX', numerator: family.boxOf, denominator: 1 }],
    gramsOfUnit: family.gramsOfUnit?.[index] ?? null,
    store: family.store,
    isBatchManaged: family.isBatchManaged ?? false,
    isSerialManaged: family.isSerialManaged ?? false,
    needsInspection: family.isInspectionFree !== true,
    shelfLifeDays,
    minimumRemainingDays: shelfLifeDays === null ? null : Math.floor(shelfLifeDays / 3),
    hazardClass: isSubstance ? parts[2]! : '',
    criticality: family.criticality ?? 'C',
    abcClass: value > 100_000 ? 'A' : value > 20_000 ? 'B' : 'C',
    requiredDocuments: family.documents,
    requiredSpares: family.spares ?? [],
    price: price.toFixed(2),
    quantity: family.quantity,
  }
}
