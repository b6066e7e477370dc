import { directIssue } from './direct-issue.ts'
import { goodsIssue } from './goods-issue.ts'
import { crossCompanyIssue } from './cross-company-issue.ts'
import { pickingWalkQuery } from './picking-walk-query.ts'

/** The document types of the area. */
export const documents = {
  'goods-issue': goodsIssue,
  'cross-company-issue': crossCompanyIssue,
  'direct-issue': directIssue,
} as const

/** The read-only queries of the area. */
export const queries = {
  'picking-walk': pickingWalkQuery,
} as const
