import { contentTypeCodes, sendTypeCodes } from '@kufang/contract/messages/message-event.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { refuseInput } from '../platform/list/refuse-input.ts'
import type { Session } from '../platform/session/session.ts'
import { likeForm } from '../platform/list/filter-sql.ts'
import { htmlOf } from './clean-html.ts'
import { readReceivers } from './receivers.ts'
import { sendInApp, sendOutside } from './send.ts'
import { messageSettingsRole } from './message-view.ts'

const noticeBody = z.object({
  contentType: z.enum(contentTypeCodes),
  companyCode: z.string().max(10).default(''),
  department: z.string().trim().max(60).default(''),
  userIds: z.array(z.uuid()).max(500).default([]),
  includesExternal: z.boolean().default(false),
  title: z.string().trim().min(1).max(100),
  content: z.string().trim().min(1).max(20_000),
  /** A page of the product; empty for a notice without action. */
  handleUrl: z
    .string()
    .trim()
    .regex(/^(\/(?![/\\])[^\s\\]*)?$/)
    .max(300)
    .default(''),
  sendTypes: z.array(z.enum(sendTypeCodes)).min(1),
})
type Notice = z.output<typeof noticeBody>

interface SentNotice {
  /** '' if it was sent externally only. */
  msgSendId: string
  receiverCount: number
}

/** Routes for notices written to individuals, a department, a company or everybody. */
export function registerNotices(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const config = { roles: [messageSettingsRole] }
  const tags = ['messages']

  routes.post(
    '/api/messages/notices',
    { config, schema: { tags, body: noticeBody } },
    async (request) => {
      const { session, body } = request
      mustReach(session, body)
      const key = idempotencyKeyOf(request)
      const fingerprint = fingerprintOf('notice.send', body)
      return success(
        await database.transaction((tx) =>
          withIdempotency(tx, session, body.companyCode, key, fingerprint, () =>
            sendNotice(tx, session, body),
          ),
        ),
      )
    },
  )

  // Possible recipients within the writer's scope.
  routes.get(
    '/api/messages/departments',
    {
      config,
      schema: { tags, querystring: z.looseObject({ companyCode: z.string().max(10) }) },
    },
    async ({ session, query }) =>
      success(
        (
          await database.query<{ department: string }>(
            `select distinct department from user_plant where valid_to is null and department <> '' and company_code = $1
               and company_code = any($2::text[]) order by 1 limit 500`,
            [query.companyCode, session.scope.companyCodes],
          )
        ).map(({ department }) => department),
      ),
  )
  routes.get(
    '/api/messages/people',
    {
      config,
      schema: {
        tags,
        querystring: z.looseObject({
          companyCode: z.string().max(10).default(''),
          search: z.string().trim().max(60).default(''),
        }),
      },
    },
    async ({ session, query }) =>
      success(
        await database.query<{ userId: string; account: string; userName: string }>(
          `select u.id as user_id, u.account, u.user_name from app_user u
           where u.status = 'active' and (search_form(u.account) like $1 or search_form(u.user_name) like $1)
             and ($2 and $3 = '' or exists (select from user_plant p where p.user_id = u.id and p.valid_to is null
               and p.company_code = any($4::text[]) and ($3 = '' or p.company_code = $3)))
           order by u.account limit 50`,
          [
            `%${likeForm(query.search)}%`,
            session.isAdmin,
            query.companyCode,
            session.scope.companyCodes,
          ],
        ),
      ),
  )
}

/** @throws `outside-scope` for persons of another company, `role-missing` for everybody */
function mustReach(session: Session, { companyCode }: Notice): void {
  if (session.isAdmin) return
  if (companyCode === '')
    throw refuse(
      'role-missing',
      { action: '向全部公司发送', actionEn: 'write to all companies', roles: 'admin' },
      { field: 'companyCode' },
    )
  if (!session.scope.companyCodes.includes(companyCode))
    throw refuse(
      'outside-scope',
      { what: '公司', whatEn: 'Company', value: companyCode },
      { field: 'companyCode' },
    )
}

async function sendNotice(tx: Transaction, session: Session, notice: Notice): Promise<SentNotice> {
  if (notice.contentType === 'dept' && (notice.companyCode === '' || notice.department === ''))
    throw refuseInput('department', '请选择公司和部门', 'choose company and department')
  const receivers = await readReceivers(tx, notice)
  if (receivers.length === 0)
    throw refuseInput(
      notice.contentType === 'user' ? 'userIds' : 'companyCode',
      '没有符合条件的接收人',
      'nobody would receive this',
    )
  const content = htmlOf(notice.content)
  const params = { title: notice.title, content, sender: session.userName }
  const occasion = {
    companyCode: notice.companyCode,
    event: 'notice-written',
    subjectNo: '',
    sender: session,
    params: { zh: params, en: params },
  } as const
  const id = notice.sendTypes.includes('mail')
    ? await sendInApp(tx, occasion, notice, receivers)
    : null
  const outside = notice.sendTypes.filter((way) => way !== 'mail')
  const taken = await sendOutside(tx, occasion, receivers, outside)
  const missing = notice.sendTypes.filter((way) => (way === 'mail' ? id === null : !taken.has(way)))
  if (missing.length > 0)
    throw refuseInput(
      'sendTypes',
      `未启用：${missing.join(', ')}；请先启用模板和发送方式`,
      `switched off: ${missing.join(', ')}; switch template and channel on first`,
    )
  await writeAudit(tx, session, [
    {
      companyCode: notice.companyCode,
      subjectType: 'message',
      subjectId: id ?? '',
      subjectNo: notice.title,
      action: 'send',
      after: { ...notice, content, receiverCount: receivers.length },
    },
  ])
  return { msgSendId: id ?? '', receiverCount: receivers.length }
}
