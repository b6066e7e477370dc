import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import type { Session } from '../../platform/session/session.ts'
import { documentTable } from '../storage/table.ts'
import { scopeWithinCompanies, type ScopeCondition } from '../storage/scope.ts'

/** Whether the person's data scope excludes anything within his companies. */
export function isLimitedWithinCompanies({ scope }: Session): boolean {
  const { plants, storageLocations, materialGroups, pickingUnits, supplierNo } = scope
  return (
    supplierNo !== null ||
    [plants, storageLocations, materialGroups, pickingUnits].some((values) => values !== null)
  )
}

/**
 * The data scope as a condition on rows that refer to documents of any type, such as those of a log: the columns are the
 * company, the name of the type and the id as text. Of other subjects than documents (masters, configuration), and of
 * deleted documents, the scope is not known: these rows are for those who are not limited within their companies.
 * `first` is the number of the first parameter. On Citus the rows are on another machine than the documents, which are
 * therefore read at once, not per row.
 */
export function subjectsInScope(
  session: Session,
  columns: { companyCode: string; type: string; id: string },
  first = 1,
  isDistributed = false,
): ScopeCondition {
  if (!isLimitedWithinCompanies(session)) return { sql: 'true', values: [] }
  const { companyCode, type, id } = columns
  const values: unknown[] = []
  const cases = Object.values<AnyDocument>(documents).map((definition) => {
    const table = documentTable(definition)
    const scope = scopeWithinCompanies(table, session, 'header', first + values.length)
    addAll(values, scope.values)
    const visible = isDistributed
      ? `(${companyCode}, ${uuidOf(id)}) in (select h.company_code, h.id from ${table.header} h where ${scope.sql})`
      : `exists (select 1 from ${table.header} h
      where h.company_code = ${companyCode} and h.id = ${uuidOf(id)} and ${scope.sql})`
    return `when '${definition.name}' then ${visible}`
  })
  return { sql: `case ${type} ${cases.join(' ')} else false end`, values }
}

/** Ids of other subjects may be any text, which must not stop the statement. */
const uuidOf = (id: string): string => `case when ${id} ~ '^[0-9a-f-]{36}$' then ${id}::uuid end`
