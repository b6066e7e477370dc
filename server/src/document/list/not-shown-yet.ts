import { fieldsHiddenAtFirst } from '@kufang/contract/document/visible.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { DocumentTable, ListColumn } from '../storage/table.ts'

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

const shownColumns = new WeakMap<DocumentTable, Record<string, ListColumn>>()

/** The columns of lines as they are listed, filtered, sorted and added up: what is not shown yet is empty in all of it. */
export function columnsOfLines(table: DocumentTable): Record<string, ListColumn> {
  const hidden = fieldsHiddenAtFirst(table.definition)
  if (hidden.size === 0) return table.lineColumns
  let columns = shownColumns.get(table)
  if (columns === undefined) {
    const isShown = isShownByNow(table)
    columns = Object.fromEntries(
      Object.entries(table.lineColumns).map(([name, column]) => [
        name,
        hidden.has(name)
          ? { ...column, sql: `case when ${isShown} then ${column.sql} end`, isNotNull: false }
          : column,
      ]),
    )
    shownColumns.set(table, columns)
  }
  return columns
}
