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

/** Fields of an account that decide what it sees, and until when it may be used. */
export const fieldsOfRights = ['userType', 'supplierNo', 'tenantId', 'validUntil'] as const
export type RightsFields = Pick<UserRecord, (typeof fieldsOfRights)[number]>

/** Something to be given to an account. */
export type RightsAct =
  | { act: 'roles' | 'functions'; add: readonly string[] }
  | { act: UserRelationName; values: readonly UserRelationValue[] }
  | { act: 'profile'; fields: RightsFields }
  | { act: 'status' }

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
        label: label('供应商、类型、租户或有效期', 'Supplier, kind, tenant or validity'),
        roles: [userManagerRole],
        isForAdministrators: true,
      }
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
      const { userType, supplierNo, tenantId, validUntil } = wanted.fields
      await tx.query(
        `update app_user set user_type = $2, supplier_no = $3, tenant_id = $4, valid_until = $5 where id = $1`,
        [user.id, userType, supplierNo, tenantId, validUntil],
      )
      return 0
    }
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
      const shown = (fields: RightsFields) =>
        Object.fromEntries(
          fieldsOfRights.flatMap((name) =>
            user[name] === wanted.fields[name] ? [] : [[name, [fields[name] ?? '']]],
          ),
        )
      return { before: shown(user), after: shown(wanted.fields) }
    }
  }
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
}
