import { goodsIssue } from './goods-issue.ts'

/** The document types of the area. */
export const documents = {
  'goods-issue': goodsIssue,
} as const
