import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { changeUser } from './change-user.ts'
import { checkRoles, replaceCodes } from './rights.ts'

/** The role of the role assignment page (/system/roleAssign). */
export const rightsManagerRole = 'JSFP'

const idSchema = z.object({ id: z.uuid() })
const codes = z.array(z.string().trim().min(1).max(60)).max(1000)

/** Routes for roles and function codes of the page /system/roleAssign; each write replaces the whole set. */
export function registerRights(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const tags = ['rights']
  const config = { roles: [rightsManagerRole] }

  routes.get(
    '/api/system/role-codes',
    { config: { roles: [rightsManagerRole, 'YHGL'] }, schema: { tags } },
    async () => success({ admin: adminRole, pages: pageCatalogue }),
  )

  routes.post(
    '/api/system/users/:id/roles',
    {
      config,
      schema: {
        tags,
        params: idSchema,
        body: z.object({ roles: codes, version: z.number().int() }),
      },
    },
    async (request) => {
      const { roles, version } = request.body
      checkRoles(roles)
      const user = await changeUser(app, database, request, {
        userId: request.params.id,
        action: 'assign-roles',
        version,
        notToOneself: true,
        work: async (tx, before) => {
          if (
            roles.includes(adminRole) !== before.roles.includes(adminRole) &&
            !request.session.isAdmin
          ) {
            throw refuse('administrator-only')
          }
          await replaceCodes(tx, 'user_role', before.id, roles, request.session.userId)
        },
      })
      return success(user)
    },
  )

  routes.post(
    '/api/system/users/:id/functions',
    {
      config,
      schema: {
        tags,
        params: idSchema,
        body: z.object({ functions: codes, version: z.number().int() }),
      },
    },
    async (request) => {
      const { functions, version } = request.body
      const user = await changeUser(app, database, request, {
        userId: request.params.id,
        action: 'assign-functions',
        version,
        notToOneself: true,
        work: (tx, before) =>
          replaceCodes(tx, 'user_function', before.id, functions, request.session.userId),
      })
      return success(user)
    },
  )
}
