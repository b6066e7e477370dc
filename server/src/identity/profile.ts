import { isEmail, isIdCard, isLandline, isMobile } from '@kufang/kernel/validators.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'

/** What a person is, without anything secret. */
export interface Profile {
  userId: string
  account: string
  userName: string
  type: 'EMP' | 'EXU'
  email: string
  mobile: string
  address: string
  idCard: string
  telephone: string
  photo: string
  supplierNo: string
  appId: string
  tenantId: string
  language: 'zh' | 'en'
  lastLoginTime: string | null
}

/** The profile of a user; refuses `account-unknown`. */
export async function readProfile(database: Queryable, userId: string): Promise<Profile> {
  const [profile] = await database.query<Profile>(
    `select id as user_id, account, user_name, user_type as type, email, mobile, address, id_card, telephone,
       photo, supplier_no, app_id, tenant_id, language, last_login_at as last_login_time
     from app_user where id = $1`,
    [userId],
  )
  if (profile === undefined) throw refuse('account-unknown', { account: userId })
  return profile
}

export interface ContactFields {
  email: string
  mobile: string
  telephone: string
  idCard: string
}

/** Everything wrong with contact data; empty values are not judged here. */
export function contactProblems(fields: ContactFields): RefusalDetail[] {
  const found: RefusalDetail[] = []
  const check = (field: keyof ContactFields, code: string, holds: (text: string) => boolean) => {
    if (fields[field] !== '' && !holds(fields[field])) found.push({ code, params: {}, field })
  }
  check('email', 'email-invalid', isEmail)
  check('mobile', 'mobile-invalid', isMobile)
  check('telephone', 'telephone-invalid', (text) => isLandline(text) || isMobile(text))
  check('idCard', 'id-card-invalid', isIdCard)
  return found
}

/** Refuses what the profile form of product.md section 5 refuses, all of it at once. */
export function checkOwnProfile(
  fields: ContactFields & { userName: string; address: string; photo: string },
): void {
  const required = ['userName', 'email', 'mobile', 'address', 'photo'] as const
  const missing = required
    .filter((field) => fields[field].trim() === '')
    .map((field): RefusalDetail => ({ code: 'field-required', params: { field }, field }))
  const problems = [...missing, ...contactProblems(fields)]
  if (problems.length > 0) throw refuseAll(problems)
}
