import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { label } from '@kufang/contract/document/declare/label.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { passwordMaximumLength, passwordMinimumLength } from '@kufang/kernel/password.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { requireOwnHand, requirePerson } from '../platform/http/access.ts'
import { answerOf, success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { changeOwnPassword } from './change-password.ts'
import { personName, refuseNameOfOther } from './person-name.ts'
import { photoPath } from '../platform/files/photo-path.ts'
import { checkOwnProfile, profileData, profileExample, readProfile } from './profile.ts'
import type { RightsSurroundings } from './rights-request.ts'
import type { SignInDesk } from './sign-in.ts'
import { normalAccount } from './sign-in.ts'
import type { SignInKey } from './sign-in-key.ts'
import { plainPasswords } from './sign-in-key.ts'
import { readUser } from './user-record.ts'

const anyBody = z.looseObject({}).nullish()
const tags = ['session']
const line = (max: number) => z.string().trim().max(max).default('')
const nothing = { 200: answerOf(z.null(), null) }
const passwordRules = z.object({
  minimumLength: z.number().int(),
  maximumLength: z.number().int(),
  kindsRequired: z.literal(4),
  chineseAllowed: z.literal(false),
  /** Days after which a password must be changed; 0 for never. */
  expiryDays: z.number().int(),
  lockAfterFailures: z.number().int(),
  lockMinutes: z.number().int(),
})
const passwordRulesExample: z.input<typeof passwordRules> = {
  minimumLength: 6,
  maximumLength: 20,
  kindsRequired: 4,
  chineseAllowed: false,
  expiryDays: 0,
  lockAfterFailures: 5,
  lockMinutes: 15,
}
const ownInfo = profileData.extend({
  id: z.string(),
  accountId: z.string(),
  username: z.string(),
  avatar: z.string(),
  /** Always active, because only active accounts have sessions. */
  status: z.literal('active'),
  isAdmin: z.boolean(),
  scope: z.object({
    companyCodes: z.array(z.string()).readonly(),
    plants: z.array(z.string()).readonly().nullable(),
    storageLocations: z.array(z.string()).readonly().nullable(),
    materialGroups: z.array(z.string()).readonly().nullable(),
    supplierNo: z.string().nullable(),
    pickingUnits: z.array(z.string()).readonly().nullable(),
  }),
})
const ownInfoExample: z.input<typeof ownInfo> = {
  ...profileExample,
  id: profileExample.userId,
  accountId: profileExample.userId,
  username: profileExample.account,
  avatar: profileExample.photo,
  status: 'active',
  isAdmin: false,
  scope: {
    companyCodes: ['1000'],
    plants: ['1010'],
    storageLocations: null,
    materialGroups: null,
    supplierNo: null,
    pickingUnits: null,
  },
}

/** Routes of the signed-in user: identity, rights, profile and password (product.md section 7). */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function registerProfile(
  app: FastifyInstance,
  desk: SignInDesk,
  key: SignInKey,
  rights: RightsSurroundings,
): void {
  const { database } = desk.context
  const routes = typed(app)
  const config = { access: 'anySession' as const }

  for (const path of [
    '/api/user/uouser/getCurUserInfo',
    '/api/user/uouser/getPersonInfoByCurUserId',
  ]) {
    const schema = {
      tags,
      summary: 'The person signed in: profile and data scope',
      response: { 200: answerOf(ownInfo, ownInfoExample) },
    }
    routes.get(path, { config, schema }, async (request) => {
      const { session } = request
      const profile = await readProfile(database, session.userId)
      return success({
        ...profile,
        id: profile.userId,
        accountId: profile.userId,
        username: profile.account,
        avatar: profile.photo,
        status: 'active' as const,
        isAdmin: session.isAdmin,
        scope: session.scope,
      })
    })
  }

  for (const path of [
    '/api/user/uouseraccount/loginUpdateAccount',
    '/api/user/uouseraccount/updateAccountLastLoginTime',
  ]) {
    const body = z
      .looseObject({
        accountId: z.string().max(60).optional(),
        lastLoginTime: z.number().optional(),
      })
      .nullish()
      .meta({ examples: [{ accountId: profileExample.userId, lastLoginTime: 1_793_000_000_000 }] })
    const schema = { tags, summary: 'Notes the sign-in as the last one', body, response: nothing }
    routes.post(path, { config, schema }, async (request) => {
      // Uses the server's time, because the browser's clock is not reliable.
      refuseForeign(request.session, request.body?.accountId)
      await database.query(`update app_user set last_login_at = now() where id = $1`, [
        request.session.userId,
      ])
      return success(null)
    })
  }

  routes.post(
    '/api/user/uouseraccount/getPswConfigure',
    {
      config,
      schema: {
        tags,
        summary: 'The rules for passwords and for locking an account',
        body: anyBody,
        response: { 200: answerOf(passwordRules, passwordRulesExample) },
      },
    },
    async () =>
      success({
        minimumLength: passwordMinimumLength,
        maximumLength: passwordMaximumLength,
        kindsRequired: 4 as const,
        chineseAllowed: false as const,
        expiryDays: desk.context.settings.passwordDays,
        lockAfterFailures: desk.context.settings.lockAfterFailures,
        lockMinutes: desk.context.settings.lockMinutes,
      }),
  )

  const passwords = z
    .object({
      account: z.string().max(60),
      psw: z.string().max(1000),
      newPsw: z.string().max(1000),
      newPswConfirm: z.string().max(1000),
      encrypted: z.boolean().default(false),
    })
    .meta({
      examples: [
        {
          account: profileExample.account,
          psw: 'rsa:Xq2n…==',
          newPsw: 'rsa:b81F…==',
          newPswConfirm: 'rsa:b81F…==',
        },
      ],
    })
  routes.post(
    '/api/user/uouseraccount/editPswByAccount',
    {
      config,
      schema: {
        tags,
        summary: 'Changes the own password, given plain or encrypted; other sessions end',
        body: passwords,
        response: nothing,
      },
    },
    async (request) => {
      const { account, encrypted, ...given } = request.body
      refuseForeign(request.session, account)
      const [old = '', wanted = '', confirmation = ''] = await plainPasswords(
        database,
        key,
        [given.psw, given.newPsw, given.newPswConfirm],
        encrypted,
      )
      await changeOwnPassword(app, desk, request, { old, wanted, confirmation })
      return success(null)
    },
  )

  const profileBody = z.object({
    userId: z.string().max(60),
    userName: personName.default(''),
    email: line(254),
    idCard: line(18),
    mobile: line(20),
    telephone: line(20),
    address: line(200),
    photo: z.union([z.literal(''), z.string().regex(photoPath)]).default(''),
    language: z.enum(['zh', 'en']).optional(),
  })
  const { userId, userName, email, idCard, mobile, telephone, address, photo } = profileExample
  routes.post(
    '/api/user/uouser/updateUserInfo',
    {
      config: {},
      schema: {
        tags,
        summary: 'Changes the own profile',
        body: profileBody.meta({
          examples: [{ userId, userName, email, idCard, mobile, telephone, address, photo }],
        }),
        response: { 200: answerOf(profileData, profileExample) },
      },
    },
    async (request) => {
      const { userId, language, ...fields } = request.body
      const { session } = request
      refuseForeign(session, userId)
      requirePerson(session, label('修改本人资料', 'Change the own profile'))
      checkOwnProfile(fields)
      await database.transaction(async (tx) => {
        const before = await readProfile(tx, session.userId)
        const hasNewAddress = before.email !== fields.email
        // Whoever knows the password would have the next one mailed to himself.
        if (before.userName !== fields.userName)
          await refuseNameOfOther(tx, session.userId, fields.userName)
        if (hasNewAddress) requireOwnHand(session, label('修改邮箱', 'Change the mail address'))
        await tx.query(
          `update app_user set user_name = $2, email = $3, id_card = $4, mobile = $5, telephone = $6, address = $7,
             photo = $8, language = coalesce($9, language),
             email_changed_at = case when email = $3 then email_changed_at else now() end, version = version + 1, changed_at = now(), changed_by = id
           where id = $1`,
          [
            session.userId,
            fields.userName,
            fields.email,
            fields.idCard,
            fields.mobile,
            fields.telephone,
            fields.address,
            fields.photo,
            language ?? null,
          ],
        )
        if (hasNewAddress) {
          const user = { ...(await readUser(tx, session.userId)), email: before.email }
          await rights.tellOfAccess(tx, session, { user, what: 'address', isSensitive: false })
        }
        await writeAudit(tx, session, [
          {
            companyCode: '',
            subjectType: 'user',
            subjectId: session.userId,
            subjectNo: session.account,
            action: 'updateOwnProfile',
            before,
            after: await readProfile(tx, session.userId),
          },
        ])
      })
      app.sessionCache.forgetUser(session.userId)
      return success(await readProfile(database, session.userId))
    },
  )
}

/** These calls name a user, which must be the signed-in one. */
function refuseForeign(session: Session, given: string | undefined): void {
  if (given === undefined || given === '') return
  if (given === session.userId || normalAccount(given) === session.account) return
  throw refuse('outside-scope', { what: '账号', whatEn: 'Account', value: given })
}
