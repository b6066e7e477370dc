import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newId } from '@kufang/kernel/identifier.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { checkNewPassword } from './change-password.ts'
import {
  changeUser,
  requestOfNewAccount,
  revokeTokens,
  type UserChange,
  type UserDesk,
} from './change-user.ts'
import {
  handOverPassword,
  letterTo,
  notePasswordKnown,
  temporaryPassword,
  type AccountMessages,
  type IssuedPassword,
} from './issue-password.ts'
import { hashPassword } from './password.ts'
import { checkPersonalData, maskedFor } from './personal-data.ts'
import { changedFields, userManagerRole } from './rights-acts.ts'
import { reasonOfRights } from './rights-change-routes.ts'
import { normalAccount } from './sign-in.ts'
import { managerOf } from './manager.ts'
import {
  checkContacts,
  checkRestricted,
  initialFields,
  masterData,
  masterValues,
  rightsFieldsOf,
} from './user-fields.ts'
import { withBarriers } from './within-own.ts'
import { listUsers } from './user-list.ts'
import { userReaderRoles } from './user-reader-roles.ts'
import { readSeenUser, readUser } from './user-record.ts'

const creation = masterData.extend({
  account: z
    .string()
    .transform(normalAccount)
    .pipe(z.string().regex(/^[a-z0-9._@-]{2,60}$/)),
  /** Administrators only. If absent, the server generates one and mails it to the person. */
  password: z.string().max(100).optional(),
  reason: reasonOfRights,
})
const listBody = z.object({
  account: z.string().max(60).optional(),
  userName: z.string().max(60).optional(),
  search: z.string().max(60).optional(),
  status: z.enum(['active', 'disabled']).optional(),
  isLocked: z.boolean().optional(),
  userType: z.enum(['EMP', 'EXU']).optional(),
  isTechnical: z.boolean().optional(),
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
export function registerUsers(
  app: FastifyInstance,
  context: ServerContext,
  messages: AccountMessages,
  desk: UserDesk,
): void {
  const { database } = context
  const { initialPasswordHours } = context.settings
  const routes = typed(app)
  const tags = ['users']
  const config = { roles: [userManagerRole] }
  const readers = { roles: [...userReaderRoles] }

  routes.post(
    '/api/system/users/list',
    { config: readers, schema: { tags, body: listBody } },
    async (request) => {
      const { rows, total } = await listUsers(database, request.session, request.body)
      return success({ rows: await withBarriers(database, managerOf(request), rows), total })
    },
  )

  routes.get(
    '/api/system/users/:id',
    { config: readers, schema: { tags, params: idSchema } },
    async (request) => {
      const user = await readSeenUser(database, request.session, request.params.id)
      const [found] = await withBarriers(database, managerOf(request), [user])
      return success(found)
    },
  )

  routes.post(
    '/api/system/users',
    { config, schema: { tags, body: creation } },
    async (request) => {
      const { session, body } = request
      // product.md section 6 makes this account an administrator.
      if (body.account === adminRole && !session.isAdmin) throw refuse('administrator-only')
      const fields = {
        ...initialFields,
        ...body,
        owningCompany: ownerOf(session, body.owningCompany),
      }
      checkRestricted(session, null, fields)
      checkContacts(fields)
      if (body.password !== undefined && !session.isAdmin)
        throw refuse(
          'field-of-administrators',
          { field: '密码', fieldEn: 'Password' },
          { field: 'password' },
        )
      const password = body.password ?? temporaryPassword()
      checkNewPassword('-', password, password)
      const passwordHash = await hashPassword(password)
      const made = await database.transaction(async (tx) => {
        const id = newId()
        const inserted = await tx.query(
          `insert into app_user (id, account, user_name, password_hash, user_type, email, mobile, address, id_card,
           telephone, supplier_no, tenant_id, owning_company, language, valid_until, must_change_password, password_valid_until, created_by, changed_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, true, now() + make_interval(hours => $17), $16, $16)
         on conflict (account) do nothing returning 1 as made`,
          [
            id,
            body.account,
            body.userName,
            passwordHash,
            ...masterValues(fields),
            session.userId,
            initialPasswordHours,
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
        const letter = letterTo(context, session, after, password)
        const issued =
          body.password === undefined
            ? await handOverPassword(context, messages, tx, session, letter)
            : known
        if (issued.sentTo === null) await notePasswordKnown(tx, session, id)
        return { user: maskedFor(managerOf(request), after), waiting, ...issued }
      })
      return success(made)
    },
  )

  routes.post(
    '/api/system/users/:id',
    {
      config,
      schema: {
        tags,
        params: idSchema,
        body: masterData.extend({ version: z.number().int(), reason: reasonOfRights }),
      },
    },
    async (request) => {
      const { body, session } = request
      const { user, waiting } = await changeUser(desk, request, {
        userId: request.params.id,
        action: 'edit',
        version: body.version,
        reason: body.reason,
        work: async (tx, before) => {
          const fields = { ...before, ...body }
          checkRestricted(session, before, fields)
          checkPersonalData(managerOf(request), before, fields)
          checkContacts(fields)
          await tx.query(
            `update app_user set user_name = $2, user_type = $3, email = $4, mobile = $5, address = $6, id_card = $7,
               telephone = $8, supplier_no = $9, tenant_id = $10, owning_company = $11,
               language = $12, valid_until = $13 where id = $1`,
            // What decides what the account sees, and who receives its password, may need a second person.
            [before.id, fields.userName, ...masterValues({ ...fields, ...rightsFieldsOf(before) })],
          )
        },
        gives: (held) => {
          const fields = changedFields(held, rightsFieldsOf({ ...held, ...body }))
          return Object.keys(fields).length === 0 ? null : { act: 'profile', fields }
        },
      })
      return success({ ...user, waiting })
    },
  )

  const act = (action: string, change: Pick<UserChange, 'work' | 'gives'>) =>
    routes.post(
      `/api/system/users/:id/${action}`,
      {
        config,
        schema: { tags, params: idSchema, body: z.object({ reason: reasonOfRights }).nullish() },
      },
      async (request) => {
        const userId = request.params.id
        const reason = request.body?.reason
        const { user, waiting } = await changeUser(desk, request, {
          userId,
          action,
          reason,
          ...change,
        })
        return success({ ...user, waiting })
      },
    )

  act('disable', {
    work: async (tx, { id }) => {
      await tx.query(`update app_user set status = 'disabled' where id = $1`, [id])
      await revokeTokens(tx, id)
    },
  })
  act('enable', {
    gives: ({ status }) => (status === 'active' ? null : { act: 'status' }),
  })
  act('unlock', {
    work: async (tx, { account }) => {
      await tx.query(`delete from sign_in_failure where account = $1`, [account])
    },
  })
  act('confirm-person', {
    gives: ({ passwordKnownTo }) => (passwordKnownTo === '' ? null : { act: 'confirm' }),
  })
  act('revoke-tokens', { work: (tx, { id }) => revokeTokens(tx, id) })

  routes.post(
    '/api/system/users/:id/reset-password',
    {
      config,
      schema: {
        tags,
        params: idSchema,
        body: z.object({ reason: reasonOfRights }).nullish(),
      },
    },
    async (request) => {
      let mailed: IssuedPassword | null = null
      const { user, waiting, issued } = await changeUser(desk, request, {
        userId: request.params.id,
        action: 'reset-password',
        reason: request.body?.reason,
        work: async (tx, target, isSensitive) => {
          const given = { mayRead: false, isSensitive }
          mailed = await desk.issuePassword(tx, request.session, target, given)
        },
        // What no mail brings to its person, somebody reads.
        gives: () => (mailed === null ? { act: 'password' } : null),
      })
      return success({ user, waiting, ...(mailed ?? issued ?? known) })
    },
  )
}

/** A password that was given needs no handing over. */
const known: IssuedPassword = { sentTo: null, temporaryPassword: null }

/** The owning company of a new account: the given one, or the only one of a manager who is no administrator. */
function ownerOf({ isAdmin, scope }: Session, given: string | undefined): string {
  const [only, ...others] = isAdmin ? [] : scope.companyCodes
  const owner = given || (others.length === 0 ? (only ?? '') : '')
  if (isAdmin) return owner
  if (owner === '')
    throw refuse(
      'field-required',
      { field: '所属公司', fieldEn: 'Owning company' },
      { field: 'owningCompany' },
    )
  if (!scope.companyCodes.includes(owner))
    throw refuse(
      'outside-scope',
      { what: '公司', whatEn: 'Company', value: owner },
      { field: 'owningCompany' },
    )
  return owner
}
