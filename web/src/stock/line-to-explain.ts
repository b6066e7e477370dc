import { textOf } from '@kufang/kernel/text-of.ts'
import type { SlotLine } from '../kit/document/slots.ts'

/** The line whose bin is explained: the first selected one, else the first without a bin, else the first. */
export function lineToExplain({
  lines,
  chosen,
  field,
  isStored = () => true,
}: {
  lines: readonly SlotLine[]
  chosen: readonly SlotLine[]
  field: string
  isStored?: (line: SlotLine) => boolean
}): SlotLine | undefined {
  const stored = lines.filter((line) => isStored(line))
  const [first] = chosen
  if (first !== undefined) return stored.find(({ rowId }) => rowId === first.rowId)
  return stored.find((line) => textOf(line[field]) === '') ?? stored[0]
}
