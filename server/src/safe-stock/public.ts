// The interface of safety stock for other areas.
export {
  freeOfRows,
  isFreeToShare,
  keptBack,
  readSharedStock,
  sharingCompanies,
  toShare,
} from './shared-stock.ts'
