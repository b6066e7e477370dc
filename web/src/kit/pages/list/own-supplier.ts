import type { Row } from '../../fields/field-column.ts'
import type { GridColumn } from '../../grid/grid-column.ts'

// The rows of a supplier's lists are all his own (product.md, supplier portal): they need not name him.

const field = 'supplierNo'

/** The columns with that of the supplier hidden; a person may show it. */
export const columnsOfSupplier = (columns: readonly GridColumn<Row>[]): GridColumn<Row>[] =>
  columns.map((column) => (column.field === field ? { ...column, isHidden: true } : column))

/** The filters without that of the supplier. */
export const filtersOfSupplier = (filters: readonly string[]): string[] =>
  filters.filter((name) => name !== field)
