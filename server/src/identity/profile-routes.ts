import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '@kufang/kernel/refusal.ts'
import { passwordMaximumLength, passwordMinimumLength } from '@kufang/kernel/password.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { changeOwnPassword } from './change-password.ts'
import { photoPath } from '../platform/files/photo-path.ts'
import { checkOwnProfile, readProfile } from './profile.ts'
import type { SignInDesk } from './sign-in.ts'
import { normalAccount } from './sign-in.ts'
import type { SignInKey } from './sign-in-key.ts'
import { plainPassword } from './sign-in-key.ts'

const anyBody = z.looseObject({}).nullish()
const tags = ['session']
const line = (max: number) => z.string().trim().max(max).default('')

/** The person signed in: who they are, what they may, their profile and password (product.md section 7). */
export function registerProfile(app: FastifyInstance, desk: SignInDesk, key: SignInKey): void {
  const { database } = desk.context
  const routes = typed(app)
  const any = { config: { access: 'anySession' as const }, schema: { tags } }

  for (const path of [
    '/api/user/uouser/getCurUserInfo',
    '/api/user/uouser/getPersonInfoByCurUserId',
  ]) {
    routes.get(path, any, async (request) => {
      const { session } = request
      const profile = await readProfile(database, session.userId)
      return success({
        ...profile,
        id: profile.userId,
        accountId: profile.userId,
        username: profile.account,
        avatar: profile.photo,
        isAdmin: session.isAdmin,
        scope: session.scope,
      })
    })
  }

  for (const path of [
    '/api/shcwms/user/getUserAppRoleAuth',
    '/api/user/uouser/getUserRoleAuthByUserCenter',
    '/api/user/uouser/getUserRoleByUserCenterApp',
  ]) {
    routes.post(path, { ...any, schema: { tags, body: anyBody } }, async (request) => {
      const { session, functionCodes } = request
      if (session.roles.size === 0) throw refuse('no-roles')
      const profile = await readProfile(database, session.userId)
      return success({
        roles: [...session.roles].sort(),
        username: session.userName,
        account: session.account,
        accountId: session.userId,
        avatar: profile.photo,
        introduction: '',
        // Admin sees every button, so the buttons of admin are not checked one by one.
        funAuthFlag: !session.isAdmin,
        functionAuthList: [...functionCodes].sort().map((funCode) => ({ funType: 'FUN', funCode })),
      })
    })
  }

  for (const path of [
    '/api/user/uouseraccount/loginUpdateAccount',
    '/api/user/uouseraccount/updateAccountLastLoginTime',
  ]) {
    const body = z.looseObject({ accountId: z.string().max(60).optional() }).nullish()
    routes.post(path, { ...any, schema: { tags, body } }, async (request) => {
      // The time is the server's: a browser's clock proves nothing.
      refuseForeign(request.session, request.body?.accountId)
      await database.query(`update app_user set last_login_at = now() where id = $1`, [
        request.session.userId,
      ])
      return success(null)
    })
  }

  routes.post(
    '/api/user/uouseraccount/getPswConfigure',
    { ...any, schema: { tags, body: anyBody } },
    async () =>
      success({
        minimumLength: passwordMinimumLength,
        maximumLength: passwordMaximumLength,
        kindsRequired: 4,
        chineseAllowed: false,
        lockAfterFailures: desk.context.settings.lockAfterFailures,
        lockMinutes: desk.context.settings.lockMinutes,
      }),
  )

  const passwords = z.object({
    account: z.string().max(60),
    psw: z.string().max(1000),
    newPsw: z.string().max(1000),
    newPswConfirm: z.string().max(1000),
    encrypted: z.boolean().default(false),
  })
  routes.post(
    '/api/user/uouseraccount/editPswByAccount',
    { ...any, schema: { tags, body: passwords } },
    async (request) => {
      const { account, encrypted, ...given } = request.body
      refuseForeign(request.session, account)
      const plain = (value: string) => (value === '' ? '' : plainPassword(key, value, encrypted))
      await changeOwnPassword(app, desk, request, {
        old: plain(given.psw),
        wanted: plain(given.newPsw),
        confirmation: plain(given.newPswConfirm),
      })
      return success(null)
    },
  )

  const profileBody = z.object({
    userId: z.string().max(60),
    userName: line(60),
    email: line(254),
    idCard: line(18),
    mobile: line(20),
    telephone: line(20),
    address: line(200),
    photo: z.union([z.literal(''), z.string().regex(photoPath)]).default(''),
    language: z.enum(['zh', 'en']).optional(),
  })
  routes.post(
    '/api/user/uouser/updateUserInfo',
    { config: {}, schema: { tags, body: profileBody } },
    async (request) => {
      const { userId, language, ...fields } = request.body
      const { session } = request
      refuseForeign(session, userId)
      checkOwnProfile(fields)
      await database.transaction(async (tx) => {
        const before = await readProfile(tx, session.userId)
        await tx.query(
          `update app_user set user_name = $2, email = $3, id_card = $4, mobile = $5, telephone = $6, address = $7,
             photo = $8, language = coalesce($9, language), version = version + 1, changed_at = now(), changed_by = id
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

/** These calls name a person; that person must be the one signed in. */
function refuseForeign(session: Session, given: string | undefined): void {
  if (given === undefined || given === '') return
  if (given === session.userId || normalAccount(given) === session.account) return
  throw refuse('outside-scope', { what: '账号', value: given })
}
