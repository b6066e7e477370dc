interface Neighbours<Row> {
  previous: Row | null
  next: Row | null
}

/**
 * The rows before and behind one in a list, where rows that agree in `idOf` are one: the lines of a
 * document, however the list is sorted. None beside a row that the list does not hold.
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
