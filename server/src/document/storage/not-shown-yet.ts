import { fieldsHiddenAtFirst } from '@kufang/contract/document/visible.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { DocumentTable, ListColumn } from './table.ts'

/**
 * As SQL over a header (alias h): what the document hides at first (`hiddenUntil`) may be shown by now. Lists hide also from
 * who has entered it what others do not see (`own`).
 */
export function isShownByNow({ definition }: DocumentTable): string {
  const { hiddenUntil } = definition
  if (hiddenUntil === undefined) return 'true'
  const states = hiddenUntil.states.map((state) => `'${state}'`).join(', ')
  const others = Object.entries(hiddenUntil.where ?? {}).map(([name, value]) =>
    typeof value === 'string'
      ? `h.${toSnake(name)} is distinct from '${value.replaceAll("'", "''")}'`
      : `h.${toSnake(name)} is distinct from ${String(value)}`,
  )
  return `(${[`h.state in (${states})`, ...others].join(' or ')})`
}

type Columns = Record<string, ListColumn>

const shownColumns = new WeakMap<DocumentTable, { header: Columns; line: Columns }>()

/** The columns of headers or lines as they are listed, filtered, sorted and added up: what is not shown yet is empty in all of it. */
export function listedColumns(table: DocumentTable, level: 'header' | 'line'): Columns {
  const { definition, headerColumns, lineColumns } = table
  const hidden = fieldsHiddenAtFirst(definition)
  if (hidden.size === 0) return level === 'line' ? lineColumns : headerColumns
  let columns = shownColumns.get(table)
  if (columns === undefined) {
    const isShown = isShownByNow(table)
    const shown = (declared: Columns): Columns =>
      Object.fromEntries(
        Object.entries(declared).map(([name, column]) => [
          name,
          hidden.has(name)
            ? { ...column, sql: `case when ${isShown} then ${column.sql} end`, isNotNull: false }
            : column,
        ]),
      )
    columns = { header: shown(headerColumns), line: shown(lineColumns) }
    shownColumns.set(table, columns)
  }
  return columns[level]
}
