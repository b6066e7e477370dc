import { goodsIssue } from './goods-issue.ts'
import { crossCompanyIssue } from './cross-company-issue.ts'

/** The document types of the area. */
export const documents = {
  'goods-issue': goodsIssue,
  'cross-company-issue': crossCompanyIssue,
} as const
