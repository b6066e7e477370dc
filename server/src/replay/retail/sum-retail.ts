import { isGoods, kindOf, type RetailLine } from './read-retail.ts'

// The sums of the file, computed with plain numbers from its lines alone: it knows neither the ledger nor its report.

/** What the report of a month must say of a code: pieces, and the value of the issues in pence. */
export interface MonthSum {
  opening: number
  issued: number
  adjusted: number
  closing: number
  issuedPence: number
}

/** '201012' of a line's time. */
export const monthOf = ({ at }: RetailLine): string => at.slice(0, 4) + at.slice(5, 7)

/** Pence of a line, rounded half away from zero. */
export function penceOf({ quantity, price }: RetailLine): number {
  // Prices have up to three decimals, so a thousand of them is whole.
  const thousandths = Math.abs(quantity) * Math.round(Number(price) * 1000)
  return Math.sign(quantity) * Math.round(thousandths / 10)
}

/** The opening stock of each code: the most that ever left in total, so that no issue finds too little. */
export function openingOf(lines: readonly RetailLine[]): Map<string, number> {
  const left = new Map<string, number>()
  const most = new Map<string, number>()
  for (const line of lines) {
    if (!isGoods(line)) continue
    const total = (left.get(line.code) ?? 0) + line.quantity
    left.set(line.code, total)
    most.set(line.code, Math.max(most.get(line.code) ?? 0, total))
  }
  return most
}

/** By month and code, of codes that have stock or a movement then. */
export function sumsOf(lines: readonly RetailLine[]): Map<string, Map<string, MonthSum>> {
  const stock = openingOf(lines)
  const months = new Map<string, Map<string, MonthSum>>()
  for (const [month, own] of Map.groupBy(lines.filter(isGoods), monthOf)) {
    const sums = new Map<string, MonthSum>()
    for (const [code, quantity] of stock)
      sums.set(code, {
        opening: quantity,
        issued: 0,
        adjusted: 0,
        closing: quantity,
        issuedPence: 0,
      })
    const isMoved = new Set<string>()
    for (const line of own) {
      const sum = sums.get(line.code)!
      isMoved.add(line.code)
      sum.closing -= line.quantity
      if (kindOf(line) === 'correction') sum.adjusted -= line.quantity
      else {
        sum.issued += line.quantity
        sum.issuedPence += penceOf(line)
      }
    }
    for (const [code, { closing }] of sums) stock.set(code, closing)
    for (const [code, { opening, closing }] of sums)
      if (opening === 0 && closing === 0 && !isMoved.has(code)) sums.delete(code)
    months.set(month, sums)
  }
  return months
}
