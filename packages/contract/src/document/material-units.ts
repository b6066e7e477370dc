import type { SecondRatio } from './api.ts'

/** A unit of a material with its exact fraction: `numerator` base units are `denominator` of it. */
export interface MaterialUnitRow {
  materialNo: string
  unit: string
  numerator: number
  denominator: number
  /** Decimal places of quantities in it. */
  decimals: number
  /** With the base unit: the planned ratio to the second unit, if the material has one. */
  secondRatio?: SecondRatio
  /** With the base unit: each piece of the material has a serial number. */
  isSerialManaged?: true
}
