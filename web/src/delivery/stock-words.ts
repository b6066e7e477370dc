import type { FirstStock } from '@kufang/contract/stock/stock-first.ts'
import { compareQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'

/** What a row of the panel is: what may be done with it follows from that. */
export type StockKind = 'free' | 'dead' | 'equivalent' | 'held' | 'shared'

/**
 * Free stock is taken, dead stock before other; an equivalent material is taken once somebody has compared it. What is held
 * for others, and what other companies have, is asked for.
 */
export function kindOf(stock: FirstStock, companyCode: string): StockKind {
  if (stock.companyCode !== companyCode) return 'shared'
  if (compareQuantity(stock.available, zeroQuantity) <= 0) return 'held'
  if (stock.isEquivalent) return 'equivalent'
  return stock.isDead ? 'dead' : 'free'
}

/** Whether the person who decides may take it himself. */
export const isTaken = (kind: StockKind): boolean =>
  kind === 'free' || kind === 'dead' || kind === 'equivalent'

/** The numbers of the documents that hold it. */
export const holderNos = ({ holders }: FirstStock): string[] => [
  ...new Set(holders.map(({ documentNo }) => documentNo).filter((no) => no !== '')),
]

/** Plant and storage location, as people say them. */
export const placeOf = ({ plant, storageLocation }: FirstStock): string =>
  `${plant}/${storageLocation}`
