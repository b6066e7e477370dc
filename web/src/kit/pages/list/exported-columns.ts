import type { GridColumn } from '../../grid/grid-column.ts'

/**
 * The columns of an export: those visible in the table that are fields. What the table shows after another value, the
 * unit of quantities and the specification of goods, gets a column of its own beside the first of them, and so does the
 * quantity of a line in its entry unit.
 */
export function exportedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  fields: Readonly<Record<string, unknown>>,
): GridColumn<Row>[] {
  // Columns composed of several fields cannot be exported.
  const shown = columns.filter(
    ({ field, isHidden }) => isHidden !== true && Object.hasOwn(fields, field),
  )
  const added = new Set(shown.map(({ field }) => field))
  const beside = (name: string) => {
    const found = columns.find(({ field }) => field === name)
    if (found === undefined || added.has(name)) return []
    added.add(name)
    return [found]
  }
  return shown.flatMap((column) => {
    const further = column.unitField ?? column.appendedField
    return [
      column,
      ...(further === undefined ? [] : beside(further)),
      ...(column.field === 'quantity' ? ['entryQuantity', 'entryUnit'].flatMap(beside) : []),
    ]
  })
}
