/** Stock that can run out of its life. */
export interface Expiring {
  expiryDate: string | null
  available: string
}

/** First expired first out; what has no expiry comes last, what has nothing available not at all. */
export function byExpiry<Row extends Expiring>(rows: readonly Row[]): Row[] {
  return rows
    .filter((row) => Number(row.available) > 0)
    .toSorted((left, right) =>
      (left.expiryDate ?? '9999').localeCompare(right.expiryDate ?? '9999'),
    )
}
