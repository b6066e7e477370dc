import type { CreateRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { ServerContext } from '../../platform/http/context.ts'
import type { Session } from '../../platform/session/session.ts'
import { documentScope } from '../list/scope.ts'
import { tableByName } from '../service.ts'
import { documentTable } from '../storage/table.ts'
import { assertMay } from './draft-checks.ts'

/** ERP documents of one company, by number. */
export interface MirroredNumbers {
  companyCode: string
  /** The document type of the mirror. */
  name: string
  docNos: readonly string[]
}

/** Reads documents from the ERP again; never throws: without an answer the mirror stays unchanged. */
export type SourceRefresh = (context: ServerContext, documents: MirroredNumbers) => Promise<void>

let refresh: SourceRefresh = async () => {}

/** Registers the reader of mirrors; called once at startup. */
export function registerSourceRefresh(reader: SourceRefresh): void {
  refresh = reader
}

/** Documents read this recently are not read again: a list of lines is often sent twice. */
const freshSeconds = 5

/**
 * Reads the ERP documents referenced by a request again, so that commitments are checked against the ERP's current open
 * quantity (domain.md 1.2). It runs before the transaction, so that no lock waits for the ERP, and only for persons who may
 * create or edit such documents, for ERP documents within their scope: others could load the ERP otherwise.
 * @throws Refusal `role-missing`
 */
export async function refreshSources(
  context: ServerContext,
  session: Session,
  name: string,
  purpose: 'create' | 'edit',
  request: Pick<CreateRequest, 'lines'>,
): Promise<void> {
  const { definition } = tableByName(name)
  assertMay(definition, session, purpose)
  const ids = [...new Set(request.lines.flatMap((line) => (line.source ? [line.source.id] : [])))]
  if (ids.length === 0) return
  for (const { document } of sourcesOf(definition))
    await refreshMirror(context, session, documentDefinition(document)!, ids)
}

async function refreshMirror(
  context: ServerContext,
  session: Session,
  definition: AnyDocument,
  ids: readonly string[],
): Promise<void> {
  if (definition.isMirror !== true) return
  const table = documentTable(definition)
  const scope = documentScope(table, session, 'header', 3)
  const rows = await context.database.query<{ companyCode: string; docNos: string[] }>(
    `select h.company_code, array_agg(h.doc_no order by h.doc_no) as doc_nos from ${table.header} h
     where ${scope.sql} and h.id = any($1::uuid[])
       and (h.synced_at is null or h.synced_at < now() - make_interval(secs => $2))
     group by h.company_code`,
    [ids, freshSeconds, ...scope.values],
  )
  for (const { companyCode, docNos } of rows)
    await refresh(context, { companyCode, name: definition.name, docNos })
}
