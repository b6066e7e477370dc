import {
  messageEventCodes,
  messageEvents,
  sendTypeCodes,
  unknownPlaceholders,
} from '@kufang/contract/messages/message-event.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { isEmail } from '@kufang/kernel/validators.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import {
  fingerprintOf,
  withIdempotency,
  withSecretsDigested,
} from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { refuseInput } from '../platform/list/refuse-input.ts'
import type { Session } from '../platform/session/session.ts'
import { listChannels, openChannel, outgoingTypes, saveChannel, secretsOf } from './channels.ts'
import type { ChannelChange } from './channels.ts'
import { cleanHtml } from './clean-html.ts'
import { sendNow } from './deliver.ts'
import { SendProblem } from './send-problem.ts'
import { isPermitted, mustBePermitted, outgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import type { OutgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import type { MessageTemplate } from './templates.ts'
import { messageSettingsRole } from './message-view.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

const line = (max: number) => z.string().trim().max(max)
const companyCode = z.string().max(10).default('')
const templateBody = z.object({
  event: z.enum(messageEventCodes),
  sendType: z.enum(sendTypeCodes),
  titleZh: line(200).min(1),
  titleEn: line(200).min(1),
  contentZh: line(10_000).min(1),
  contentEn: line(10_000).min(1),
  isOn: z.boolean(),
  version: z.number().int(),
})
const channelBody = z.object({
  companyCode,
  version: z.number().int().optional(),
  isOn: z.boolean().optional(),
  host: z
    .string()
    .regex(/^[\w.:-]*$/)
    .max(200)
    .optional(),
  port: z.number().int().min(1).max(65_535).optional(),
  security: z.enum(['none', 'starttls', 'tls']).optional(),
  account: line(100).optional(),
  senderAddress: line(100)
    .refine((text) => text === '' || isEmail(text), 'e-mail')
    .optional(),
  senderName: line(60).optional(),
  webHook: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]).optional(),
  language: z.enum(['zh', 'en']).optional(),
  timeoutMs: z.number().int().min(100).max(600_000).optional(),
  attemptsMax: z.number().int().min(1).max(50).optional(),
  /** Write-only, stored encrypted; absent keeps the current one. */
  secret: z.string().max(1000).optional(),
  token: z.string().max(1000).optional(),
})
const named = z.object({ sendType: z.enum(outgoingTypes) })
const testBody = z.object({ companyCode, address: line(100).default('') })

type TemplateChange = z.output<typeof templateBody>

interface TestResult {
  isSent: boolean
  durationMs: number
  problem: { zh: string; en: string } | null
}

/**
 * Routes for templates, switches and channels of messages: read with the role of the business configuration, changed by
 * administrators.
 */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function registerMessageSettings(app: FastifyInstance, context: ServerContext): void {
  const { database } = context
  const outgoing = outgoingRules(context.settings)
  const routes = typed(app)
  const config = { roles: [messageSettingsRole] }
  const tags = ['messages']

  routes.get('/api/messages/templates', { config, schema: { tags } }, async () =>
    success(
      await database.query<MessageTemplate>(
        `select * from message_template order by event, send_type`,
      ),
    ),
  )

  routes.put(
    '/api/messages/templates',
    { config, schema: { tags, body: templateBody } },
    async (request) => {
      const { session, body } = request
      mustAdminister(session)
      checkPlaceholders(body)
      const key = idempotencyKeyOf(request)
      const fingerprint = fingerprintOf('message-template.change', body)
      return success(
        await database.transaction((tx) =>
          withIdempotency(tx, session, '', key, fingerprint, () => saveTemplate(tx, session, body)),
        ),
      )
    },
  )

  routes.get('/api/messages/channels', { config, schema: { tags } }, async ({ session }) =>
    success(
      (await listChannels(database)).filter(
        (row) => row.companyCode === '' || session.scope.companyCodes.includes(row.companyCode),
      ),
    ),
  )

  routes.put(
    '/api/messages/channels/:sendType',
    { config, schema: { tags, params: named, body: channelBody } },
    async (request) => {
      const { session, body } = request
      const { sendType } = request.params
      mustAdminister(session)
      const { companyCode, version, ...fields } = body
      await mustBeCompany(database, companyCode)
      mustLeadToPermitted(outgoing, fields)
      const change = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      ) as ChannelChange
      const key = idempotencyKeyOf(request)
      const secrets = secretsOf(context)
      const digested = withSecretsDigested(secrets, body, ['secret', 'token'])
      const fingerprint = fingerprintOf('message-channel.change', sendType, digested)
      return success(
        await database.transaction((tx) =>
          withIdempotency(tx, session, '', key, fingerprint, async () => {
            const saved = await saveChannel(tx, secrets, {
              companyCode,
              sendType,
              version,
              change,
              userId: session.userId,
            })
            if (saved === undefined) throw await stale(tx, 'message_channel', sendType, version)
            const isSecretChanged = change.secret !== undefined || change.token !== undefined
            await writeAudit(tx, session, [
              {
                companyCode,
                subjectType: 'message-channel',
                subjectId: `${companyCode}/${sendType}`,
                subjectNo: sendType,
                action: 'update',
                before: saved.before,
                after: { ...saved.after, ...(isSecretChanged && { isSecretChanged }) },
              },
            ])
            return saved.after
          }),
        ),
      )
    },
  )

  // Sent immediately instead of through the outbox, so that the administrator sees the response.
  routes.post(
    '/api/messages/channels/:sendType/test',
    { config, schema: { tags, params: named, body: testBody } },
    async ({ session, params, body }): Promise<{ datas: TestResult }> => {
      mustAdminister(session)
      const startedAt = performance.now()
      const result = (problem: TestResult['problem']) =>
        success({
          isSent: problem === null,
          durationMs: Math.round(performance.now() - startedAt),
          problem,
        })
      if (params.sendType === 'email' && !isEmail(body.address))
        throw refuse('email-invalid', {}, { field: 'address' })
      try {
        const { companyCode } = body
        const secrets = secretsOf(context)
        const channel = await openChannel(database, secrets, outgoing, companyCode, params.sendType)
        if (channel === undefined)
          return result({ zh: '该发送方式未启用', en: 'this way of sending is switched off' })
        await sendNow(channel, {
          address: body.address,
          receiverName: session.userName,
          ...(session.language === 'en'
            ? { title: 'Test message', content: '<p>Kufang can reach you this way.</p>' }
            : { title: '测试消息', content: '<p>库房可以通过此方式发送消息。</p>' }),
        })
        return result(null)
      } catch (error) {
        if (!(error instanceof SendProblem)) throw error
        return result({ zh: error.zh, en: error.en })
      }
    },
  )
}

