import type { Store } from './organization.ts'

/** A group of ten materials. */
export interface MaterialFamily {
  materialGroup: string
  name: string
  english: string
  store: Store
  unit: string
  /** Ten entries: a specification, or `name|specification|hazard class` for distinct substances. */
  specifications: readonly string[]
  grades: readonly string[]
  /** Price per unit in yuan: of the first and of the last specification. */
  price: readonly [number, number]
  /** The usual order quantity. */
  quantity: readonly [number, number]
  /** Pieces in a box, in which some orders are placed. */
  boxOf?: number
  /** Grams of one unit of each specification, where the goods are weighed besides (second unit KG). */
  gramsOfUnit?: readonly number[]
  drawing?: string
  isBatchManaged?: boolean
  isSerialManaged?: boolean
  isInspectionFree?: boolean
  shelfLifeDays?: number
  criticality?: 'A' | 'B' | 'C'
  documents: readonly string[]
  /** For each piece, with their number. */
  spares?: readonly string[]
}

/** Ten nominal diameters. */
export const sizes = (prefix: string, suffix = '') =>
  [15, 20, 25, 40, 50, 80, 100, 150, 200, 250].map((size) => `${prefix}DN${size}${suffix}`)

/** Documents supplied with goods of this kind. */
export const mechanical = ['合格证', '质保书'] as const
export const pressure = ['合格证', '质保书', '特种设备制造监检证书'] as const
export const electrical = ['合格证', '型式试验报告'] as const
