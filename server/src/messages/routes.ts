import { z } from 'zod'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { countTodos, listTodos } from './todos.ts'

const block = z
  .object({
    cursor: z.string().max(200).nullable().optional(),
    size: z.number().int().min(1).max(200).default(50),
  })
  .default({ size: 50 })

/** What waits for the person: everyone has to-dos, those of the roles they hold. */
export const messageRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)
  const schema = { tags: ['messages'] }

  // The first block brings the counts along: the home page shows both.
  routes.post('/api/todos/list', { schema: { ...schema, body: block } }, async (request) => {
    const { session, body } = request
    return success(
      await database.snapshot(async (tx) => {
        const page = await listTodos(tx, session, body)
        return body.cursor == null ? { ...page, ...(await countTodos(tx, session)) } : page
      }),
    )
  })
  routes.get('/api/todos/counts', { schema }, async (request) =>
    success(await countTodos(database, request.session)),
  )
}
