import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import { erpStateOf, secretOverlapHoursMax } from '@kufang/contract/document/webhook.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { AreaRoutes, ServerContext } from '../../platform/http/context.ts'
import { answerOf, success } from '../../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../../platform/http/idempotency.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import { refuseInput } from '../../platform/list/refuse-input.ts'
import { mustBePermitted, outgoingRules } from '../../platform/outgoing/outgoing-rules.ts'
import { openSecretBox } from '../../platform/secrets/secret-box.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import { mustAdminister, webhookRole } from './administer.ts'
import { registerWebhookDeliveries } from './delivery-routes.ts'
import { startReceiverCache } from './receiver-cache.ts'
import {
  changeReceiver,
  deleteReceiver,
  listReceivers,
  makeReceiver,
  renewSecret,
} from './receivers.ts'

const code = z.string().trim().min(1).max(20)
const receiverFields = z.object({
  name: z.string().trim().min(1).max(60),
  /** https; http only to this machine in the demonstration. The host must be on the list of the operator. */
  url: z.url({ protocol: /^https?$/ }).max(500),
  /** The technical account whose roles and scope decide what is sent. */
  account: z.string().trim().min(2).max(60),
  /**
   * Document types with the states wanted of each; [] for all of its states, {} for all types. ERP states (erp:posted)
   * and documents mirrored from the ERP are sent only if they are named.
   */
  documents: z.record(z.string().max(60), z.array(z.string().max(60)).max(100)).default({}),
  companyCodes: z.array(code).max(100).default([]),
  plants: z.array(code).max(200).default([]),
  isOn: z.boolean().default(true),
  timeoutMs: z.number().int().min(100).max(60_000).default(10_000),
})
const receiverSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  account: z.string(),
  documents: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
  companyCodes: z.array(z.string()),
  plants: z.array(z.string()),
  isOn: z.boolean(),
  timeoutMs: z.number().int(),
  previousSecretUntil: z.string().nullable(),
  version: z.number().int(),
  changedAt: z.string(),
  changedByName: z.string(),
})
const example: z.input<typeof receiverSchema> = {
  id: '0199c1de-7f3a-7cc2-9a53-3f1f7b1a2c11',
  name: '立库系统',
  url: 'https://wcs.example.com/kufang',
  account: 'wcs',
  documents: { 'goods-receipt': ['reviewed'] },
  companyCodes: ['1010'],
  plants: [],
  isOn: true,
  timeoutMs: 10_000,
  previousSecretUntil: null,
  version: 1,
  changedAt: '2026-11-25T02:00:00.000Z',
  changedByName: '系统管理员',
}
const withSecret = z.object({ receiver: receiverSchema, secret: z.string() })
const secretExample = { receiver: example, secret: 'whsec_…' }
const idSchema = z.object({ id: z.uuid() })

/** Routes for receivers of webhooks and their log; starts the cache that tells acts whether anybody wants their state. */
export const webhookRoutes: AreaRoutes = (app, context) => {
  app.register(async (scope: FastifyInstance) => {
    const cache = startReceiverCache(context.database, context.log)
    scope.addHook('onClose', () => cache.stop())
    registerReceivers(scope, context)
    registerWebhookDeliveries(scope, context)
  })
}

