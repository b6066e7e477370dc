import type { FastifyInstance } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { readerOf } from './reader.ts'
import {
  countUnread,
  listUnreadNotices,
  listUnreadTodos,
  markNoticesRead,
  markTodoRead,
  readMessage,
} from './unread.ts'

/** Default page size of messages, product.md section 9. */
const pageSizeDefault = 50
const name = z.string().max(100).nullish()
const count = z.coerce.number().int().min(1)

const person = '0198b6d0-7a10-7c3e-9d51-2f6f0a3c1e44'
const unreadRequest = z
  .object({
    receiveUser: name,
    appId: name,
    tenantId: name,
    pageNum: count.max(10_000).default(1),
    pageSize: count.max(200).default(pageSizeDefault),
  })
  .meta({
    examples: [{ receiveUser: person, appId: '4517', tenantId: '', pageNum: 1, pageSize: 50 }],
  })
const readNotices = z
  .object({
    msgSendIds: z.array(z.uuid()).min(1).max(500),
    createUser: name,
    createUserName: name,
  })
  .meta({ examples: [{ msgSendIds: [person], createUser: person, createUserName: '张三' }] })
const readTodo = z
  .looseObject({ msgSendId: z.uuid() })
  .meta({ examples: [{ msgSendId: person, msgType: 'agency' }] })

/** The calls of product.md section 7 under their given names, and further ones for the screens. */
export function registerSms(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const tags = ['messages']
  const lists = { queryNoReadNoticeList: listUnreadNotices, queryNoReadAgencyList: listUnreadTodos }

  for (const [call, list] of Object.entries(lists)) {
    routes.post(
      `/api/sms/smsInfo/${call}`,
      { schema: { tags, body: unreadRequest.nullish() } },
      async (request) => {
        const { body } = request
        const session = readerOf(request)
        mustBeSelf(session, body?.receiveUser)
        const { pageNum = 1, pageSize = pageSizeDefault } = body ?? {}
        const page = await database.snapshot((tx) => list(tx, session, { pageNum, pageSize }))
        return { ...success(page.rows), count: page.count }
      },
    )
  }

  routes.post(
    '/api/sms/smsInfo/updateNoticeMessage',
    { schema: { tags, body: readNotices } },
    async ({ session, body }) => {
      mustBeSelf(session, body.createUser)
      await database.transaction((tx) => markNoticesRead(tx, session, body.msgSendIds))
      return success(null)
    },
  )

  routes.post(
    '/api/sms/smsInfo/updateAgencyMessage',
    { schema: { tags, body: readTodo } },
    async (request) => {
      const { msgSendId } = request.body
      await database.transaction((tx) => markTodoRead(tx, readerOf(request), msgSendId))
      return success(null)
    },
  )

  routes.get('/api/messages/unread', { schema: { tags } }, async (request) =>
    success(await database.snapshot((tx) => countUnread(tx, readerOf(request)))),
  )

  routes.get(
    '/api/messages/:type/:id',
    {
      schema: { tags, params: z.object({ type: z.enum(['notice', 'agency']), id: z.uuid() }) },
    },
    async (request) => {
      const { type, id } = request.params
      return success(await readMessage(database, readerOf(request), type, id))
    },
  )
}

/** The existing calls name a user, which must be the signed-in one. */
function mustBeSelf(session: Session, user: string | null | undefined): void {
  if (user == null || user === '' || user === session.userId || user === session.account) return
  throw refuse('outside-scope', { what: '用户', whatEn: 'User', value: user })
}
