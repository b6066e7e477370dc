import { anyParameters } from './any-parameters.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { queryOptions } from '../../server/src/document/list/bind-query.ts'
import { listOptions } from '../../server/src/document/list/list.ts'
import { documentTable } from '../../server/src/document/storage/table.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { ListOptions } from '../../server/src/platform/list/list-options.ts'
import { readList } from '../../server/src/platform/list/read-list.ts'
import { systemSession, type Session } from '../../server/src/platform/session/session.ts'
import { boundQueries } from '../../server/src/queries.ts'
import type { FailedRead } from './reads.ts'

const companies = ['1010', '1020']

/** Persons who see a part of their companies, in each way that exists. */
const limits: Record<string, Partial<Session['scope']>> = {
  'of one company': { companyCodes: ['1010'] },
  'of some plants': { plants: ['1011'] },
  'of some storage locations': { plants: ['1011'], storageLocations: ['1011/1001'] },
  'of some material groups': { materialGroups: ['X'] },
  'of some picking units': { pickingUnits: ['X'] },
  'of a supplier': { supplierNo: 'X' },
}

/** The lists of all documents and queries, with totals and groupings, under each kind of data scope. */
export async function readAsLimited(
  database: Database,
): Promise<{ asked: number; failed: FailedRead[] }> {
  const failed: FailedRead[] = []
  let asked = 0
  const attempt = async (
    page: string,
    account: string,
    make: () => Omit<ListOptions, 'sizeMax'>,
  ): Promise<void> => {
    asked += 1
    try {
      await readList(database, { ...make(), sizeMax: 50 })
    } catch (error) {
      failed.push({ page, what: 'list with totals', account, message: (error as Error).message })
    }
  }
  for (const [account, limit] of Object.entries(limits)) {
    const base = systemSession(companies, 'citus')
    const session: Session = { ...base, isAdmin: false, scope: { ...base.scope, ...limit } }
    for (const definition of Object.values<AnyDocument>(documents))
      for (const level of ['header', 'line'] as const)
        await attempt(`${definition.name} ${level}`, account, () =>
          listOptions(documentTable(definition), session, { level, withTotals: true }),
        )
    for (const [name, query] of Object.entries(boundQueries)) {
      const parameters = anyParameters(query.definition)
      const groupings = Object.keys(query.definition.groupings ?? {})
      for (const grouping of [undefined, ...groupings])
        await attempt(`${name} ${grouping ?? ''}`, account, () =>
          queryOptions(
            query,
            session,
            { parameters, withTotals: true, ...(grouping === undefined ? {} : { grouping }) },
            database,
          ),
        )
    }
  }
  return { asked, failed }
}
