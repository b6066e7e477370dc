/**
 * The row of totals as the grid wants it: none where nothing was summed, such as quantities of several
 * units. An empty band below the rows would look like rows that failed to load.
 */
export function totalsRow(
  totals: Readonly<Record<string, unknown>> | null | undefined,
): Readonly<Record<string, unknown>>[] {
  const isEmpty = Object.values(totals ?? {}).every((value) => value == null || value === '')
  return totals == null || isEmpty ? [] : [totals]
}
