// The interface of safety stock for other areas.
export { isForQuota, provideComing } from './position-sql.ts'
export {
  freeOfRows,
  isFreeToShare,
  keptBackOf,
  readSharedStock,
  sharingCompanies,
  toShare,
} from './shared-stock.ts'
