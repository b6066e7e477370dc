import { z } from 'zod'
import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { isRefusal, refusalDetails, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { success } from '../../platform/http/envelope.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import { actOnEach } from '../service/act-on-each.ts'
import { reportingRefusals } from '../act/refusal-reports.ts'
import { clock } from '../storage/clock.ts'
import { bilingualRefusal } from '../input/describe-refusal.ts'
import { keepEvidence } from '../service/evidence.ts'
import { printDocument } from '../service/print.ts'
import {
  acting,
  actionRequest,
  actorOf,
  batchRequest,
  createRequest,
  identified,
  named,
  updateRequest,
} from './requests.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import {
  createDocument,
  deleteDocument,
  previewAction,
  previewCreate,
  runAction,
  updateDocument,
} from '../service/service.ts'
import {
  refreshBeforeAction,
  refreshBeforeCreate,
  refreshSources,
} from '../draft/source-refresh.ts'

/** Routes that create and change documents, each with an idempotency key, and their previews. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const documentChangeRoutes: AreaRoutes = (app, context) => {
  const { database, log, settings } = context
  const routes = typed(app)
  const schema = { tags: ['documents'] }
  const withRows = { takesRows: true }

  routes.post(
    '/api/documents/:name',
    { config: withRows, schema: { ...schema, params: named, body: createRequest } },
    async (request) => {
      await refreshSources(context, request.session, request.params.name, 'create', request.body)
      await refreshBeforeCreate(context, request.session, request.params.name, request.body)
      const { name } = request.params
      const { session, body } = request
      const kept = await keepEvidence(database, settings, session, body.evidence)
      return success(
        await reportingRefusals(context, session, name, body.reportsRefusal === true, () =>
          createDocument(
            database,
            actorOf(request),
            name,
            body,
            idempotencyKeyOf(request),
            clock(),
            kept,
          ),
        ),
      )
    },
  )
  routes.post(
    '/api/documents/:name/preview',
    { config: withRows, schema: { ...schema, params: named, body: createRequest } },
    async (request) => {
      const { name } = request.params
      // The page previews first, so that the person never sends what is refused here.
      return success(
        await reportingRefusals(
          context,
          request.session,
          name,
          request.body.reportsRefusal === true,
          () => previewCreate(database, actorOf(request), name, request.body),
        ),
      )
    },
  )
  routes.put(
    '/api/documents/:name/:id',
    { config: withRows, schema: { ...schema, params: identified, body: updateRequest } },
    async (request) => {
      const { name, id } = request.params
      await refreshSources(context, request.session, name, 'edit', request.body)
      return success(
        await reportingRefusals(
          context,
          request.session,
          name,
          request.body.reportsRefusal === true,
          () =>
            updateDocument(
              database,
              actorOf(request),
              name,
              id,
              request.body,
              idempotencyKeyOf(request),
            ),
        ),
      )
    },
  )
  routes.delete(
    '/api/documents/:name/:id',
    {
      schema: {
        ...schema,
        params: identified,
        querystring: z.object({ version: z.coerce.number().int() }),
      },
    },
    async (request) =>
      success(
        await deleteDocument(
          database,
          actorOf(request),
          request.params.name,
          request.params.id,
          request.query.version,
          idempotencyKeyOf(request),
        ),
      ),
  )
  routes.post(
    '/api/documents/:name/:id/print',
    { schema: { ...schema, params: identified } },
    async (request) =>
      success(
        await printDocument(
          database,
          request.session,
          request.params.name,
          request.params.id,
          idempotencyKeyOf(request),
        ),
      ),
  )
  routes.post(
    '/api/documents/:name/:id/actions/:action',
    { config: withRows, schema: { ...schema, params: acting, body: actionRequest } },
    async (request) => {
      const { name, id, action } = request.params
      const { lines } = request.body
      await refreshBeforeAction(context, request.session, {
        name,
        ids: [id],
        action,
        ...(lines === undefined ? {} : { lines }),
      })
      const kept = await keepEvidence(database, settings, request.session, request.body.evidence)
      return success(
        await runAction(
          database,
          actorOf(request),
          name,
          id,
          action,
          request.body,
          idempotencyKeyOf(request),
          clock(),
          kept,
        ),
      )
    },
  )
  routes.post(
    '/api/documents/:name/:id/actions/:action/preview',
    { config: withRows, schema: { ...schema, params: acting, body: actionRequest } },
    async (request) => {
      const { name, id, action } = request.params
      return success(
        await previewAction(database, actorOf(request), name, id, action, request.body),
      )
    },
  )
  // Each document succeeds or fails independently, with its own reason.
  routes.post(
    '/api/documents/:name/actions/:action',
    {
      config: withRows,
      schema: {
        ...schema,
        params: named.extend({ action: z.string().max(60) }),
        body: batchRequest,
      },
    },
    async (request) => {
      const { input, documents } = request.body
      const ids = documents.map(({ id }) => id)
      await refreshBeforeAction(context, request.session, { ...request.params, ids })
      const logged = (error: unknown, words: string, id?: string) =>
        log.error({ err: error, requestId: request.session.requestId, id }, words)
      const outcomes = await actOnEach(
        database,
        actorOf(request),
        { ...request.params, input },
        documents,
        (error) => logged(error, 'a batch broke; its documents are tried one by one'),
      )
      return success(
        outcomes.map((outcome): BatchActionResult => {
          const { id } = outcome
          if ('done' in outcome) return { id, docNo: outcome.done.docNo, isDone: true }
          const { error } = outcome
          if (!isRefusal(error)) logged(error, 'an action of a batch broke', id)
          const detail: RefusalDetail = isRefusal(error)
            ? firstOf(refusalDetails(error))
            : { code: 'internal-error', params: {} }
          return { id, docNo: '', isDone: false, refusal: bilingualRefusal(detail) }
        }),
      )
    },
  )
}