// oxlint-disable-next-line max-lines-per-function -- one list of routes
function registerReceivers(app: FastifyInstance, context: ServerContext): void {
  const { database, dataFolder, settings } = context
  const secrets = openSecretBox({ dataFolder, environmentKey: settings.secretKey })
  const outgoing = outgoingRules(settings)
  const routes = typed(app)
  const config = { roles: [webhookRole] }
  const tags = ['webhooks']

  routes.get(
    '/api/webhooks/receivers',
    {
      config,
      schema: {
        tags,
        operationId: 'listWebhookReceivers',
        summary: 'The programs that are told of states of documents',
        description: 'Without their secrets. For administrators.',
        response: { 200: answerOf(z.array(receiverSchema), [example]) },
      },
    },
    async ({ session }) => {
      mustAdminister(session)
      return success(await listReceivers(database))
    },
  )

  routes.post(
    '/api/webhooks/receivers',
    {
      config,
      schema: {
        tags,
        operationId: 'createWebhookReceiver',
        summary: 'Makes a receiver of webhooks; its secret is shown only in this answer',
        description:
          'Every state a wanted document enters is posted to the URL, signed as in the Standard Webhooks specification (headers webhook-id, webhook-timestamp, webhook-signature), in the order of each document, at least once. What does not answer 2xx is tried again for a day.',
        body: receiverFields,
        response: { 200: answerOf(withSecret, secretExample) },
      },
    },
    async ({ session, body }) => {
      mustAdminister(session)
      mustBePermitted(outgoing, body.url, 'url')
      await mustExist(database, body)
      return success(await database.transaction((tx) => makeReceiver(tx, secrets, session, body)))
    },
  )

  routes.put(
    '/api/webhooks/receivers/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'changeWebhookReceiver',
        summary: 'Changes a receiver of webhooks, or switches it off or on',
        description:
          'While it is off, states are not kept for it; what waited when it was switched off is sent when it is on again.',
        params: idSchema,
        body: receiverFields.extend({ version: z.number().int() }),
        response: { 200: answerOf(receiverSchema, example) },
      },
    },
    async (request) => {
      const { session, body } = request
      const { id } = request.params
      mustAdminister(session)
      mustBePermitted(outgoing, body.url, 'url')
      await mustExist(database, body)
      const key = idempotencyKeyOf(request)
      const fingerprint = fingerprintOf('webhook-receiver.change', id, body)
      return success(
        await database.transaction((tx) =>
          withIdempotency(tx, session, '', key, fingerprint, () =>
            changeReceiver(tx, session, { id, ...body }),
          ),
        ),
      )
    },
  )

  routes.post(
    '/api/webhooks/receivers/:id/secret',
    {
      config,
      schema: {
        tags,
        operationId: 'renewWebhookSecret',
        summary: 'Replaces the secret of a receiver; the new one is shown only in this answer',
        description:
          'Everything sent from now on is signed with the new secret, and for overlapHours also with the old one (two signatures in webhook-signature), so that the receiver changes over without losing an event. With 0 the old one is void at once.',
        params: idSchema,
        body: z
          .object({
            overlapHours: z.number().int().min(0).max(secretOverlapHoursMax).default(0),
          })
          .nullish(),
        response: { 200: answerOf(withSecret, secretExample) },
      },
    },
    async ({ session, params, body }) => {
      mustAdminister(session)
      const overlapHours = body?.overlapHours ?? 0
      return success(
        await database.transaction((tx) =>
          renewSecret(tx, secrets, session, { id: params.id, overlapHours }),
        ),
      )
    },
  )

  routes.post(
    '/api/webhooks/receivers/:id/delete',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteWebhookReceiver',
        summary: 'Deletes a receiver of webhooks; its log stays readable',
        description:
          'What waits for it is not sent, its secrets are removed, and nothing of its log can be sent again.',
        params: idSchema,
        body: z.object({ version: z.number().int() }),
        response: { 200: answerOf(z.null(), null) },
      },
    },
    async (request) => {
      const { session, body } = request
      const { id } = request.params
      mustAdminister(session)
      const key = idempotencyKeyOf(request)
      const fingerprint = fingerprintOf('webhook-receiver.delete', id, body)
      await database.transaction((tx) =>
        withIdempotency(tx, session, '', key, fingerprint, async () => {
          await deleteReceiver(tx, session, { id, ...body })
          return null
        }),
      )
      return success(null)
    },
  )
}

/** Whether a state may be wanted: of the document, or its ERP state unless it is itself from the ERP. */
function isStateOf({ states, isMirror }: AnyDocument, state: string): boolean {
  const erpState = erpStateOf(state)
  return erpState === null
    ? Object.hasOwn(states, state)
    : isMirror !== true && Object.hasOwn(erpStates, erpState)
}

/** Refuses document types, states, companies and plants that do not exist. */
async function mustExist(
  queryable: Queryable,
  { documents, companyCodes, plants }: z.output<typeof receiverFields>,
): Promise<void> {
  for (const [type, states] of Object.entries(documents)) {
    const definition = documentDefinition(type)
    if (definition === undefined)
      throw refuseInput('documents', `没有单据类型 ${type}`, `there is no document type ${type}`)
    const unknown = states.find((state) => !isStateOf(definition, state))
    if (unknown !== undefined)
      throw refuseInput(
        'documents',
        `单据类型 ${type} 没有状态 ${unknown}`,
        `document type ${type} has no state ${unknown}`,
      )
  }
  const [unknown] = await queryable.query<{ company: string | null; plant: string | null }>(
    `select (select c from unnest($1::text[]) c where c not in (select company_code from company) limit 1) as company,
       (select p from unnest($2::text[]) p where p not in (select plant from plant) limit 1) as plant`,
    [companyCodes, plants],
  )
  const { company = null, plant = null } = unknown ?? {}
  if (company !== null)
    throw refuseInput('companyCodes', `没有公司 ${company}`, `there is no company ${company}`)
  if (plant !== null) throw refuseInput('plants', `没有工厂 ${plant}`, `there is no plant ${plant}`)
}
