import { codeText } from '@kufang/kernel/code-text.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sharedData } from '../shared-data.ts'

/** A line of the ledger. */
export interface RetailLine {
  document: string
  code: string
  description: string
  /** Pieces that left; negative: that came back or were found. */
  quantity: number
  /** 'yyyy-MM-dd HH:mm:ss'. */
  at: string
  price: string
  /** '' if it has none. */
  customer: string
}

/**
 * An issue, its cancellation or return (the document begins with C), or a correction of the stock: a negative line of any
 * other document, whose reason stands in its description.
 */
export type LineKind = 'issue' | 'return' | 'correction'

export function kindOf({ document, quantity }: RetailLine): LineKind {
  if (document.startsWith('C')) return 'return'
  return quantity < 0 ? 'correction' : 'issue'
}

/**
 * Whether a code is of goods: they begin with a digit, or with DCGS. The others are postage, carriage, discounts, samples,
 * bank charges, fees, vouchers and what was entered by hand (POST, DOT, C2, D, S, BANK CHARGES, AMAZONFEE, gift_…, M).
 */
export const isGoods = ({ code }: RetailLine): boolean =>
  /^\d/.test(code) || code.startsWith('DCGS')

/** All lines in order of time, lines of the same minute in the order of the file; null if the machine has no copy of them. */
export function readRetail(): RetailLine[] | null {
  const folder = sharedData('online-retail')
  if (folder === null) return null
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.csv.gz'))
    .toSorted()
    .flatMap((name) =>
      linesOf(gunzipSync(readFileSync(join(folder, name))).toString('utf8')).slice(1),
    )
    .map(lineOf)
  return lines.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

function lineOf(fields: readonly string[]): RetailLine {
  const [document, code, description, quantity, at, price, customer] = fields
  if (fields.length !== 8) throw new Error(`${fields.length} columns: ${fields.join(',')}`)
  return {
    document: document!,
    // As a material number is kept: the file writes some codes in both cases.
    code: codeText(code!),
    description: description!,
    quantity: Number(quantity),
    at: at!,
    price: price!,
    customer: customer!,
  }
}

/** The rows of a CSV text; values with commas are quoted, quotes in them doubled. */
function linesOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((row) => (row.includes('"') ? quotedValues(row) : row.trimEnd().split(',')))
}

function quotedValues(row: string): string[] {
  const values: string[] = []
  let value = ''
  let isQuoted = false
  for (const character of row.trimEnd()) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === ',' && !isQuoted) {
      values.push(value)
      value = ''
    } else value += character
  }
  return [...values, value]
}

/**
 * A small ledger of our own with the same traps: it needs no data. One document is cancelled in part and one as a whole, two
 * codes differ by case only, a document has the same line twice, a correction has no price, one code is no goods.
 */
export const ownLines: readonly RetailLine[] = [
  line('1', '22a', 5, '2010-12-01 08:00:00', '2.50', '7.0'),
  line('1', '22a', 5, '2010-12-01 08:00:00', '2.50', '7.0'),
  line('1', '22A', 3, '2010-12-01 08:00:00', '1.25', '7.0'),
  line('1', 'POST', 1, '2010-12-01 08:00:00', '15', '7.0'),
  line('C2', '22a', -5, '2010-12-01 08:03:00', '2.50', '7.0'),
  line('3', '22A', -2, '2010-12-31 23:59:00', '0', ''),
  line('4', '33', 40, '2011-01-01 00:00:00', '0.85', '9.0'),
  line('8', '33', 6, '2011-01-05 09:00:00', '0.85', '9.0'),
  line('C9', '33', -6, '2011-02-01 09:00:00', '0.85', '9.0'),
  line('C5', '22A', -1, '2011-02-02 10:00:00', '1.25', '7.0'),
  line('C6', '44', -6, '2011-02-02 10:05:00', '3', '8.0'),
  line('7', '33', 1, '2011-03-31 23:59:00', '0', ''),
]

function line(
  document: string,
  code: string,
  quantity: number,
  at: string,
  price: string,
  customer: string,
): RetailLine {
  return { document, code, description: code, quantity, at, price, customer }
}
