/** Shares of a quantity in percent, for the bar: available, reserved, frozen. */
export interface Shares {
  available: number
  reserved: number
  frozen: number
}

const sizeOf = (value: unknown): number => {
  const size = Number(value)
  return Number.isFinite(size) && size > 0 ? size : 0
}

/** The shares of a quantity; for display only, the exact numbers are shown beside the bar. */
export function sharesOf(row: Readonly<Record<string, unknown>>): Shares {
  const reserved = sizeOf(row['reserved'])
  const frozen = sizeOf(row['frozen'])
  const available = sizeOf(row['available'])
  const whole = Math.max(sizeOf(row['quantity']), reserved + frozen + available)
  if (whole === 0) return { available: 0, reserved: 0, frozen: 0 }
  const percent = (part: number): number => Math.round((part / whole) * 1000) / 10
  return { available: percent(available), reserved: percent(reserved), frozen: percent(frozen) }
}
