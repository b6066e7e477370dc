import { excessDocument } from '@kufang/contract/document/catalogue/excess-refusals.ts'
import type { Row } from '../../fields/field-column.ts'
import { newRowId, type EntryLine } from './entry-lines.ts'
import type { ReducedLine } from './reduce-lines.ts'

/**
 * The document of what is too many at the gate (`excessDocument`), from the form in which it was entered: the same truck
 * and supplier, and of each reduced line the rest. Which pieces they are is entered there.
 * @param causeOf why they have no papers, from the first line
 */
export function excessEntry(
  entry: { header: Row; lines: readonly EntryLine[] },
  reduced: readonly ReducedLine[],
  causeOf: (first: ReducedLine) => string,
): { header: Row; lines: EntryLine[] } {
  const atGate = reduced.filter(({ isAtGate }) => isAtGate)
  const rows = atGate.map(({ line }): Row => entry.lines[line - 1] ?? {})
  const [first] = atGate
  const [reference, ...others] = new Set(rows.map((row) => row['reference']))
  return {
    header: {
      ...filled(entry.header, excessDocument.header),
      ...(isFilled(reference) && others.length === 0 && { reference }),
      ...(first !== undefined && { cause: causeOf(first) }),
    },
    lines: atGate.map(({ excess }, at) => ({
      ...filled(rows[at] ?? {}, excessDocument.lines),
      quantity: excess,
      rowId: newRowId(),
    })),
  }
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const filled = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (isFilled(row[name]) ? [[name, row[name]]] : [])))
