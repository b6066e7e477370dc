import { isQuantity, parseQuantity, sumQuantities } from '@kufang/kernel/quantity.ts'
import { isEmptyValue } from '../fields/entered-value.ts'
import type { Row } from '../fields/field-column.ts'
import { numberText } from '../grid/cell-format.ts'
import { withUnit } from '../text/unit-text.ts'

/**
 * The exact sum of a column over lines of one unit; null if the units differ or a cell is not a number. Of quantities in
 * another unit than the lines' only lines with such a quantity count; null without any.
 * @param unitField the field with the unit of the column
 */
export function sumOfColumn(
  lines: readonly Row[],
  field: string,
  unitField = 'unit',
): string | null {
  const isOwnUnit = unitField !== 'unit'
  const counted = isOwnUnit ? lines.filter((line) => !isEmptyValue(line[field])) : lines
  if (isOwnUnit && counted.length === 0) return null
  const units = new Set(counted.map((line) => line[unitField] ?? ''))
  if (units.size > 1) return null
  const values = counted.map((line) => line[field]).filter((value) => !isEmptyValue(value))
  if (!values.every((value): value is string | number => isQuantity(value))) return null
  return sumQuantities(values.map((value) => parseQuantity(value)))
}

/**
 * The exact sums of the line quantities per unit, in the order of the lines: `2 个 + 140 米`. '' if no quantity is
 * entered; a unit with an invalid quantity is omitted.
 */
export function sumsByUnit(lines: readonly Row[]): string {
  const byUnit = new Map<string, Row[]>()
  for (const line of lines) {
    const { quantity } = line
    if (quantity === null || quantity === undefined || quantity === '') continue
    const unit = typeof line['unit'] === 'string' ? line['unit'] : ''
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), line])
  }
  return [...byUnit]
    .flatMap(([unit, same]) => {
      const sum = sumOfColumn(same, 'quantity')
      return sum === null ? [] : [withUnit(numberText(sum), unit)]
    })
    .join(' + ')
}
