// The interface of safety stock for other areas.
export {
  freeOfRows,
  isFreeToShare,
  keptBackOf,
  readSharedStock,
  sharingCompanies,
  toShare,
} from './shared-stock.ts'
