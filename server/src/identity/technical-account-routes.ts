import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { label } from '@kufang/contract/document/declare/label.ts'
import { usualRequestsPerMinute } from '@kufang/contract/identity/technical-token.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { requirePerson } from '../platform/http/access.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { answerOf, success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { isNetwork } from '../platform/session/technical-access.ts'
import { changeUser, requestOfNewAccount, type UserDesk } from './change-user.ts'
import { maskedFor } from './personal-data.ts'
import { managerOf } from './manager.ts'
import { userManagerRole } from './rights-acts.ts'
import { reasonOfRights } from './rights-change-routes.ts'
import { normalAccount } from './sign-in.ts'
import {
  issueTechnicalToken,
  mustBeTechnical,
  readTokens,
  revokeTechnicalToken,
} from './technical-tokens.ts'
import {
  checkContacts,
  checkRestricted,
  initialFields,
  masterData,
  masterValues,
} from './user-fields.ts'
import { userReaderRoles } from './user-reader-roles.ts'
import { readSeenUser, readUser } from './user-record.ts'

const access = z.object({
  /** Requests per minute and process; more are refused with `rate-limited` (429). */
  requestsPerMinute: z.number().int().min(1).max(60_000).default(usualRequestsPerMinute),
  /** Addresses and networks (10.1.0.0/16) it may come from; empty for any. */
  networks: z.array(z.string().trim().min(1).max(50)).max(50).default([]),
})
const creation = masterData.extend({
  ...access.shape,
  account: z
    .string()
    .transform(normalAccount)
    .pipe(z.string().regex(/^[a-z0-9._@-]{2,60}$/)),
  reason: reasonOfRights,
})
const newToken = z.object({
  name: z.string().trim().min(1).max(40),
  /** The last day on which it is accepted. */
  expiresOn: z.iso.date(),
})
const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  issuedAt: z.string(),
  issuedByName: z.string(),
  expiresOn: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  state: z.enum(['valid', 'expired', 'revoked']),
})
const example: z.input<typeof tokenSchema> = {
  id: '0199c1de-7f3a-7cc2-9a53-3f1f7b1a2c01',
  name: '2026',
  issuedAt: '2026-11-25T02:00:00.000Z',
  issuedByName: '系统管理员（admin）',
  expiresOn: '2027-11-24',
  lastUsedAt: '2026-11-25T02:31:00.000Z',
  revokedAt: null,
  state: 'valid',
}
const tokenList = z.array(tokenSchema)
const issuedSchema = z.object({ token: z.string(), tokens: tokenList })
const userSchema = z.object({
  id: z.string(),
  account: z.string(),
  userName: z.string(),
  isTechnical: z.boolean(),
  requestsPerMinute: z.number().int(),
  networks: z.array(z.string()),
  status: z.enum(['active', 'disabled']),
  version: z.number().int(),
  roles: z.array(z.string()),
  functions: z.array(z.string()),
  companyCodes: z.array(z.string()),
})
const userExample: z.input<typeof userSchema> = {
  id: '0199c1de-7f3a-7cc2-9a53-3f1f7b1a2c00',
  account: 'wcs',
  userName: '立库系统',
  isTechnical: true,
  requestsPerMinute: usualRequestsPerMinute,
  networks: ['10.1.0.0/16'],
  status: 'active',
  version: 1,
  roles: [],
  functions: [],
  companyCodes: [],
}
/** What of it waits for a second person (GET /api/system/rights/changes), null for nothing. */
const madeSchema = z.object({ user: userSchema, waiting: z.unknown() })
const idSchema = z.object({ id: z.uuid() })
const tokenIdSchema = idSchema.extend({ tokenId: z.uuid() })

