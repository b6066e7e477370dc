/** Stock with an expiry date. */
export interface Expiring {
  expiryDate: string | null
  available: string
}

/**
 * Sorts by first expired, first out; stock without expiry date comes last, stock without available quantity is omitted.
 */
export function byExpiry<Row extends Expiring>(rows: readonly Row[]): Row[] {
  return rows
    .filter((row) => Number(row.available) > 0)
    .toSorted((left, right) =>
      (left.expiryDate ?? '9999').localeCompare(right.expiryDate ?? '9999'),
    )
}
