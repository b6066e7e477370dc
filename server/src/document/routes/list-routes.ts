import { limitOfStock } from '@kufang/contract/document/declare/define-document.ts'
import { z } from 'zod'
import { visibleTo } from '@kufang/contract/document/visible.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { success } from '../../platform/http/envelope.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import { clock } from '../storage/clock.ts'
import { exportDocuments } from '../list/export.ts'
import { assertMayRead, listDocuments, listSources, sourceAskedFor } from '../list/list.ts'
import { listRequest } from '../../platform/list/list-request.ts'
import { named, stockLinesRequest } from './requests.ts'
import { tableByName } from '../storage/table.ts'
import { proposeDraft, takenLines } from '../draft/propose.ts'
import { sourceKey } from '../draft/sources.ts'
import { proposeStockLines } from '../draft/stock-lines.ts'

/** Routes for document lists and source lines, their exports, and the proposal for a new document. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const documentListRoutes: AreaRoutes = (app, { database, reports = database }) => {
  const routes = typed(app)
  const schema = { tags: ['documents'] }

  routes.post(
    '/api/documents/:name/list',
    { schema: { ...schema, params: named, body: listRequest } },
    async (request) =>
      success(
        await listDocuments(
          database,
          request.session,
          tableByName(request.params.name),
          request.body,
        ),
      ),
  )
  routes.post(
    '/api/documents/:name/sources/list',
    { schema: { ...schema, params: named, body: listRequest } },
    async (request) =>
      success(
        await listSources(
          database,
          request.session,
          tableByName(request.params.name),
          request.body,
        ),
      ),
  )
  routes.post(
    '/api/documents/:name/export',
    {
      schema: {
        ...schema,
        params: named,
        body: listRequest.extend({
          columns: z
            .array(z.object({ field: z.string().max(60), title: z.string().max(60) }))
            .min(1)
            .max(120),
        }),
      },
    },
    async (request, reply) => {
      const table = tableByName(request.params.name)
      assertMayRead(table, request.session)
      return exportDocuments(reports, request.session, table, request.body, reply)
    },
  )
  routes.post(
    '/api/documents/:name/prefill',
    {
      schema: {
        ...schema,
        params: named,
        body: z.object({
          page: z.string().max(100).optional(),
          sources: z
            .array(
              z.object({ id: z.uuid(), lineNo: z.number().int(), quantity: z.string().optional() }),
            )
            .min(1)
            .max(500),
        }),
      },
    },
    async (request) => {
      const table = tableByName(request.params.name)
      const { label } = table.definition
      const { page, sources } = request.body
      const source = sourceAskedFor(table.definition, request.session, page)
      if (!source)
        throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: 'sources' })
      const { session } = request
      const [proposed, taken] = await database.snapshot(async (tx) => {
        const found = await proposeDraft(
          tx,
          session,
          table,
          source.document,
          sources,
          clock(),
          false,
        )
        const used = new Set(found.lines.map((line) => sourceKey(line.source)))
        const left = sources.filter((one) => !used.has(sourceKey(one)))
        return [found, await takenLines(tx, session, table, source.document, left)] as const
      })
      return success({ ...visibleTo(table.definition, session, proposed), taken })
    },
  )
  routes.post(
    '/api/documents/:name/stock-lines',
    {
      config: { takesRows: true },
      schema: { ...schema, params: named, body: stockLinesRequest },
    },
    async (request) => {
      const table = tableByName(request.params.name)
      const { label } = table.definition
      if (limitOfStock(table.definition) === null)
        throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: 'stock-lines' })
      const found = await database.snapshot((tx) =>
        proposeStockLines(tx, request.session, table, request.body, clock()),
      )
      return success(visibleTo(table.definition, request.session, found))
    },
  )
}
