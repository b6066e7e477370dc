import type { Queryable } from '../platform/database/database.ts'
import { likeForm } from '../platform/list/filter-sql.ts'
import type { Session } from '../platform/session/session.ts'
import type { UserRecord } from './user-record.ts'
import { userColumns } from './user-record.ts'

export interface UserFilters {
  account?: string | undefined
  userName?: string | undefined
  /** Part of the account or name. */
  search?: string | undefined
  status?: 'active' | 'disabled' | undefined
  isLocked?: boolean | undefined
  userType?: 'EMP' | 'EXU' | undefined
  isTechnical?: boolean | undefined
  role?: string | undefined
  companyCode?: string | undefined
  plant?: string | undefined
  supplierNo?: string | undefined
  sort: 'account' | 'userName' | 'lastLoginAt' | 'createdAt'
  descending: boolean
  pageNum: number
  pageSize: number
}

const sortColumns = {
  account: 'u.account',
  userName: 'u.user_name',
  lastLoginAt: 'u.last_login_at',
  createdAt: 'u.created_at',
}

/** A page of users. Administrators see all; others see users of their own companies. */
export async function listUsers(
  database: Queryable,
  session: Session,
  filters: UserFilters,
): Promise<{ rows: UserRecord[]; total: number }> {
  const values: unknown[] = []
  const conditions: string[] = []
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined || value === '') return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  const like = (text: string | undefined) => text && `%${likeForm(text)}%`
  where(like(filters.account), (at) => `search_form(u.account) like ${at}`)
  where(like(filters.userName), (at) => `search_form(u.user_name) like ${at}`)
  where(
    like(filters.search),
    (at) => `(search_form(u.account) like ${at} or search_form(u.user_name) like ${at})`,
  )
  where(filters.status, (at) => `u.status = ${at}`)
  where(filters.userType, (at) => `u.user_type = ${at}`)
  where(filters.isTechnical, (at) => `u.is_technical = ${at}`)
  where(filters.supplierNo, (at) => `u.supplier_no = ${at}`)
  where(
    filters.role,
    (at) => `exists (select from user_role r where r.user_id = u.id and r.role_code = ${at})`,
  )
  where(
    filters.isLocked,
    (at) =>
      `exists (select from sign_in_failure f where f.account = u.account and f.locked_until > now()) = ${at}`,
  )
  const live = `select from user_plant p where p.user_id = u.id and p.valid_to is null`
  where(filters.companyCode, (at) => `exists (${live} and p.company_code = ${at})`)
  where(filters.plant, (at) => `exists (${live} and p.plant in ('', ${at}))`)
  if (!session.isAdmin) {
    where(
      session.scope.companyCodes,
      (at) => `(u.owning_company = any(${at}) or exists (${live} and p.company_code = any(${at})))`,
    )
  }
  const condition = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const direction = filters.descending ? 'desc nulls last' : 'asc nulls first'
  const [counted] = await database.query<{ total: number }>(
    `select count(*) as total from app_user u ${condition}`,
    values,
  )
  const rows = await database.query<UserRecord>(
    `select ${userColumns} from app_user u ${condition}
     order by ${sortColumns[filters.sort]} ${direction}, u.id
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, filters.pageSize, (filters.pageNum - 1) * filters.pageSize],
  )
  return { rows, total: counted?.total ?? 0 }
}
