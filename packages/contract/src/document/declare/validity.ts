import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { AnyMaster } from './define-master.ts'
import { date } from './field.ts'
import { label } from './label.ts'

/**
 * Fields of a master whose rows apply for a time (domain.md 1.5, "effective dates"): spread them into `fields`. Pickers
 * then offer rows that apply today, and new documents refuse the others; both days belong to the period.
 */
export const validityFields = {
  validFrom: date(label('生效日期', 'Valid from'), { width: 110 }),
  validTo: date(label('失效日期', 'Valid to'), { width: 110 }),
} as const

/** Whether the rows of a master apply for a time. */
export function hasValidity(definition: Pick<AnyMaster, 'fields'>): boolean {
  return 'validFrom' in definition.fields && 'validTo' in definition.fields
}

/** Why a row does not apply on a day, with the day that decides; null if it applies. */
export function outsideValidity(
  row: { validFrom: LocalDate | null; validTo: LocalDate | null },
  day: LocalDate,
): { code: 'master-expired' | 'master-not-yet-valid'; day: LocalDate } | null {
  if (row.validTo !== null && row.validTo < day) return { code: 'master-expired', day: row.validTo }
  if (row.validFrom !== null && row.validFrom > day)
    return { code: 'master-not-yet-valid', day: row.validFrom }
  return null
}
