import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { answerOf, success } from '../platform/http/envelope.ts'
import { mustChangePassword } from '../platform/http/sessions.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { RoleMode } from '../platform/session/roles-of.ts'
import { rolesOf } from '../platform/session/roles-of.ts'
import { readApplication } from './applications.ts'
import { readUnitNames } from '../platform/unit-names.ts'
import { readProfile } from './profile.ts'

const tags = ['session']
const question = z
  .looseObject({
    appId: z.string().max(60).optional(),
    /** A single source of roles; all sources if absent. */
    mode: z.enum(['APPONLY', 'TENANTONLY', 'USERONLY']).optional(),
  })
  .nullish()
const roleData = z.object({
  roles: z.array(z.string()),
  username: z.string(),
  account: z.string(),
  accountId: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  /** Buttons require their function codes. */
  funAuthFlag: z.boolean(),
  functionAuthList: z.array(z.object({ funType: z.literal('FUN'), funCode: z.string() })),
  /** Chinese names of units of measure, by code. */
  unitNames: z.record(z.string(), z.string()),
  /** The person signs in for a supplier, whose home page is another one. */
  isSupplier: z.boolean(),
  /** Y: everything else is refused until the password is changed. */
  forceEditPwdFlag: z.enum(['Y', 'N']),
})
const roleExample: z.input<typeof roleData> = {
  roles: ['KCCX', 'KCGL'],
  username: '保管员',
  account: 'storekeeper',
  accountId: '0199f3c2-6f0a-7c11-9d54-2f6a3b1c8e10',
  avatar: '',
  introduction: '',
  funAuthFlag: true,
  functionAuthList: [{ funType: 'FUN', funCode: 'STOCK_EXPORT' }],
  unitNames: { BOX: '盒' },
  isSupplier: false,
  forceEditPwdFlag: 'N',
}

/** The path, its default mode, and its description. */
const calls: [string, RoleMode, string][] = [
  ['/api/shcwms/user/getUserAppRoleAuth', 'ALL', 'Roles and button codes of the person'],
  ['/api/user/uouser/getUserRoleAuthByUserCenter', 'ALL', 'The same, asked of the user centre'],
  [
    '/api/user/uouser/getUserRoleByUserCenterApp',
    'APPONLY',
    'The same, only what the application gives to everybody',
  ],
]

/**
 * Routes for roles of the signed-in user (product.md sections 6 and 7). A mode restricts what the page receives and
 * never extends it; the server always checks against all roles.
 */
export function registerRoles(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  for (const [path, usual, summary] of calls) {
    const schema = {
      tags,
      summary,
      body: question.meta({ examples: [{ appId: '4517' }] }),
      response: { 200: answerOf(roleData, roleExample) },
    }
    routes.post(path, { config: { access: 'anySession' }, schema }, async (request) => {
      const { appId, mode = usual } = request.body ?? {}
      if (appId !== undefined && appId !== '') await readApplication(database, appId)
      return success(await rolesFor(request, mode))
    })
  }

  async function rolesFor(request: FastifyRequest, mode: RoleMode) {
    const { session, functionCodes } = request
    const known =
      mode === 'ALL' ? [...session.roles] : await rolesOf(database, session.userId, mode)
    // product.md section 6: the account named admin holds the role admin, in every mode.
    const roles = new Set(session.account === adminRole ? [...known, adminRole] : known)
    if (roles.size === 0) throw refuse('no-roles')
    const [profile, unitNames] = await Promise.all([
      readProfile(database, session.userId),
      readUnitNames(database),
    ])
    return {
      roles: [...roles].sort(),
      username: session.userName,
      account: session.account,
      accountId: session.userId,
      avatar: profile.photo,
      introduction: '',
      // Administrators see all buttons.
      funAuthFlag: !roles.has(adminRole),
      functionAuthList: [...functionCodes]
        .sort()
        .map((funCode) => ({ funType: 'FUN' as const, funCode })),
      unitNames,
      isSupplier: session.scope.supplierNo !== null,
      forceEditPwdFlag: mustChangePassword(request) ? ('Y' as const) : ('N' as const),
    }
  }
}
