import { newId } from '@kufang/kernel/identifier.ts'
import type {
  ActionRequest,
  ActionResult,
  CreateRequest,
  LineInput,
} from '@kufang/contract/document/api.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { DocumentHeader, DocumentLine } from '../storage/document.ts'
import type { SourceLine } from '../effects/requests.ts'
import { effectsOf } from '../effects/effects.ts'
import { clock } from '../storage/clock.ts'
import { listSources } from '../list/list.ts'
import { createDocument, deleteDocument, runAction } from '../service/service.ts'
import { tableByName } from '../storage/table.ts'
import { loadSourceLines } from '../draft/sources.ts'
import { loadVisible } from '../storage/store.ts'

/** Works on documents as a person would through the pages: each call has its own idempotency key. */
export function worker(
  database: Database,
  session: Session,
  functionCodes: readonly string[] = [],
) {
  const actor = { session, functionCodes: new Set(functionCodes) }
  const read = async (
    name: string,
    id: string,
  ): Promise<{ header: DocumentHeader; lines: DocumentLine[] }> => {
    const loaded = await loadVisible(database, tableByName(name), session, id)
    if (!loaded) throw new Error(`${name} ${id} is not visible to ${session.userName}`)
    return loaded
  }
  return {
    read,
    create: (name: string, request: CreateRequest, key = newId()): Promise<ActionResult> =>
      createDocument(database, actor, name, request, key),
    /** Acts on the current version. */
    async act(
      name: string,
      id: string,
      action: string,
      request: Partial<ActionRequest> = {},
      key = newId(),
    ): Promise<ActionResult> {
      const version = request.version ?? (await read(name, id)).header.version
      return runAction(database, actor, name, id, action, { ...request, version }, key)
    },
    remove: async (name: string, id: string): Promise<{ docNo: string }> =>
      deleteDocument(database, actor, name, id, (await read(name, id)).header.version, newId()),
    /** Line numbers of a predecessor offered for a document of this type, sorted. */
    async offered(name: string, docNo: string): Promise<number[]> {
      const { rows } = await listSources(database, session, tableByName(name), {
        filters: [{ field: 'docNo', operator: 'eq', value: docNo }],
      })
      return rows.map((row) => Number(row['lineNo'])).toSorted((left, right) => left - right)
    },
    /** The values the page proposes for selected source lines. */
    async prefill(
      name: string,
      sources: readonly { id: string; lineNo: number; quantity?: string }[],
    ): Promise<{ header: Record<string, unknown>; lines: LineInput[] }> {
      const { definition } = tableByName(name)
      return database.transaction(async (tx) => {
        const found = await loadSourceLines(
          tx,
          session,
          definition.source!.document,
          sources,
          false,
        )
        const lines: SourceLine[] = sources.map((source) => ({
          ...found.get(`${source.id}/${source.lineNo}`)!,
          ...(source.quantity === undefined ? {} : { wantedQuantity: source.quantity }),
        }))
        return effectsOf(name).prefill!({ tx, session, today: clock().today, sources: lines })
      })
    },
  }
}

/** The id of a mirrored document by its ERP number. */
export async function mirrorId(database: Database, table: string, docNo: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(`select id from ${table} where doc_no = $1`, [
    docNo,
  ])
  return row!.id
}
