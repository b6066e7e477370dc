// The interface of safety stock for other areas.
export { inForceSql } from './position-sql.ts'
