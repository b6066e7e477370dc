import { stockPlaces } from '@kufang/contract/document/stock-places.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { withoutConsignmentPrice } from '../../erp/consignment-prices.ts'
import type { MoveRequest, StockKey } from '../../ledger/public.ts'
import type { Transaction } from '../../platform/database/database.ts'

// Goods that stay their supplier's until they are drawn (K): the ERP settles them at the price of their consignment info record,
// and posts no withdrawal without one (domain.md 1.7).

/** Goods that are to be drawn for a line. */
export interface DrawnGoods {
  lineNo: number
  key: StockKey
}

/**
 * The goods of suppliers among these that the ERP would not post as drawn today, because it has no price for them; two
 * statements, none without such goods. Asked before they are held for a demand, too, so that nobody waits for them.
 */
export async function problemsOfConsignment(
  tx: Transaction,
  drawn: readonly DrawnGoods[],
  today: LocalDate,
): Promise<RefusalDetail[]> {
  const consigned = drawn.filter(({ key }) => key.specialStock === 'K')
  const [first] = consigned
  if (first === undefined) return []
  const goods = consigned.map(({ key }) => ({
    supplierNo: key.specialStockReference,
    materialNo: key.materialNo,
    plant: key.plant,
  }))
  const missing = await withoutConsignmentPrice(tx, first.key.companyCode, goods, today)
  return missing.map((position) => {
    const { materialNo: material, supplierNo: supplier, plant } = itemAt(goods, position)
    return {
      code: 'consignment-price-missing',
      params: { material, supplier, plant },
      line: itemAt(consigned, position).lineNo,
      field: 'materialNo',
    }
  })
}

const isStock = ({ place }: StockKey): boolean => stockPlaces[place].erpView === 'stock'

/** Whether a movement that the ERP is told draws goods of a supplier: they are used, lost, or own goods from now on. */
const isDrawn = ({ from, to, erp }: MoveRequest): boolean =>
  erp !== undefined &&
  isStock(from) &&
  from.specialStock === 'K' &&
  to.place !== 'supplier' &&
  !(isStock(to) && to.specialStock === 'K')

/**
 * Refuses movements that draw goods of a supplier without a price.
 * @throws Refusal `consignment-price-missing`, one for each line
 */
export async function assertConsignmentPrices(
  tx: Transaction,
  moves: readonly MoveRequest[],
  today: LocalDate,
): Promise<void> {
  const drawn = moves.filter(isDrawn).map(({ lineNo, from }) => ({ lineNo, key: from }))
  const problems = await problemsOfConsignment(tx, drawn, today)
  if (problems.length > 0) throw refuseAll(problems)
}
