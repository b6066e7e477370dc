import { z } from 'zod'
import type { AreaRoutes } from '../http/context.ts'
import { success } from '../http/envelope.ts'
import { typed } from '../http/typed-routes.ts'
import { listOperations } from './operation-log.ts'

const filters = z.object({
  subjectType: z.string().max(60).optional(),
  subjectNo: z.string().max(60).optional(),
  subjectId: z.string().max(60).optional(),
  userName: z.string().max(60).optional(),
  action: z.string().max(60).optional(),
  requestId: z.string().max(60).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  cursor: z.string().max(200).optional(),
  pageSize: z.number().int().min(1).max(200).default(50),
})

/** POST /api/logs/operations/list, for the page /log/operationLogQuery (role CZRZCX). */
export const operationLogRoutes: AreaRoutes = (app, { database }) => {
  typed(app).post(
    '/api/logs/operations/list',
    { config: { roles: ['CZRZCX'] }, schema: { tags: ['logs'], body: filters } },
    async (request) => success(await listOperations(database, request.session, request.body)),
  )
}
