import type { CreateRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { ServerContext } from '../../platform/http/context.ts'
import type { Session } from '../../platform/session/session.ts'
import { tableByName } from '../service.ts'
import { documentTable } from '../storage/table.ts'

/** Documents of the ERP, by number, in one company. */
export interface MirroredNumbers {
  companyCode: string
  /** Name of the mirror's document type. */
  name: string
  docNos: readonly string[]
}

/** Reads documents of the ERP once more; never throws: without an answer the mirror stands as it is. */
export type SourceRefresh = (context: ServerContext, documents: MirroredNumbers) => Promise<void>

let refresh: SourceRefresh = async () => {}

/** Who reads mirrors again; named once, where the process is put together. */
export function registerSourceRefresh(reader: SourceRefresh): void {
  refresh = reader
}

/** What was read this short a time ago is not asked for again: a list of lines is often sent twice. */
const freshSeconds = 5

/**
 * Reads the ERP's documents that a request draws from once more, so that what is promised is checked
 * against the ERP's open quantity of this moment (domain.md 1.2). Before the transaction: no lock waits for
 * the ERP.
 */
export async function refreshSources(
  context: ServerContext,
  session: Session,
  name: string,
  request: Pick<CreateRequest, 'lines'>,
): Promise<void> {
  const ids = [...new Set(request.lines.flatMap((line) => (line.source ? [line.source.id] : [])))]
  if (ids.length === 0) return
  for (const { document } of sourcesOf(tableByName(name).definition))
    await refreshMirror(context, session, documentDefinition(document)!, ids)
}

async function refreshMirror(
  context: ServerContext,
  session: Session,
  definition: AnyDocument,
  ids: readonly string[],
): Promise<void> {
  if (definition.isMirror !== true) return
  const rows = await context.database.query<{ companyCode: string; docNos: string[] }>(
    `select company_code, array_agg(doc_no order by doc_no) as doc_nos from ${documentTable(definition).header}
     where company_code = any($3) and id = any($1::uuid[]) and (synced_at is null or synced_at < now() - make_interval(secs => $2))
     group by company_code`,
    [ids, freshSeconds, session.scope.companyCodes],
  )
  for (const { companyCode, docNos } of rows)
    await refresh(context, { companyCode, name: definition.name, docNos })
}