/**
 * Routes for technical accounts, the accounts of programs, on the page /system/userManage. Roles, scope, validity and
 * state are changed by the calls for all accounts. Administrators only, because whoever issues a token could use it.
 */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function registerTechnicalAccounts(
  app: FastifyInstance,
  context: ServerContext,
  desk: UserDesk,
): void {
  const { database } = context
  const routes = typed(app)
  const tags = ['technical-accounts']
  const config = { roles: [userManagerRole] }

  routes.post(
    '/api/system/technical-accounts',
    {
      config,
      schema: {
        tags,
        operationId: 'createTechnicalAccount',
        summary: 'Creates the account of a program, without rights and tokens',
        description:
          'A technical account has no password and cannot sign in. Roles, function codes and data scope are given to it like to any account. It may not change rights, decide about rules, or perform acts that need a second person (`person-only`).',
        body: creation,
        response: { 200: answerOf(madeSchema, { user: userExample, waiting: null }) },
      },
    },
    async (request) => {
      const { session, body } = request
      mustAdminister(session)
      const { requestsPerMinute, networks } = checkedAccess(body)
      const fields = { ...initialFields, ...body }
      checkRestricted(session, null, fields)
      checkContacts(fields)
      const made = await database.transaction(async (tx) => {
        const id = newId()
        const inserted = await tx.query(
          `insert into app_user (id, account, user_name, password_hash, user_type, email, mobile, address, id_card,
             telephone, supplier_no, tenant_id, owning_company, language, valid_until, created_by, changed_by,
             is_technical, requests_per_minute, networks)
           values ($1, $2, $3, '', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, true, $16, $17)
           on conflict (account) do nothing returning 1 as made`,
          [
            id,
            body.account,
            body.userName,
            ...masterValues(fields),
            session.userId,
            requestsPerMinute,
            networks,
          ],
        )
        if (inserted.length === 0)
          throw refuse('account-exists', { account: body.account }, { field: 'account' })
        const waiting = await requestOfNewAccount(tx, desk, request, id, body.reason)
        const after = await readUser(tx, id)
        await writeAudit(tx, session, [
          {
            companyCode: '',
            subjectType: 'user',
            subjectId: id,
            subjectNo: body.account,
            action: 'create',
            after,
          },
        ])
        return { user: maskedFor(managerOf(request), after), waiting }
      })
      return success(made)
    },
  )

  routes.post(
    '/api/system/technical-accounts/:id/access',
    {
      config,
      schema: {
        tags,
        operationId: 'changeTechnicalAccess',
        summary: 'Changes the request rate and the networks of a technical account',
        description: 'In force at once in every process, also for tokens in use.',
        params: idSchema,
        body: access.extend({ version: z.number().int() }),
        response: { 200: answerOf(userSchema, userExample) },
      },
    },
    async (request) => {
      const { version, ...given } = request.body
      mustAdminister(request.session)
      const { requestsPerMinute, networks } = checkedAccess(given)
      const { user } = await changeUser(desk, request, {
        userId: request.params.id,
        action: 'change-access',
        version,
        work: async (tx, before) => {
          mustBeTechnical(before)
          await tx.query(
            `update app_user set requests_per_minute = $2, networks = $3 where id = $1`,
            [before.id, requestsPerMinute, networks],
          )
        },
      })
      return success(user)
    },
  )

  routes.get(
    '/api/system/technical-accounts/:id/tokens',
    {
      config: { roles: [...userReaderRoles] },
      schema: {
        tags,
        operationId: 'listTechnicalTokens',
        summary: 'The tokens of a technical account, without the tokens themselves',
        description: 'Ended tokens are listed for 90 days after their last day.',
        params: idSchema,
        response: { 200: answerOf(tokenList, [example]) },
      },
    },
    async ({ session, params }) => {
      const user = await readSeenUser(database, session, params.id)
      mustBeTechnical(user)
      return success(await readTokens(database, user.id))
    },
  )

  routes.post(
    '/api/system/technical-accounts/:id/tokens',
    {
      config,
      schema: {
        tags,
        operationId: 'issueTechnicalToken',
        summary: 'Issues a token of a technical account, which is shown only in this answer',
        description:
          'Send it as `Authorization: Bearer …`. Other tokens of the account stay valid, so that a program can change over; then revoke the old one.',
        params: idSchema,
        body: newToken,
        response: {
          200: answerOf(issuedSchema, {
            token: 'Zb0v…43 characters…',
            tokens: [example],
          }),
        },
      },
    },
    async (request) => {
      const { session, body } = request
      mustAdminister(session)
      let token = ''
      const { user } = await changeUser(desk, request, {
        userId: request.params.id,
        action: 'issue-token',
        describe: async (tx) => ({ tokens: await readTokens(tx, request.params.id) }),
        work: async (tx, before) => {
          mustBeTechnical(before)
          token = await issueTechnicalToken(tx, session, before, body)
        },
      })
      return success({ token, tokens: await readTokens(database, user.id) })
    },
  )

  routes.post(
    '/api/system/technical-accounts/:id/tokens/:tokenId/revoke',
    {
      config,
      schema: {
        tags,
        operationId: 'revokeTechnicalToken',
        summary: 'Revokes a token of a technical account at once',
        description: 'Requests with it are refused in every process, and its live channels close.',
        params: tokenIdSchema,
        response: { 200: answerOf(tokenList, [{ ...example, state: 'revoked' }]) },
      },
    },
    async (request) => {
      const { id, tokenId } = request.params
      mustAdminister(request.session)
      await changeUser(desk, request, {
        userId: id,
        action: 'revoke-token',
        describe: async (tx) => ({ tokens: await readTokens(tx, id) }),
        work: (tx, user) => revokeTechnicalToken(tx, user, tokenId),
      })
      return success(await readTokens(database, id))
    },
  )
}

/** Only administrators are shown secrets of accounts, here as with first passwords. */
function mustAdminister(session: Session): void {
  requirePerson(session, label('管理技术账号', 'Manage technical accounts'))
  if (!session.isAdmin) throw refuse('administrator-only')
}

/** Refuses what is no network (`network-invalid`). */
function checkedAccess(given: z.output<typeof access>): z.output<typeof access> {
  const wrong = given.networks.filter((text) => !isNetwork(text))
  if (wrong.length > 0)
    throw refuseAll(
      wrong.map((network) => ({ code: 'network-invalid', params: { network }, field: 'networks' })),
    )
  return given
}
