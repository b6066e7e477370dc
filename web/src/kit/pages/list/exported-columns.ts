import type { GridColumn } from '../../grid/grid-column.ts'

/**
 * The columns of an export: those visible in the table that are fields. What the table shows after another value, the
 * unit of quantities and the specification of goods, gets a column of its own beside the first of them.
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
  return shown.flatMap((column) => {
    const further = columns.find(
      ({ field }) => field === (column.unitField ?? column.appendedField),
    )
    if (further === undefined || added.has(further.field)) return [column]
    added.add(further.field)
    return [column, further]
  })
}
