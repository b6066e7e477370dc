import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newId } from '@kufang/kernel/identifier.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { checkNewPassword } from './change-password.ts'
import { changeUser, revokeTokens } from './change-user.ts'
import { hashPassword } from './password.ts'
import { contactProblems } from './profile.ts'
import { normalAccount } from './sign-in.ts'
import { listUsers } from './user-list.ts'
import { readUser } from './user-record.ts'

/** The role of the users page (/system/userManage). */
export const userManagerRole = 'YHGL'

const line = (max: number) => z.string().trim().max(max).default('')
const masterData = z.object({
  userName: z.string().trim().min(1).max(60),
  userType: z.enum(['EMP', 'EXU']).default('EMP'),
  email: line(254),
  mobile: line(20),
  address: line(200),
  idCard: line(18),
  telephone: line(20),
  supplierNo: line(20),
  tenantId: line(60),
  language: z.enum(['zh', 'en']).default('zh'),
  /** The last day on which the account may be used; '' and null mean unlimited. */
  validUntil: z
    .union([z.iso.date(), z.literal('')])
    .nullable()
    .default(null)
    .transform((day) => (day === '' ? null : day)),
})
const creation = masterData.extend({
  account: z
    .string()
    .transform(normalAccount)
    .pipe(z.string().regex(/^[a-z0-9._@-]{2,60}$/)),
  /** If absent, the server generates one and returns it once. */
  password: z.string().max(100).optional(),
})
const listBody = z.object({
  account: z.string().max(60).optional(),
  userName: z.string().max(60).optional(),
  search: z.string().max(60).optional(),
  status: z.enum(['active', 'disabled']).optional(),
  isLocked: z.boolean().optional(),
  userType: z.enum(['EMP', 'EXU']).optional(),
  role: z.string().max(60).optional(),
  companyCode: z.string().max(20).optional(),
  plant: z.string().max(20).optional(),
  supplierNo: z.string().max(20).optional(),
  sort: z.enum(['account', 'userName', 'lastLoginAt', 'createdAt']).default('account'),
  descending: z.boolean().default(false),
  pageNum: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(500).default(50),
})
const idSchema = z.object({ id: z.uuid() })

