import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { assertMayRead, listDocuments } from './list.ts'
import { documentScope } from '../storage/scope.ts'

/** One page of a document list by the name of the type, as its page would read it. */
export async function listNamed(
  database: Database,
  session: Session,
  name: string,
  request: ListRequest,
): Promise<ListResponse> {
  return listDocuments(database, session, tableOf(name), request)
}

/** How many documents the person may read are in each of these states; states without any are missing. One statement. */
export async function countByState(
  queryable: Queryable,
  session: Session,
  name: string,
  states: readonly string[],
): Promise<Map<string, number>> {
  const table = tableOf(name)
  assertMayRead(table, session)
  const scope = documentScope(table, session, 'header', 2)
  const rows = await queryable.query<{ state: string; count: number }>(
    `select h.state, count(*)::int as count from ${table.header} h
     where h.state = any($1::text[]) and ${scope.sql} group by h.state`,
    [states, ...scope.values],
  )
  return new Map(rows.map(({ state, count }) => [state, count]))
}

function tableOf(name: string): DocumentTable {
  const definition = documentDefinition(name)
  if (definition === undefined)
    throw refuse('not-found', { subject: '单据', subjectEn: 'Document', no: name })
  return documentTable(definition)
}
