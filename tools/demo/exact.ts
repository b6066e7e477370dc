// Sums that must agree exactly are computed with integers.

/** '12.5' with 3 decimals is 12500n. @throws for more decimals, or if it is not a number */
export function scaled(text: string, decimals: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) throw new Error(`not a number: ${text}`)
  const [, sign, whole = '', fraction = ''] = match
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > decimals) throw new Error(`more than ${decimals} decimals: ${text}`)
  const value = BigInt(whole + kept.padEnd(decimals, '0'))
  return sign === '-' ? -value : value
}

/** Value of a quantity in cents: price for `priceUnit` units, rounded half up. */
export function valueInCents(quantity: string, price: string, priceUnit: string): bigint {
  const exact = scaled(quantity, 3) * scaled(price, 6)
  const unit = scaled(priceUnit, 6)
  // quantity (10^3) × price (10^6) ÷ unit (10^6) in units of 10^-3; ten of them are a cent.
  return (2n * exact + unit * 10n) / (2n * unit * 10n)
}

export function centsText(cents: bigint): string {
  const text = String(cents).padStart(3, '0')
  return `${grouped(text.slice(0, -2))}.${text.slice(-2)}`
}

/** 1627584457 as 1,627,584,457. */
export function grouped(number: number | bigint | string): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}
