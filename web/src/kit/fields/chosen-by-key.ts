import { isBinLabel, scannedCodes } from '@kufang/contract/document/scanned-code.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from './field-column.ts'
import type { MasterOption } from './master-search.ts'

/**
 * The meaning of Enter: the exact code, the code or barcode of a label, else the active row, else the typed text, because a scanner is faster than any
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
    options.find(({ value }) => value === typed) ??
    options.find(({ value, row }) =>
      isBinLabel(scannedCodes(typed), { bin: value, barcode: textOf(row['barcode']) }),
    ) ??
    options.find((option) => option.value === active) ??
    options[0]
  return found ?? { value: typed, row: null }
}
