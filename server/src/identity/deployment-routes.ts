import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { answerOf, success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { listApplications, readApplication, sharedRoles } from './applications.ts'
import { reasonOfRights } from './rights-change-routes.ts'
import type { RightsSurroundings } from './rights-request.ts'
import { checkRoles } from './rights.ts'
import { readSamlConfiguration } from './saml-configuration.ts'
import { changeSharedRoles } from './shared-roles-change.ts'
import { applicationId } from './sign-in-routes.ts'

/** The system id of the existing systems (product.md section 9). */
const systemId = 'YY1025'

const deploymentData = z.object({
  systemId: z.string(),
  applicationId: z.string(),
  /** Determines the page /unifiedIndex. */
  deployment: z.enum(['home', 'user-centre', 'unified-home', 'workflow-centre']),
  needsApplication: z.boolean(),
  hasUserCentre: z.boolean(),
  hasWatermark: z.boolean(),
  isDemonstration: z.boolean(),
  /** The button for signing in at the identity provider; null if there is none. */
  samlLabel: z.object({ zh: z.string(), en: z.string() }).nullable(),
})
const holder = z.object({
  kind: z.enum(['application', 'tenant']),
  id: z.string().trim().min(1).max(60),
})

/** Routes for settings needed before sign-in, applications, and their shared roles. */
export function registerDeployment(
  app: FastifyInstance,
  context: ServerContext,
  rights: RightsSurroundings,
): void {
  const { database, settings } = context
  const routes = typed(app)

  routes.get(
    '/api/oauth/deployment',
    {
      config: { access: 'public' },
      schema: {
        tags: ['session'],
        summary: 'What a page must know before anybody has signed in',
        response: {
          200: answerOf(deploymentData, {
            systemId,
            applicationId,
            deployment: 'home',
            needsApplication: false,
            hasUserCentre: false,
            hasWatermark: false,
            isDemonstration: false,
            samlLabel: null,
          }),
        },
      },
    },
    async () => {
      const saml = await readSamlConfiguration(database)
      return success({
        systemId,
        applicationId,
        deployment: settings.deployment,
        needsApplication: settings.needsApplication,
        hasUserCentre: settings.hasUserCentre,
        hasWatermark: settings.hasWatermark,
        isDemonstration: settings.demonstration,
        samlLabel: saml?.isOn === true ? { zh: saml.labelZh, en: saml.labelEn } : null,
      })
    },
  )

  routes.get(
    '/api/system/applications',
    { schema: { tags: ['session'], summary: 'Applications to enter from /unifiedIndex' } },
    async () => success(await listApplications(database)),
  )

  const config = { roles: [adminRole] }
  const tags = ['rights']
  routes.get(
    '/api/system/shared-roles/:kind/:id',
    { config, schema: { tags, params: holder } },
    async ({ params }) => success(await sharedRoles(database, params.kind, params.id)),
  )

  const body = z.object({
    roles: z.array(z.string().trim().min(1).max(60)).max(1000),
    reason: reasonOfRights,
  })
  routes.post(
    '/api/system/shared-roles/:kind/:id',
    { config, schema: { tags, params: holder, body } },
    async (request) => {
      const { params, session } = request
      const { roles } = request.body
      checkRoles(roles)
      // The administrator role is granted to individual users only.
      if (roles.includes(adminRole)) throw refuse('administrator-only')
      if (params.kind === 'application') await readApplication(database, params.id)
      await database.transaction((tx) =>
        changeSharedRoles(tx, session, rights, {
          ...params,
          roles,
          reason: request.body.reason ?? '',
        }),
      )
      app.sessionCache.forgetEverybody()
      return success(await sharedRoles(database, params.kind, params.id))
    },
  )
}
