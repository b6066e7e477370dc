import type { GridColumn } from '../../grid/grid-column.ts'

/**
 * The columns of an export: those visible in the table that are fields. Quantities are exported as numbers, so the unit
 * shown after them in the table gets a column of its own beside the first of them.
 */
export function exportedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  fields: Readonly<Record<string, unknown>>,
): GridColumn<Row>[] {
  // Columns composed of several fields cannot be exported.
  const shown = columns.filter(
    ({ field, isHidden }) => isHidden !== true && Object.hasOwn(fields, field),
  )
  const at = shown.findIndex(({ unitField }) => unitField !== undefined)
  const unitField = shown[at]?.unitField
  const unit = columns.find(({ field }) => field === unitField)
  if (unit === undefined || shown.includes(unit)) return shown
  return shown.toSpliced(at + 1, 0, unit)
}
