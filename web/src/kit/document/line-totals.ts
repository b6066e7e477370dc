import { isQuantity, parseQuantity, sumQuantities } from '@kufang/kernel/quantity.ts'
import type { Row } from '../fields/field-column.ts'

/**
 * The exact sum of a column over lines of one unit; null when units differ (a sum of pieces and
 * kilograms means nothing) or a cell is no number.
 */
export function sumOfColumn(lines: readonly Row[], field: string): string | null {
  const units = new Set(lines.map((line) => line['unit'] ?? ''))
  if (units.size > 1) return null
  const values = lines
    .map((line) => line[field])
    .filter((value) => value !== null && value !== undefined && value !== '')
  if (!values.every((value): value is string | number => isQuantity(value))) return null
  return sumQuantities(values.map((value) => parseQuantity(value)))
}
