import { booksInErp, offBookPlace, stockPlaces } from '@kufang/contract/document/stock-places.ts'
import type { MovementEnd } from '../../erp/movement-rule.ts'
import type { ErpPlace } from '../../erp/posting-model.ts'
import type { StockKey } from '../../ledger/public.ts'

/** A stock key as the ERP sees it: stock of a plant and storage location, or a place outside it. */
export interface ErpView {
  /** null if the goods are not ERP stock. */
  stock: ErpPlace | null
  /** The place and category as used in movement rules. */
  end: MovementEnd
  /** True if movements that involve only this key never reach the ERP. */
  isUnknownToErp: boolean
}

/** Maps a stock key to the ERP's view, which depends on its place and book and ignores bin and borrower. */
export function erpViewOf(key: StockKey): ErpView {
  const isInErp = booksInErp[key.book]
  if (stockPlaces[key.place].erpView === 'outside')
    return { stock: null, end: { place: key.place }, isUnknownToErp: !isInErp }
  if (!isInErp) return { stock: null, end: { place: offBookPlace }, isUnknownToErp: true }
  const { plant, storageLocation, stockCategory, specialStock, specialStockReference, batch } = key
  return {
    stock: { plant, storageLocation, stockCategory, specialStock, specialStockReference, batch },
    end: { place: 'stock', plant, storageLocation, stockCategory, specialStock },
    isUnknownToErp: false,
  }
}

/** Whether a movement between the two changes nothing in the ERP. */
export function isUnseenByErp(from: ErpView, to: ErpView): boolean {
  if (from.stock !== null && to.stock !== null) return isSame(from.stock, to.stock)
  if (from.stock !== null || to.stock !== null) return false
  return from.isUnknownToErp || to.isUnknownToErp || from.end.place === to.end.place
}

function isSame(one: ErpPlace, other: ErpPlace): boolean {
  return (
    one.plant === other.plant &&
    one.storageLocation === other.storageLocation &&
    one.batch === other.batch &&
    one.stockCategory === other.stockCategory &&
    one.specialStock === other.specialStock &&
    one.specialStockReference === other.specialStockReference
  )
}
