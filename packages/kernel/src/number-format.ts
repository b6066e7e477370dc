import Decimal from 'big.js'
import { groupThousands } from './decimal-text.ts'

const units: readonly { symbol: string; exponent: number }[] = [
  { symbol: 'k', exponent: 3 },
  { symbol: 'M', exponent: 6 },
  { symbol: 'G', exponent: 9 },
  { symbol: 'T', exponent: 12 },
  { symbol: 'P', exponent: 15 },
  { symbol: 'E', exponent: 18 },
]

/**
 * A short number for boards: 1234567 with 2 digits is "1.23M". At most `digits` decimals, rounded half up, without
 * trailing zeros; numbers below 1000 stay unchanged. A value that rounds up to 1000 of a unit uses the next unit ("1M",
 * not "1000k"). Invalid numbers return "0".
 */
export function formatNumber(value: number | string, digits: number): string {
  const decimal = toDecimal(value)
  if (decimal === null) return '0'
  if (decimal.abs().lt(1000)) return decimal.toFixed()
  let short = ''
  for (const unit of units) {
    const scaled = decimal.times(`1e-${unit.exponent}`).round(digits, Decimal.roundHalfUp)
    short = scaled.toFixed() + unit.symbol
    if (scaled.abs().lt(1000)) break
  }
  return short
}

/** Inserts commas between thousands; decimals stay unchanged ("1,234.50"), invalid numbers return "0". */
export function toThousandFilter(value: unknown): string {
  if (typeof value === 'string' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) {
    return groupThousands(value)
  }
  const decimal = toDecimal(value)
  return decimal === null ? '0' : groupThousands(decimal.toFixed())
}

function toDecimal(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Decimal(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text)) return null
  return new Decimal(text.replace(/^\+/, ''))
}
