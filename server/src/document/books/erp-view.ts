import { booksInErp, offBookPlace, stockPlaces } from '@kufang/contract/document/stock-places.ts'
import type { MovementEnd } from '../../erp/movement-rule.ts'
import type { ErpPlace } from '../../erp/posting-model.ts'
import type { StockKey } from '../../stock/public.ts'

/** A key as the ERP sees it: its own stock of a plant and storage location, or a place outside it. */
export interface ErpView {
  /** null where the goods are no stock of the ERP's. */
  stock: ErpPlace | null
  /** As the rules for movement types know it. */
  end: MovementEnd
  /** Nothing that happens there alone reaches the ERP. */
  isUnknownToErp: boolean
}

/** What the ERP sees of a key: what its place and its book are to it, and neither bin nor borrower. */
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

/** Whether a move between the two changes nothing for the ERP. */
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
