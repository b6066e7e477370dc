// The interface of safety stock for other areas.
export { inForceSql } from './position-sql.ts'
export {
  freeOfRows,
  isFreeToShare,
  keptBack,
  readSharedStock,
  sharingCompanies,
  toShare,
} from './shared-stock.ts'
