import type { Row } from './field-column.ts'
import type { MasterOption } from './master-search.ts'

/**
 * The meaning of Enter: the exact code, else the active row, else the typed text, because a scanner is faster than any
 * list; null leaves the cell unchanged.
 */
export function chosenByKey(
  text: string,
  options: readonly MasterOption[],
  active: string | null,
): { value: string; row: Row | null } | null {
  const typed = text.trim()
  if (typed === '') return options.find((option) => option.value === active) ?? null
  const found =
    options.find((option) => option.value === typed) ??
    options.find((option) => option.value === active) ??
    options[0]
  return found ?? { value: typed, row: null }
}
