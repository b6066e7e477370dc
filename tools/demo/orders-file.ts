import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parseCsv } from '../../erp-stand-in/src/csv.ts'
import type { FileLine } from './erp.ts'
import { scaled } from './exact.ts'

/** Facts of the file, read without the stand-in, for comparison with its orders. */
export interface FileFacts {
  lines: number
  orders: number
  quantity: bigint
  valueInCents: bigint
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Parses the file independently and compares every line of the stand-in with it: order, delivery note, quantity, value
 * and delivery date.
 *
 * @throws naming the first line that differs
 */
export function checkFile(path: string, served: readonly FileLine[]): FileFacts {
  const bytes = readFileSync(path)
  const rows = parseCsv((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  if (rows.length !== served.length) {
    throw new Error(`the file has ${rows.length} lines, the ERP stand-in serves ${served.length}`)
  }
  const facts = { lines: rows.length, quantity: 0n, valueInCents: 0n }
  const orders = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const line = served[index]!
    const cell = (column: string) => row.get(column)?.trim() ?? ''
    const expected = [
      cell('ID'),
      cell('ASN/DN #'),
      dayOf(cell('Delivered to Client Date')),
      scaled(cell('Line Item Quantity'), 3),
      scaled(cell('Line Item Value'), 2),
    ]
    const found = [
      line.LineId,
      line.DeliveryNote,
      line.DeliveredDate,
      scaled(line.Quantity, 3),
      scaled(line.LineValue, 2),
    ]
    if (expected.join('|') !== found.join('|')) {
      throw new Error(
        `line ${index + 1} of the file: ${expected.join(' ')} is served as ${found.join(' ')}`,
      )
    }
    orders.add(cell('PO / SO #'))
    facts.quantity += scaled(cell('Line Item Quantity'), 0)
    facts.valueInCents += scaled(cell('Line Item Value'), 2)
  }
  return { ...facts, orders: orders.size }
}

/** '2-Jun-06' as 2006-06-02. */
function dayOf(text: string): string {
  const [day = '', month = '', year = ''] = text.split('-')
  const number = months.indexOf(month) + 1
  if (number === 0) throw new Error(`no day of delivery: ${text}`)
  return `20${year.slice(-2)}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}