/** @throws `role-missing`, because these settings apply to everybody */
function mustAdminister(session: Session): void {
  if (session.isAdmin) return
  throw refuse('role-missing', {
    action: '修改消息配置',
    actionEn: 'change how messages are sent',
    roles: 'admin',
  })
}

/** Refuses servers and addresses that are not on the operator's list; a port that stays is checked on sending. */
function mustLeadToPermitted(
  outgoing: OutgoingRules,
  {
    host,
    port,
    webHook,
  }: { host?: string | undefined; port?: number | undefined; webHook?: string | undefined },
): void {
  if (host !== undefined && host !== '' && !isPermitted(outgoing, host, port ?? null))
    throw refuse('address-not-permitted', { host }, { field: 'host' })
  if (webHook !== undefined && webHook !== '') mustBePermitted(outgoing, webHook, 'webHook')
}

async function mustBeCompany(queryable: Queryable, companyCode: string): Promise<void> {
  if (companyCode === '') return
  const found = await queryable.query(`select 1 as found from company where company_code = $1`, [
    companyCode,
  ])
  if (found.length === 0)
    throw refuse(
      'master-unknown',
      { master: '公司', masterEn: 'Company', value: companyCode },
      { field: 'companyCode' },
    )
}

function checkPlaceholders(change: TemplateChange): void {
  for (const field of ['titleZh', 'titleEn', 'contentZh', 'contentEn'] as const) {
    const unknown = unknownPlaceholders(change.event, change[field])
    if (unknown.length === 0) continue
    const known = Object.keys(messageEvents[change.event].placeholders).join(', ')
    throw refuseInput(
      field,
      `没有占位符 ${unknown.join(', ')}，可用：${known}`,
      `there is no placeholder ${unknown.join(', ')}; known are ${known}`,
    )
  }
}

async function saveTemplate(
  tx: Queryable,
  session: Session,
  change: TemplateChange,
): Promise<MessageTemplate> {
  const [before] = await tx.query<MessageTemplate>(
    `select * from message_template where event = $1 and send_type = $2 for update`,
    [change.event, change.sendType],
  )
  if (before?.version !== change.version)
    throw await stale(tx, 'message_template', change.event, change.version)
  const [after] = await tx.query<MessageTemplate>(
    `update message_template set title_zh = $3, title_en = $4, content_zh = $5, content_en = $6, is_on = $7,
       version = version + 1, updated_at = now(), updated_by = $8
     where event = $1 and send_type = $2 returning *`,
    [
      change.event,
      change.sendType,
      change.titleZh,
      change.titleEn,
      cleanHtml(change.contentZh),
      cleanHtml(change.contentEn),
      change.isOn,
      session.userId,
    ],
  )
  await writeAudit(tx, session, [
    {
      companyCode: '',
      subjectType: 'message-template',
      subjectId: `${change.event}/${change.sendType}`,
      subjectNo: change.event,
      action: 'update',
      before,
      after,
    },
  ])
  return after!
}

async function stale(
  queryable: Queryable,
  table: 'message_template' | 'message_channel',
  no: string,
  given: number | undefined,
) {
  const [newest] = await queryable.query<{ userName: string; updatedAt: string; version: number }>(
    `select coalesce(u.user_name, '') as user_name, s.updated_at, s.version from ${table} s left join app_user u on u.id = s.updated_by
     where ${table === 'message_template' ? 's.event' : 's.send_type'} = $1 order by s.updated_at desc limit 1`,
    [no],
  )
  return staleVersion({
    no,
    user: newest?.userName ?? '',
    at: newest?.updatedAt ?? '',
    current: newest?.version ?? 0,
    given: given ?? 0,
  })
}
