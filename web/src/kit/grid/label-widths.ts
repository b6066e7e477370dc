import type { GridApi } from 'ag-grid-community'
import { languageStore } from '../text/language.ts'
import type { Language } from '../text/language.ts'
import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'

const widthsOf = <Row>(
  columns: readonly GridColumn<Row>[],
  language: Language,
): Map<string, number> =>
  new Map(columns.map((column) => [column.field, columnWidth(column, language)]))

/** Adapts the widths of a table's columns to their texts, when these change with the language. */
export class LabelWidths<Row> {
  /** The widths the columns had of their texts, by field. */
  #given: ReadonlyMap<string, number>

  /** @param columns as the table was made with */
  constructor(columns: readonly GridColumn<Row>[], language: Language = languageStore.get()) {
    this.#given = widthsOf(columns, language)
  }

  /** Sets the new widths; a width set by the user stays. */
  apply(
    api: GridApi<Row>,
    columns: readonly GridColumn<Row>[],
    language: Language = languageStore.get(),
  ): void {
    const before = this.#given
    const now = widthsOf(columns, language)
    this.#given = now
    const changed = [...now].filter(
      ([field, width]) =>
        before.get(field) !== width && api.getColumn(field)?.getActualWidth() === before.get(field),
    )
    if (changed.length > 0)
      api.setColumnWidths(changed.map(([key, newWidth]) => ({ key, newWidth })))
  }
}
