import { addAll } from '@kufang/kernel/add-all.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { DocumentTable } from './table.ts'

/**
 * Reads documents with `read`. On Citus (docs/scale.md) a statement can lock rows of one company only: there the
 * companies of the documents are read first, and each is read and locked alone, in the order of their codes.
 */
export async function readByCompany<T>(
  queryable: Queryable,
  table: DocumentTable,
  session: Session,
  documents: { ids: readonly string[]; lock: boolean },
  read: (session: Session) => Promise<T[]>,
): Promise<T[]> {
  const { ids, lock } = documents
  if (!lock || !queryable.isDistributed || session.scope.companyCodes.length === 1)
    return read(session)
  const companies = await queryable.query<{ companyCode: string }>(
    `select distinct company_code from ${table.header} where id = any($1::uuid[]) and company_code = any($2) order by 1`,
    [ids, session.scope.companyCodes],
  )
  const found: T[] = []
  for (const { companyCode } of companies)
    addAll(
      found,
      await read({ ...session, scope: { ...session.scope, companyCodes: [companyCode] } }),
    )
  return found
}
