import type { Row } from './field-column.ts'
import type { MasterOption } from './master-search.ts'

/**
 * What Enter means: the exact code, else the marked row, else what was typed, as a scanner types it
 * faster than any list comes; null leaves the cell as it is.
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
