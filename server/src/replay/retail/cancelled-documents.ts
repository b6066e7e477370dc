import { isGoods, type RetailLine } from './read-retail.ts'

/** A document that a later one cancels as a whole. */
export interface CancelledDocument {
  /** The lines of its goods. */
  issued: readonly RetailLine[]
  cancelled: readonly RetailLine[]
}

/** Customer and goods of a document, whatever the order of its lines; '' without goods. */
function goodsOf(lines: readonly RetailLine[], sign: 1 | -1): string {
  const goods = lines
    .filter(isGoods)
    .map(({ code, quantity, price }) => `${code} ${sign * quantity} ${price}`)
  return goods.length === 0 ? '' : `${lines[0]!.customer}: ${goods.toSorted().join(', ')}`
}

/**
 * The documents of the file that are cancelled as a whole: a later document of the same customer, beginning with C, has
 * exactly their goods back. Each cancels the earliest that is left. In order of the issues.
 */
export function cancelledDocuments(lines: readonly RetailLine[]): CancelledDocument[] {
  const open = new Map<string, RetailLine[][]>()
  const found: CancelledDocument[] = []
  for (const [document, own] of Map.groupBy(lines, (line) => line.document)) {
    const isCancellation = document.startsWith('C')
    const key = goodsOf(own, isCancellation ? -1 : 1)
    if (key === '') continue
    const list = open.get(key) ?? []
    open.set(key, list)
    if (!isCancellation) list.push(own.filter(isGoods))
    else {
      const issued = list.shift()
      if (issued !== undefined) found.push({ issued, cancelled: own.filter(isGoods) })
    }
  }
  return found.toSorted(({ issued: [one] }, { issued: [other] }) =>
    one!.at < other!.at ? -1 : one!.at > other!.at ? 1 : 0,
  )
}
