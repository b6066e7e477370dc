import { grouped, scaled, valueInCents, centsText } from './exact.ts'
import type { FileFacts } from './orders-file.ts'
import type { Team } from './team.ts'

/** A mirrored line of a purchase order. */
export interface OrderLine {
  id: string
  docNo: string
  lineNo: number
  companyCode: string
  plant: string
  storageLocation: string
  supplierNo: string
  materialNo: string
  unit: string
  quantity: string
  freeQuantity: string
  netPrice: string
  priceUnit: string
  specialStock: string | null
  deliveryDate: string | null
  isCompleted: boolean
  isDeleted: boolean
}

/** All mirrored order lines, by `order/item`. */
export async function readOrderLines(team: Team): Promise<Map<string, OrderLine>> {
  const lines = new Map<string, OrderLine>()
  const sort = [{ field: 'docNo', direction: 'asc' as const }]
  for await (const line of team.admin.rows<OrderLine>('purchase-order', { level: 'line', sort })) {
    lines.set(`${line.docNo}/${line.lineNo}`, line)
  }
  return lines
}

/** Totals of the mirrored lines of the file's orders, and their differences from the file. */
export function compareWithFile(
  lines: readonly OrderLine[],
  facts: FileFacts,
): { orders: number; lines: number; differences: string[] } {
  const orders = new Set(lines.map((line) => line.docNo)).size
  let quantity = 0n
  let value = 0n
  for (const line of lines) {
    quantity += scaled(line.quantity, 3)
    value += valueInCents(line.quantity, line.netPrice, line.priceUnit)
  }
  const differences: string[] = []
  const hold = (what: string, mirrored: string, inFile: string) => {
    if (mirrored !== inFile)
      differences.push(`${what}: ${mirrored} mirrored, ${inFile} in the file`)
  }
  hold('orders', grouped(orders), grouped(facts.orders))
  hold('lines', grouped(lines.length), grouped(facts.lines))
  hold('quantity', grouped(quantity), grouped(facts.quantity * 1000n))
  hold('value', centsText(value), centsText(facts.valueInCents))
  return { orders, lines: lines.length, differences }
}
