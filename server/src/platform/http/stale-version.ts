import { companyMoment } from '@kufang/kernel/company-day.ts'
import type { Refusal } from '@kufang/kernel/refusal.ts'
import { refuse } from '@kufang/kernel/refusal.ts'

/** What stands in the books against what a person had before them. */
export interface StaleVersion {
  /** Number, code or name of what was changed, and its English where it is a name. */
  no: string
  noEn?: string
  /** Who changed it last; '' where nobody is known. */
  user: string
  /** The instant of that change, ISO 8601; '' where there is none. */
  at: string
  current: string | number
  given: string | number
}

/** The refusal `version-stale`, for the caller to throw: who was faster, and when by the company's clock. */
export function staleVersion(stale: StaleVersion): Refusal {
  const { user, at } = stale
  return refuse('version-stale', {
    ...stale,
    ...(user === '' ? { user: '他人', userEn: 'somebody else' } : {}),
    at: at === '' ? '–' : companyMoment(at),
  })
}
