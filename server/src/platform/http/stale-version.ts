import { companyMoment } from '@kufang/kernel/company-day.ts'
import type { Refusal } from '@kufang/kernel/refusal.ts'
import { refuse } from '@kufang/kernel/refusal.ts'

/** The current version of a record that a user wanted to change in an older one. */
export interface StaleVersion {
  /** Number, code or name of the record, and its English name if it is a name. */
  no: string
  noEn?: string
  /** The user who changed it last; '' if unknown. */
  user: string
  /** The time of that change, ISO 8601; '' if there is none. */
  at: string
  current: string | number
  given: string | number
}

/** Builds the refusal `version-stale`: who changed the record, and when in the company's time zone. */
export function staleVersion(stale: StaleVersion): Refusal {
  const { user, at } = stale
  return refuse('version-stale', {
    ...stale,
    ...(user === '' ? { user: '他人', userEn: 'somebody else' } : {}),
    at: at === '' ? '–' : companyMoment(at),
  })
}
