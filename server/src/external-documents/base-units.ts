import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { enteredInBaseUnit, toBaseUnit, type UnitFraction } from '@kufang/kernel/unit-conversion.ts'

/** What is known of a material's units. */
export interface KnownUnits {
  /** The base unit and its decimals. */
  unit: string
  unitDecimals: number
  /** The material's other units. */
  units: ReadonlyMap<string, UnitFraction>
}

/** The units of an ERP item's line, and the conversion of its quantities. */
export interface ItemUnits {
  fields: {
    unit: string
    entryUnit: string | null
    unitNumerator: number | null
    unitDenominator: number | null
  }
  /** A quantity of the item in the base unit; unchanged if no usable conversion is known. */
  toBase: (quantity: Quantity) => Quantity
  /** A quantity the ERP has in the base unit; zero if the line is in another one because no conversion is known. */
  inBase: (quantity: Quantity) => Quantity
}

/**
 * How the quantities of an item are converted to the base unit of its material: by the item's own fraction, otherwise by
 * the material's. Without a usable one the line keeps the ERP's quantity and unit, names the unit as its entry unit
 * without a fraction, and is refused as a source of documents (`unit-conversion-unknown`).
 * @param decimalsOf the decimal places of a unit
 */
export function unitsOfItem(
  item: { unit: string; quantity: Quantity; toBaseUnit?: UnitFraction | null },
  known: KnownUnits | undefined,
  decimalsOf: (unit: string) => number,
): ItemUnits {
  const unit = item.unit || known?.unit || ''
  const unchanged = (quantity: Quantity) => quantity
  // Of an unknown material only the line's own unit is known; its lines are refused anyway.
  if (known === undefined || unit === known.unit)
    return {
      fields: { unit, entryUnit: null, unitNumerator: null, unitDenominator: null },
      toBase: unchanged,
      inBase: unchanged,
    }
  const fraction = item.toBaseUnit ?? known.units.get(unit)
  const outcome =
    fraction && enteredInBaseUnit(item.quantity, fraction, known.unitDecimals, decimalsOf(unit))
  if (!fraction || (outcome && !('base' in outcome)))
    return {
      fields: { unit, entryUnit: unit, unitNumerator: null, unitDenominator: null },
      toBase: unchanged,
      inBase: () => zeroQuantity,
    }
  return {
    fields: {
      unit: known.unit,
      entryUnit: unit,
      unitNumerator: fraction.numerator,
      unitDenominator: fraction.denominator,
    },
    toBase: (quantity) => toBaseUnit(quantity, fraction),
    inBase: unchanged,
  }
}
