import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { changeUser, type UserDesk } from './change-user.ts'
import { reasonOfRights } from './rights-change-routes.ts'
import { rightsManagerRole, userManagerRole, type RightsAct } from './rights-acts.ts'
import { checkRoles, replaceCodes } from './rights.ts'

const idSchema = z.object({ id: z.uuid() })
const codes = z.array(z.string().trim().min(1).max(60)).max(1000)

/**
 * Routes for roles and function codes of the page /system/roleAssign; each write replaces the whole set. What is taken
 * away takes effect at once, what needs a second person is requested (`waiting` of the answer).
 */
export function registerRights(app: FastifyInstance, desk: UserDesk): void {
  const routes = typed(app)
  const tags = ['rights']
  const config = { roles: [rightsManagerRole] }

  routes.get(
    '/api/system/role-codes',
    { config: { roles: [rightsManagerRole, userManagerRole] }, schema: { tags } },
    async () => success({ admin: adminRole, pages: pageCatalogue }),
  )

  routes.post(
    '/api/system/users/:id/roles',
    {
      config,
      schema: {
        tags,
        params: idSchema,
        body: z.object({ roles: codes, version: z.number().int(), reason: reasonOfRights }),
      },
    },
    async (request) => {
      const { roles, version, reason } = request.body
      checkRoles(roles)
      const { user, waiting } = await changeUser(desk, request, {
        userId: request.params.id,
        action: 'assign-roles',
        version,
        notToOneself: true,
        reason,
        work: async (tx, before) => {
          if (
            roles.includes(adminRole) !== before.roles.includes(adminRole) &&
            !request.session.isAdmin
          ) {
            throw refuse('administrator-only')
          }
          const kept = before.roles.filter((role) => roles.includes(role))
          await replaceCodes(tx, 'user_role', before.id, kept, request.session.userId)
        },
        gives: (held) => addedTo('roles', held.roles, roles),
      })
      return success({ ...user, waiting })
    },
  )

  routes.post(
    '/api/system/users/:id/functions',
    {
      config,
      schema: {
        tags,
        params: idSchema,
        body: z.object({ functions: codes, version: z.number().int(), reason: reasonOfRights }),
      },
    },
    async (request) => {
      const { functions, version, reason } = request.body
      const { user, waiting } = await changeUser(desk, request, {
        userId: request.params.id,
        action: 'assign-functions',
        version,
        notToOneself: true,
        reason,
        work: async (tx, before) => {
          const kept = before.functions.filter((code) => functions.includes(code))
          await replaceCodes(tx, 'user_function', before.id, kept, request.session.userId)
        },
        gives: (held) => addedTo('functions', held.functions, functions),
      })
      return success({ ...user, waiting })
    },
  )
}

/** What of the wanted codes is not held yet. */
function addedTo(
  act: 'roles' | 'functions',
  held: readonly string[],
  wanted: readonly string[],
): RightsAct | null {
  const add = wanted.filter((code) => !held.includes(code))
  return add.length === 0 ? null : { act, add }
}
