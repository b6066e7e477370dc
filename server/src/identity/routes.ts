import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readForm } from '../platform/http/body-limits.ts'
import type { AreaRoutes, ServerContext } from '../platform/http/context.ts'
import { createGuessLimit } from './guess-limit.ts'
import { issuePassword, type AccountMessages } from './issue-password.ts'
import { registerAlone } from './alone-routes.ts'
import { registerDeployment } from './deployment-routes.ts'
import { registerProfile } from './profile-routes.ts'
import { registerRelations } from './relation-routes.ts'
import { registerRightsChanges } from './rights-change-routes.ts'
import type { UserDesk } from './change-user.ts'
import type { RightsSurroundings } from './rights-request.ts'
import { registerRights } from './rights-routes.ts'
import { registerRoles } from './role-routes.ts'
import { registerSaml } from './saml-routes.ts'
import { registerSignIn } from './sign-in-routes.ts'
import { openSignInKey } from './sign-in-key.ts'
import { registerTechnicalAccounts } from './technical-account-routes.ts'
import { registerUsers } from './user-routes.ts'

/** Routes for sign-in, users and rights. */
export const identityRoutes =
  (messages: AccountMessages, rights: RightsSurroundings): AreaRoutes =>
  (app, context) => {
    app.register(async (scope: FastifyInstance) =>
      registerIdentity(scope, context, messages, rights),
    )
  }

async function registerIdentity(
  app: FastifyInstance,
  context: ServerContext,
  messages: AccountMessages,
  rights: RightsSurroundings,
): Promise<void> {
  // Some clients of the existing calls send forms instead of JSON.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => readForm(body),
  )
  const key = await openSignInKey(context.dataFolder, context.settings.rsaBits)
  const failures = createGuessLimit(context.settings.failedSignInsPerMinute)
  const users: UserDesk = {
    app,
    database: context.database,
    rights,
    issuePassword: (tx, session, user, given) =>
      issuePassword(context, messages, tx, session, user, given),
  }
  const desk = { context, failures, queues: new Map<string, Promise<unknown>>() }
  registerSignIn(app, desk, key)
  registerSaml(app, desk)
  registerDeployment(app, context, rights)
  registerRoles(app, context)
  registerProfile(app, desk, key, rights)
  registerUsers(app, context, messages, users)
  registerTechnicalAccounts(app, context, users)
  registerAlone(app, context, rights)
  registerRights(app, users)
  registerRightsChanges(app, users)
  registerRelations(app, users)
}
