import { demandProblem } from './demand-problem.ts'
import { emergencyIssue } from './emergency-issue.ts'
import { matchingReservationQuery } from './matching-reservation-query.ts'
import { requisition } from './requisition.ts'

/** The document types of the area. */
export const documents = {
  requisition,
  'demand-problem': demandProblem,
  'emergency-issue': emergencyIssue,
} as const

/** The read-only queries of the area. */
export const queries = {
  'matching-reservation': matchingReservationQuery,
} as const
