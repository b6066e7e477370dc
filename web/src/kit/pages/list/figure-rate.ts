/** A numerator of a denominator in percent with one decimal; null where nothing counts. */
export function ratePercent(numerator: unknown, denominator: unknown): string | null {
  const whole = Number(denominator)
  return whole > 0 ? ((Number(numerator) / whole) * 100).toFixed(1) : null
}
