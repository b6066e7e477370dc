import { z } from 'zod'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readerOf } from './reader.ts'
import { registerDeliveries } from './delivery-routes.ts'
import { registerNotices } from './notice-routes.ts'
import { registerMessageSettings } from './settings-routes.ts'
import { registerSms } from './sms-routes.ts'
import { countTodos, listTodos } from './todos.ts'

const block = z
  .object({
    cursor: z.string().max(200).nullable().optional(),
    /** Only to-dos of this page. */
    path: z.string().max(200).nullable().optional(),
    size: z.number().int().min(1).max(200).default(50),
  })
  .default({ size: 50 })

/** Routes for to-dos, notices, and their channels. */
export const messageRoutes: AreaRoutes = (app, context) => {
  const { database } = context
  const routes = typed(app)
  registerSms(app, context)
  registerMessageSettings(app, context)
  registerNotices(app, context)
  registerDeliveries(app, context)
  const schema = { tags: ['messages'] }

  // The first page of rows includes the counts, because the home page shows both.
  routes.post('/api/todos/list', { schema: { ...schema, body: block } }, async (request) => {
    const { body } = request
    const session = readerOf(request)
    return success(
      await database.snapshot(async (tx) => {
        const page = await listTodos(tx, session, body)
        return body.cursor == null ? { ...page, ...(await countTodos(tx, session)) } : page
      }),
    )
  })
  routes.get('/api/todos/counts', { schema }, async (request) =>
    success(await countTodos(database, readerOf(request))),
  )
}
