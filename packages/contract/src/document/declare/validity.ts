import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { AnyMaster } from './define-master.ts'
import { date } from './field.ts'
import { label } from './label.ts'

/**
 * Fields of a master whose rows have a validity period (domain.md 1.5, "effective dates"), to be spread into `fields`.
 * Pickers offer rows valid today, and new documents refuse others; both dates are included.
 */
export const validityFields = {
  validFrom: date(label('生效日期', 'Valid from'), { width: 110 }),
  validTo: date(label('失效日期', 'Valid to'), { width: 110 }),
} as const

/** Whether the rows of a master have a validity period. */
export function hasValidity(definition: Pick<AnyMaster, 'fields'>): boolean {
  return 'validFrom' in definition.fields && 'validTo' in definition.fields
}

/** The reason why a row is not valid on a date, with the date concerned; null if it is valid. */
export function outsideValidity(
  row: { validFrom: LocalDate | null; validTo: LocalDate | null },
  day: LocalDate,
): { code: 'master-expired' | 'master-not-yet-valid'; day: LocalDate } | null {
  if (row.validTo !== null && row.validTo < day) return { code: 'master-expired', day: row.validTo }
  if (row.validFrom !== null && row.validFrom > day)
    return { code: 'master-not-yet-valid', day: row.validFrom }
  return null
}
