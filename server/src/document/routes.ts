import { z } from 'zod'
import type { BatchActionResult, DocumentResponse, LogRow } from '@kufang/contract/document/api.ts'
import { decide } from '@kufang/contract/document/decide.ts'
import { holdsAny, rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { describeRefusal } from '@kufang/contract/document/refusal-catalogue.ts'
import { isRefusal, refuse, refusalDetails, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { clock } from './clock.ts'
import { effectsOf } from './effects.ts'
import { exportDocuments } from './export.ts'
import { documentFlow } from './flow.ts'
import { assertMayRead, listDocuments, listSources, maySeeAmounts } from './list.ts'
import { printDocument } from './print.ts'
import {
  createDocument,
  deleteDocument,
  previewAction,
  previewCreate,
  runAction,
  tableByName,
  updateDocument,
  type Actor,
} from './service.ts'
import { loadSourceLines } from './sources.ts'
import { loadVisible } from './store.ts'
import type { DocumentTable } from './table.ts'

const record = z.record(z.string().max(60), z.unknown())
const named = z.object({ name: z.string().max(60) })
const identified = named.extend({ id: z.uuid() })
const acting = identified.extend({ action: z.string().max(60) })

export const listRequest = z.object({
  filters: z
    .array(
      z.object({
        field: z.string().max(60),
        operator: z.enum([
          'eq',
          'in',
          'contains',
          'startsWith',
          'gte',
          'lte',
          'between',
          'empty',
          'notEmpty',
        ]),
        value: z.unknown().optional(),
      }),
    )
    .max(50)
    .optional(),
  search: z.string().max(200).optional(),
  sort: z
    .array(z.object({ field: z.string().max(60), direction: z.enum(['asc', 'desc']) }))
    .max(5)
    .optional(),
  cursor: z.string().max(4000).nullable().optional(),
  size: z.number().int().min(1).max(500).optional(),
  level: z.enum(['header', 'line']).optional(),
  withTotals: z.boolean().optional(),
})

const line = z
  .object({ source: z.object({ id: z.uuid(), lineNo: z.number().int() }).optional() })
  .loose()
const createRequest = z.object({
  companyCode: z.string().max(10).optional(),
  header: record,
  lines: z.array(line).max(500),
  thenAction: z.string().max(60).optional(),
})
const updateRequest = z.object({
  version: z.number().int(),
  header: record,
  lines: z.array(line).max(500),
})
const actionRequest = z.object({
  version: z.number().int(),
  input: record.optional(),
  lines: z
    .array(z.object({ lineNo: z.number().int() }).loose())
    .max(500)
    .optional(),
})
const batchRequest = z.object({
  documents: z
    .array(
      z.object({
        id: z.uuid(),
        version: z.number().int(),
        idempotencyKey: z.string().min(8).max(80),
      }),
    )
    .min(1)
    .max(200),
  input: record.optional(),
})

/** The key a client gives an intent; without one a retried request could act twice. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') throw refuse('idempotency-key-missing', {})
  return key
}

export function actorOf(request: FastifyRequest): Actor {
  return { session: request.session, functionCodes: request.functionCodes }
}

/** Calls of every document type: one set of routes, whatever the type. */
export const documentRoutes: AreaRoutes = (app, { database, log }) => {
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
            .max(80),
        }),
      },
    },
    async (request, reply) => {
      const table = tableByName(request.params.name)
      assertMayRead(table, request.session)
      return exportDocuments(database, request.session, table, request.body, reply)
    },
  )
  routes.post(
    '/api/documents/:name/prefill',
    {
      schema: {
        ...schema,
        params: named,
        body: z.object({
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
      const { source, label } = table.definition
      if (!source)
        throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: 'sources' })
      const { sources } = request.body
      return success(
        await database.snapshot(async (tx) => {
          const found = await loadSourceLines(tx, request.session, source.document, sources, false)
          const lines = sources.flatMap((one) => {
            const line = found.get(`${one.id}/${one.lineNo}`)
            return line
              ? [
                  {
                    ...line,
                    ...(one.quantity === undefined ? {} : { wantedQuantity: one.quantity }),
                  },
                ]
              : []
          })
          const prefill = effectsOf(table.definition.name).prefill
          if (prefill)
            return prefill({ tx, session: request.session, today: clock().today, sources: lines })
          return {
            header: {},
            lines: lines.map((line) => ({
              source: { id: line.id, lineNo: line.lineNo },
              quantity: line['wantedQuantity'] ?? line.openQuantity,
            })),
          }
        }),
      )
    },
  )
  routes.post(
    '/api/documents/:name',
    { schema: { ...schema, params: named, body: createRequest } },
    async (request) =>
      success(
        await createDocument(
          database,
          actorOf(request),
          request.params.name,
          request.body,
          idempotencyKeyOf(request),
        ),
      ),
  )
  routes.post(
    '/api/documents/:name/preview',
    { schema: { ...schema, params: named, body: createRequest } },
    async (request) =>
      success(await previewCreate(database, actorOf(request), request.params.name, request.body)),
  )
  routes.put(
    '/api/documents/:name/:id',
    { schema: { ...schema, params: identified, body: updateRequest } },
    async (request) =>
      success(
        await updateDocument(
          database,
          actorOf(request),
          request.params.name,
          request.params.id,
          request.body,
          idempotencyKeyOf(request),
        ),
      ),
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
    { schema: { ...schema, params: acting, body: actionRequest } },
    async (request) => {
      const { name, id, action } = request.params
      return success(
        await runAction(
          database,
          actorOf(request),
          name,
          id,
          action,
          request.body,
          idempotencyKeyOf(request),
        ),
      )
    },
  )
  routes.post(
    '/api/documents/:name/:id/actions/:action/preview',
    { schema: { ...schema, params: acting, body: actionRequest } },
    async (request) => {
      const { name, id, action } = request.params
      return success(
        await previewAction(database, actorOf(request), name, id, action, request.body),
      )
    },
  )
  // One document after the other: each succeeds or fails on its own, and says why.
  routes.post(
    '/api/documents/:name/actions/:action',
    {
      schema: {
        ...schema,
        params: named.extend({ action: z.string().max(60) }),
        body: batchRequest,
      },
    },
    async (request) => {
      const { name, action } = request.params
      const results: BatchActionResult[] = []
      for (const { id, version, idempotencyKey } of request.body.documents) {
        try {
          const done = await runAction(
            database,
            actorOf(request),
            name,
            id,
            action,
            { version, ...(request.body.input ? { input: request.body.input } : {}) },
            idempotencyKey,
          )
          results.push({ id, docNo: done.docNo, isDone: true })
        } catch (error) {
          if (!isRefusal(error))
            log.error(
              { err: error, requestId: request.session.requestId, id },
              'an action of a batch broke',
            )
          const detail: RefusalDetail = isRefusal(error)
            ? refusalDetails(error)[0]!
            : { code: 'internal-error', params: {} }
          results.push({ id, docNo: '', isDone: false, refusal: inWords(detail) })
        }
      }
      return success(results)
    },
  )
  routes.get(
    '/api/documents/:name/:id',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const loaded = await visible(request, table)
      const { definition } = table
      const actor = actorOf(request)
      const actions = Object.fromEntries(
        Object.keys(definition.actions).map((action) => {
          const refusal = decide(
            definition,
            action,
            { ...actor.session, functionCodes: actor.functionCodes },
            loaded.header,
          )
          return [action, refusal && inWords(refusal)]
        }),
      )
      const hidden = maySeeAmounts(request.session)
        ? []
        : Object.keys(table.lineFields).filter((name) => table.lineFields[name]!.isAmount)
      const response: DocumentResponse = {
        header: loaded.header,
        lines: loaded.lines.map((line) =>
          Object.fromEntries(Object.entries(line).filter(([name]) => !hidden.includes(name))),
        ),
        actions,
        isEditable:
          definition.editable.includes(loaded.header.state) &&
          holdsAny(request.session, rolesForDrafts(definition, 'edit')),
      }
      return success(response)
    },
  )
  routes.get(
    '/api/documents/:name/:id/flow',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const { header } = await visible(request, table)
      return success(await documentFlow(database, table, header.companyCode, header.id))
    },
  )
  routes.get(
    '/api/documents/:name/:id/moves',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const { header } = await visible(request, table)
      return success(await documentMoves(header.companyCode, table.definition.name, header.id))
    },
  )
  routes.get(
    '/api/documents/:name/:id/log',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const { header } = await visible(request, table)
      return success(
        await database.query<LogRow>(
          `select at, user_name, action, before, after, request_id from audit_entry
         where company_code = $1 and subject_type = $2 and subject_id = $3 order by at, id limit 500`,
          [header.companyCode, table.definition.name, header.id],
        ),
      )
    },
  )
  routes.get(
    '/api/documents/:name/:id/erp',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const { header } = await visible(request, table)
      const column = request.session.language === 'en' ? 'sap_message_en' : 'sap_message_zh'
      return success(
        await database.query(
          // What holds its own messages up, such as the arrival's that was rejected, explains where it stands.
          `select id as posting_id, document_no, posting_key, direction, state, nullif(material_document, '') as material_document,
           nullif(material_document_year, '') as material_document_year, nullif(${column}, '') as message, attempts, updated_at
         from erp_posting where company_code = $1 and (document_type = $2 and document_id = $3
           or state not in ('posted', 'closed') and id in (
             select unnest(own.depends_on) from erp_posting own
             where own.company_code = $1 and own.document_type = $2 and own.document_id = $3 and own.state not in ('posted', 'closed')))
         order by sequence`,
          [header.companyCode, table.definition.name, header.id],
        ),
      )
    },
  )

  async function visible(request: FastifyRequest, table: DocumentTable) {
    const { id } = request.params as { id: string }
    assertMayRead(table, request.session)
    const loaded = await loadVisible(database, table, request.session, id)
    const { label } = table.definition
    if (!loaded) throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: id })
    return loaded
  }

  /** The moves of one document with the ERP documents that booked them. */
  function documentMoves(companyCode: string, type: string, id: string) {
    return database.query(
      `select m.id, m.moved_at, m.document_type, m.document_id, m.document_no, m.line_no, m.material_no, m.quantity, m.movement_type,
         m.reverses, to_jsonb(f) as from, to_jsonb(t) as to, u.user_name,
         p.material_document, p.material_document_year
       from stock_move m
       join lateral (select k.place, k.plant, k.storage_location as "storageLocation", k.bin, k.batch, k.stock_category as "stockCategory", k.special_stock as "specialStock"
         from stock_key k where k.company_code = m.company_code and k.id = m.from_key) f on true
       join lateral (select k.place, k.plant, k.storage_location as "storageLocation", k.bin, k.batch, k.stock_category as "stockCategory", k.special_stock as "specialStock"
         from stock_key k where k.company_code = m.company_code and k.id = m.to_key) t on true
       left join app_user u on u.id = m.user_id
       left join lateral (select p.material_document, p.material_document_year from erp_posting_item i
         join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id and p.direction = 'post' and p.material_document <> ''
         where i.company_code = m.company_code and i.move_id = m.id order by p.sequence desc limit 1) p on true
       where m.company_code = $1 and m.document_type = $2 and m.document_id = $3 order by m.moved_at, m.id limit 2000`,
      [companyCode, type, id],
    )
  }
}

function inWords(detail: RefusalDetail): RefusalDetail & { zh: string; en: string } {
  return { ...detail, zh: describeRefusal(detail, 'zh'), en: describeRefusal(detail, 'en') }
}
