import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { label, type Label } from '@kufang/contract/document/declare/label.ts'
import type { RightsValues } from '@kufang/contract/identity/rights-change.ts'
import {
  userRelations,
  type UserRelationName,
  type UserRelationValue,
} from '@kufang/contract/identity/user-relations.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import { isForPersons } from '../platform/session/technical-access.ts'
import { addRelations, checkRelationValues, describeRelation, liveRelations } from './relations.ts'
import { replaceCodes } from './rights.ts'
import type { UserRecord } from './user-record.ts'

// What gives rights to an account, as data: it is carried out by the person who asks for it, or, if it needs a second
// person, in the same way by the one who approves it.

/** The roles of the pages of users and of roles. */
export const userManagerRole = 'YHGL'
export const rightsManagerRole = 'JSFP'

/** Fields of an account that decide what it sees, until when it may be used, and who receives its password. */
export const fieldsOfRights = ['userType', 'supplierNo', 'tenantId', 'validUntil', 'email'] as const
export type RightsFields = Pick<UserRecord, (typeof fieldsOfRights)[number]>

/** Something to be given to an account. */
export type RightsAct =
  | { act: 'roles' | 'functions'; add: readonly string[] }
  | { act: UserRelationName; values: readonly UserRelationValue[] }
  | { act: 'profile'; fields: Partial<RightsFields> }
  | { act: 'status' }
  /** A new password, which whoever carries it out reads, because no mail reaches the person. */
  | { act: 'password' }
  /** Somebody else than who knows the password confirms that the person of the account has it. */
  | { act: 'confirm' }

/** Whether it decides who signs in with the account: a second person is needed by what the account has, not gains. */
export const isOfIdentity = (wanted: RightsAct): boolean =>
  wanted.act === 'password' ||
  wanted.act === 'confirm' ||
  (wanted.act === 'profile' && wanted.fields.email !== undefined)

/** Who gives. */
interface Giver {
  userId: string
  userName: string
}

interface ActKind {
  label: Label
  /** One of these roles permits it. */
  roles: readonly string[]
  isForAdministrators?: boolean
}

/** Label and permission of an act. */
export function kindOf(wanted: RightsAct): ActKind {
  if ('values' in wanted) {
    const { label: relation, path } = userRelations[wanted.act]
    return { label: relation, roles: [cataloguePage(path).role, rightsManagerRole] }
  }
  switch (wanted.act) {
    case 'roles':
      return { label: label('角色', 'Roles'), roles: [rightsManagerRole] }
    case 'functions':
      return { label: label('按钮权限', 'Button rights'), roles: [rightsManagerRole] }
    case 'status':
      return { label: label('启用账号', 'Enabling'), roles: [userManagerRole] }
    case 'profile':
      return {
        label: label(
          '供应商、类型、租户、有效期或邮箱',
          'Supplier, kind, tenant, validity or e-mail',
        ),
        roles: [userManagerRole],
        isForAdministrators: true,
      }
    case 'password':
      return {
        label: label('重置密码', 'Resetting the password'),
        roles: [userManagerRole],
        isForAdministrators: true,
      }
    case 'confirm':
      return { label: label('确认本人启用', 'Confirming its person'), roles: [userManagerRole] }
  }
}

/** Carries it out; what the account has already stays as it is. Returns the number of rows of the data scope added. */
export async function carryOut(
  tx: Transaction,
  giver: Giver,
  user: UserRecord,
  wanted: RightsAct,
): Promise<number> {
  if ('values' in wanted) {
    await checkRelationValues(tx, wanted.act, wanted.values)
    return addRelations(tx, giver, wanted.act, user.id, wanted.values)
  }
  switch (wanted.act) {
    case 'roles':
      mustSuitProgram(user, wanted.add)
      return addCodes(tx, 'user_role', user.id, [...user.roles, ...wanted.add], giver)
    case 'functions':
      return addCodes(tx, 'user_function', user.id, [...user.functions, ...wanted.add], giver)
    case 'status':
      await tx.query(`update app_user set status = 'active' where id = $1`, [user.id])
      return 0
    case 'profile': {
      const { userType, supplierNo, tenantId, validUntil, email } = { ...user, ...wanted.fields }
      await tx.query(
        `update app_user set user_type = $2, supplier_no = $3, tenant_id = $4, valid_until = $5, email = $6,
           email_changed_at = case when email = $6 then email_changed_at else now() end where id = $1`,
        [user.id, userType, supplierNo, tenantId, validUntil, email],
      )
      return 0
    }
    case 'confirm':
      await tx.query(
        `update app_user set password_known_to = null, password_known_to_name = '' where id = $1`,
        [user.id],
      )
      return 0
    case 'password':
      throw new Error('a password is issued by issuePassword, which returns it')
  }
}

