interface Neighbours<Row> {
  previous: Row | null
  next: Row | null
}

/**
 * The rows before and after one in a list. Rows with the same `idOf` count as one, such as the lines of a document,
 * however the list is sorted. None if the list does not contain the row.
 */
export function neighbours<Row>(
  rows: readonly Row[],
  shown: Row | null,
  idOf: (row: Row) => string,
): Neighbours<Row> {
  if (shown === null) return { previous: null, next: null }
  const steps = new Map<string, Row>()
  for (const row of rows) if (!steps.has(idOf(row))) steps.set(idOf(row), row)
  const walked = [...steps.values()]
  const at = [...steps.keys()].indexOf(idOf(shown))
  if (at === -1) return { previous: null, next: null }
  return { previous: walked[at - 1] ?? null, next: walked[at + 1] ?? null }
}
