import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'

/** A user as visible to administrators, never with the password. */
export interface UserRecord {
  id: string
  account: string
  userName: string
  userType: 'EMP' | 'EXU'
  email: string
  mobile: string
  address: string
  idCard: string
  telephone: string
  photo: string
  supplierNo: string
  tenantId: string
  /** The company whose managers may act on the account; '' leaves it to administrators. */
  owningCompany: string
  status: 'active' | 'disabled'
  /** The last day on which the account may be used (yyyy-MM-dd); null for unlimited. */
  validUntil: string | null
  isLocked: boolean
  mustChangePassword: boolean
  passwordChangedAt: string
  lastLoginAt: string | null
  language: 'zh' | 'en'
  /** The account of a program: it has tokens and no password. */
  isTechnical: boolean
  /** The name of who knows the password besides its person; '' if nobody does. */
  passwordKnownTo: string
  /** Of a technical account. */
  requestsPerMinute: number
  /** Addresses and networks a technical account may come from; empty for any. */
  networks: string[]
  version: number
  createdAt: string
  changedAt: string
  roles: string[]
  functions: string[]
  companyCodes: string[]
}

/** Columns of a `UserRecord`, for `app_user u`. */
export const userColumns = `u.id, u.account, u.user_name, u.user_type, u.email, u.mobile, u.address, u.id_card,
  u.telephone, u.photo, u.supplier_no, u.tenant_id, u.owning_company, u.status, u.valid_until, u.must_change_password, u.password_changed_at,
  u.last_login_at, u.language, u.is_technical, u.password_known_to_name as password_known_to, u.requests_per_minute, u.networks, u.version, u.created_at, u.changed_at,
  exists(select from sign_in_failure f where f.account = u.account and f.locked_until > now()) as is_locked,
  array(select role_code from user_role r where r.user_id = u.id order by 1) as roles,
  array(select function_code from user_function f where f.user_id = u.id order by 1) as functions,
  array(select distinct company_code from user_plant p where p.user_id = u.id and p.valid_to is null order by 1) as company_codes`

/** One user; `lock` locks it until the transaction ends. Refuses `account-unknown`. */
export async function readUser(database: Queryable, id: string, lock = false): Promise<UserRecord> {
  const [user] = await database.query<UserRecord>(
    `select ${userColumns} from app_user u where u.id = $1 ${lock ? 'for update of u' : ''}`,
    [id],
  )
  if (user === undefined) throw refuse('account-unknown', { account: id })
  return user
}

/** One user as a person may read it: administrators all, others those of their companies. Refuses `account-unknown`. */
export async function readSeenUser(
  database: Queryable,
  { isAdmin, scope }: Session,
  id: string,
): Promise<UserRecord> {
  const user = await readUser(database, id)
  const isSeen = [user.owningCompany, ...user.companyCodes].some((code) =>
    scope.companyCodes.includes(code),
  )
  if (!isAdmin && !isSeen) throw refuse('account-unknown', { account: user.id })
  return user
}

/** Whether a user is an administrator: by role, or as the account admin (product.md section 6). */
export function isAdministrator(user: Pick<UserRecord, 'account' | 'roles'>): boolean {
  return user.account === adminRole || user.roles.includes(adminRole)
}
