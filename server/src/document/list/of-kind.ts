import type { SourceDeclaration } from '@kufang/contract/document/declare/define-document.ts'
import type { DocumentTable } from '../storage/table.ts'

/**
 * As SQL: a predecessor (alias h) is one of those that a successor is made from (`where` of its source). The values are
 * declared, never entered.
 */
export function ofKind(
  { headerColumns }: Pick<DocumentTable, 'headerColumns'>,
  where: SourceDeclaration<string, string>['where'] = {},
): string {
  const conditions = Object.entries(where).map(
    ([name, value]) =>
      `${headerColumns[name]!.sql} = ${typeof value === 'boolean' ? value : `'${value}'`}`,
  )
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}