/** Refuses roles that are for persons only (`technical-role`). */
function mustSuitProgram({ isTechnical, account }: UserRecord, roles: readonly string[]): void {
  const problems = roles.filter(isForPersons)
  if (!isTechnical || problems.length === 0) return
  throw refuseAll(
    problems.map((role) => ({ code: 'technical-role', params: { role, account }, field: 'roles' })),
  )
}

async function addCodes(
  tx: Transaction,
  table: 'user_role' | 'user_function',
  userId: string,
  codes: readonly string[],
  giver: Giver,
): Promise<number> {
  await replaceCodes(tx, table, userId, [...new Set(codes)], giver.userId)
  return 0
}

/** The old and the new values, as the request keeps and shows them. */
export async function valuesOf(
  tx: Transaction,
  user: UserRecord,
  wanted: RightsAct,
): Promise<{ before: RightsValues; after: RightsValues }> {
  if ('values' in wanted) {
    const { act, values } = wanted
    const words = (rows: readonly UserRelationValue[]) => [
      ...new Set(rows.map((row) => describeRelation(act, row))),
    ]
    const before = words(await liveRelations(tx, act, user.id))
    return {
      before: { [act]: before },
      after: { [act]: [...new Set([...before, ...words(values)])] },
    }
  }
  switch (wanted.act) {
    case 'roles':
    case 'functions': {
      const before = user[wanted.act]
      return {
        before: { [wanted.act]: before },
        after: { [wanted.act]: [...new Set([...before, ...wanted.add])].sort() },
      }
    }
    case 'status':
      return { before: { status: [user.status] }, after: { status: ['active'] } }
    case 'profile': {
      const changed = changedFields(user, wanted.fields)
      const shown = (fields: Partial<RightsFields>) =>
        Object.fromEntries(
          Object.keys(changed).map((name) => [name, [fields[name as keyof RightsFields] ?? '']]),
        )
      return { before: shown(user), after: shown(changed) }
    }
    case 'password':
      return {
        before: { password: [] },
        after: { password: ['由批准人经手一次性密码 / read by who approves'] },
      }
    case 'confirm':
      return {
        before: { passwordKnownTo: [user.passwordKnownTo] },
        after: { passwordKnownTo: [''] },
      }
  }
}

/** Those of the fields that would change; a request carries no others, because they may change while it waits. */
export function changedFields(
  user: RightsFields,
  fields: Partial<RightsFields>,
): Partial<RightsFields> {
  return Object.fromEntries(
    fieldsOfRights.flatMap((name) =>
      fields[name] === undefined || fields[name] === user[name] ? [] : [[name, fields[name]]],
    ),
  )
}

/** Labels of the kinds of values, for notices. */
export const labelOfValues = (name: string): Label =>
  Object.hasOwn(userRelations, name)
    ? fieldOf(userRelations as Record<string, AnyRelation>, name).label
    : (labels[name] ?? label(name, name))

const labels: Readonly<Record<string, Label>> = {
  roles: label('角色', 'Roles'),
  functions: label('按钮权限', 'Button rights'),
  status: label('状态', 'Status'),
  userType: label('类型', 'Kind'),
  supplierNo: label('供应商', 'Supplier'),
  tenantId: label('租户', 'Tenant'),
  validUntil: label('有效期至', 'Valid until'),
  email: label('邮箱', 'E-mail'),
  password: label('密码', 'Password'),
  passwordKnownTo: label('密码经手人', 'Password known to'),
}
