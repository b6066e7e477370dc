import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Database, Row } from '../platform/database/database.ts'
import type { ListOptions } from '../platform/list/list-options.ts'
import { assertExportable, readAllRows, readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'
import { masterScope } from './master-scope.ts'
import { masterRow, masterSource, pinyinField, visibleMasterColumns } from './master-table.ts'

const listSizeMax = 500

function options(
  definition: AnyMaster,
  session: Session,
  request: ListRequest,
): Omit<ListOptions, 'sizeMax'> {
  return {
    from: masterSource(definition),
    columns: visibleMasterColumns(definition, session),
    key: definition.key,
    search: [...definition.search, pinyinField],
    request,
    scope: masterScope(definition, session),
    defaultSort: definition.key.map((field) => ({ field, direction: 'asc' as const })),
  }
}

/** A page of a master's rows within the person's scope, including disabled ones. */
export async function listMasters(
  database: Database,
  session: Session,
  definition: AnyMaster,
  request: ListRequest,
): Promise<ListResponse> {
  const page = await readList(database, {
    ...options(definition, session, request),
    sizeMax: listSizeMax,
  })
  return { ...page, rows: page.rows.map((row) => masterRow(definition, row)) }
}

/** Refuses an export of more rows than the limit. */
export function assertMastersExportable(
  database: Database,
  session: Session,
  definition: AnyMaster,
  request: ListRequest,
  rowsMax: number,
): Promise<void> {
  return assertExportable(database, options(definition, session, request), rowsMax)
}

/** All rows of the list in batches, for the export. */
export async function* allMasters(
  database: Database,
  session: Session,
  definition: AnyMaster,
  request: ListRequest,
): AsyncGenerator<Row> {
  for await (const row of readAllRows(database, options(definition, session, request)))
    yield masterRow(definition, row)
}