/** Routes of the page /system/userManage: list, create, edit, disable, unlock, passwords, tokens. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function registerUsers(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const tags = ['users']
  const config = { roles: [userManagerRole] }
  // Persons who assign rights must be able to search users.
  const readers = { roles: [userManagerRole, 'JSFP', 'YHYGCBMGX', 'YHYKCDDGX', 'YHYWLZGX', 'LLR'] }

  routes.post(
    '/api/system/users/list',
    { config: readers, schema: { tags, body: listBody } },
    async (request) => success(await listUsers(database, request.session, request.body)),
  )

  routes.get(
    '/api/system/users/:id',
    { config: readers, schema: { tags, params: idSchema } },
    async (request) => {
      const user = await readUser(database, request.params.id)
      const { isAdmin, scope } = request.session
      const isSeen =
        user.companyCodes.length === 0 ||
        user.companyCodes.some((code) => scope.companyCodes.includes(code))
      if (!isAdmin && !isSeen) throw refuse('account-unknown', { account: user.id })
      return success(user)
    },
  )

  routes.post(
    '/api/system/users',
    { config, schema: { tags, body: creation } },
    async (request) => {
      const { session, body } = request
      // product.md section 6 makes this account an administrator.
      if (body.account === adminRole && !session.isAdmin) throw refuse('administrator-only')
      checkContacts(body)
      const password = body.password ?? temporaryPassword()
      checkNewPassword('-', password, password)
      const passwordHash = await hashPassword(password)
      const user = await database.transaction(async (tx) => {
        const id = newId()
        const made = await tx.query(
          `insert into app_user (id, account, user_name, password_hash, user_type, email, mobile, address, id_card,
           telephone, supplier_no, tenant_id, language, valid_until, must_change_password, created_by, changed_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, true, $15, $15)
         on conflict (account) do nothing returning 1 as made`,
          [id, body.account, body.userName, passwordHash, ...masterValues(body), session.userId],
        )
        if (made.length === 0)
          throw refuse('account-exists', { account: body.account }, { field: 'account' })
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
        return after
      })
      return success({ user, temporaryPassword: body.password === undefined ? password : null })
    },
  )

  routes.post(
    '/api/system/users/:id',
    {
      config,
      schema: { tags, params: idSchema, body: masterData.extend({ version: z.number().int() }) },
    },
    async (request) => {
      const { body } = request
      checkContacts(body)
      const user = await changeUser(app, database, request, {
        userId: request.params.id,
        action: 'edit',
        version: body.version,
        work: async (tx) => {
          await tx.query(
            `update app_user set user_name = $2, user_type = $3, email = $4, mobile = $5, address = $6, id_card = $7,
               telephone = $8, supplier_no = $9, tenant_id = $10, language = $11,
               valid_until = $12 where id = $1`,
            [request.params.id, body.userName, ...masterValues(body)],
          )
        },
      })
      return success(user)
    },
  )

  const act = (
    action: string,
    work: (tx: Transaction, userId: string, account: string) => Promise<void>,
  ) =>
    routes.post(
      `/api/system/users/:id/${action}`,
      { config, schema: { tags, params: idSchema } },
      async (request) =>
        success(
          await changeUser(app, database, request, {
            userId: request.params.id,
            action,
            work: (tx, user) => work(tx, user.id, user.account),
          }),
        ),
    )

  act('disable', async (tx, userId) => {
    await tx.query(`update app_user set status = 'disabled' where id = $1`, [userId])
    await revokeTokens(tx, userId)
  })
  act('enable', async (tx, userId) => {
    await tx.query(`update app_user set status = 'active' where id = $1`, [userId])
  })
  act('unlock', async (tx, _userId, account) => {
    await tx.query(`delete from sign_in_failure where account = $1`, [account])
  })
  act('revoke-tokens', revokeTokens)

  routes.post(
    '/api/system/users/:id/reset-password',
    {
      config,
      schema: {
        tags,
        params: idSchema,
        body: z.object({ password: z.string().max(100).optional() }).nullish(),
      },
    },
    async (request) => {
      const given = request.body?.password
      const password = given ?? temporaryPassword()
      checkNewPassword('-', password, password)
      const passwordHash = await hashPassword(password)
      const user = await changeUser(app, database, request, {
        userId: request.params.id,
        action: 'reset-password',
        work: async (tx, target) => {
          await tx.query(
            `update app_user set password_hash = $2, must_change_password = true, password_changed_at = now() where id = $1`,
            [target.id, passwordHash],
          )
          await tx.query(`delete from sign_in_failure where account = $1`, [target.account])
          await revokeTokens(tx, target.id)
        },
      })
      return success({ user, temporaryPassword: given === undefined ? password : null })
    },
  )
}

function checkContacts(fields: z.output<typeof masterData>): void {
  const problems = contactProblems(fields)
  if (problems.length > 0) throw refuseAll(problems)
}

function masterValues(fields: z.output<typeof masterData>): unknown[] {
  return [
    fields.userType,
    fields.email,
    fields.mobile,
    fields.address,
    fields.idCard,
    fields.telephone,
    fields.supplierNo,
    fields.tenantId,
    fields.language,
    fields.validUntil,
  ]
}

/** 14 characters of all four kinds, without easily confused ones. */
function temporaryPassword(): string {
  const sets = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@#%+=?']
  const pick = (letters: string) => letters[randomInt(letters.length)]!
  const letters = [...sets, ...Array.from({ length: 10 }, (_, index) => sets[index % 3]!)].map(pick)
  for (let index = letters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[letters[index], letters[other]] = [letters[other]!, letters[index]!]
  }
  return letters.join('')
}
