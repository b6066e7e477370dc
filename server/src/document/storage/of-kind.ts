import type { SourceDeclaration } from '@kufang/contract/document/declare/source.ts'
import type { ListColumn } from '../storage/table.ts'

/**
 * As SQL: a predecessor, or a line of it, is one of those that a successor is made from (`where` of its source), as far as
 * these columns say it. The values are declared, never entered.
 */
export function ofKind(
  columns: Readonly<Record<string, ListColumn>>,
  where: SourceDeclaration<string, string>['where'] = {},
): string {
  const conditions = Object.entries(where).flatMap(([name, value]) => {
    const column = columns[name]
    const literal = typeof value === 'boolean' ? String(value) : `'${value}'`
    return column === undefined ? [] : [`${column.sql} = ${literal}`]
  })
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}
