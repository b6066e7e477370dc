/** The server's stock overview within the user's data scope. */
export interface StockOverview {
  places: { companyCode: string; plant: string; storageLocation: string; items: number }[]
  /** Days without moves are omitted. */
  days: StockDay[]
}

export interface StockDay {
  /** yyyy-MM-dd in the company's time zone. */
  day: string
  inward: number
  outward: number
}

const dayMs = 86_400_000

/** `count` consecutive days up to `last`, oldest first; days without moves have zero values. */
export function everyDay(days: readonly StockDay[], last: string, count: number): StockDay[] {
  const known = new Map(days.map((day) => [day.day, day]))
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(end - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, inward: 0, outward: 0 }
  })
}
