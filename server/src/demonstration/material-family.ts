import type { Store } from './organization.ts'

/** Ten materials of one group. */
export interface MaterialFamily {
  materialGroup: string
  name: string
  english: string
  store: Store
  unit: string
  /** Ten entries: a specification, or `name|specification|hazard class` where each is a substance of its own. */
  specifications: readonly string[]
  grades: readonly string[]
  /** Yuan for one unit: of the first and of the last specification. */
  price: readonly [number, number]
  /** Usual quantity of an order. */
  quantity: readonly [number, number]
  drawing?: string
  isBatchManaged?: boolean
  isSerialManaged?: boolean
  isInspectionFree?: boolean
  shelfLifeDays?: number
  criticality?: 'A' | 'B' | 'C'
  documents: readonly string[]
}

/** Ten nominal diameters. */
export const sizes = (prefix: string, suffix = '') =>
  [15, 20, 25, 40, 50, 80, 100, 150, 200, 250].map((size) => `${prefix}DN${size}${suffix}`)

/** Papers that come with goods of a kind. */
export const mechanical = ['合格证', '质保书'] as const
export const pressure = ['合格证', '质保书', '特种设备制造监检证书'] as const
export const electrical = ['合格证', '型式试验报告'] as const
