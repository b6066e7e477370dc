// The interface of safety stock for other areas.
export { isForQuota, registerComing } from './position-sql.ts'
export {
  freeOfRows,
  isFreeToShare,
  keptBackOf,
  readSharedStock,
  sharingCompanies,
  toShare,
} from './shared-stock.ts'
