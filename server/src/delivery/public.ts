// The interface of delivery for other areas.
export { awaitedReleases, beginClearance, isReleased, needsCustoms } from './clear-customs.ts'
export { readOrderTaken, type OrderTaken } from './order-taken.ts'
export { raiseExpired, readExpired, watchContracts } from './watch-contracts.ts'
export { linesHeldUp } from './problems-holding-up.ts'
export { raiseProblems, withdrawProblems } from './raise-problem.ts'
export { restateProblems, type Statement } from './restate-problems.ts'
