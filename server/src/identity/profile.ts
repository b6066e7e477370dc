import { z } from 'zod'
import { isEmail, isIdCard, isLandline, isMobile } from '@kufang/kernel/validators.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'

/** The profile of a user, without secrets. */
export const profileData = z.object({
  userId: z.string(),
  account: z.string(),
  userName: z.string(),
  /** EMP: employee; EXU: external user. */
  type: z.enum(['EMP', 'EXU']),
  email: z.string(),
  mobile: z.string(),
  address: z.string(),
  idCard: z.string(),
  telephone: z.string(),
  /** The path of the picture, '' for none. */
  photo: z.string(),
  supplierNo: z.string(),
  appId: z.string(),
  tenantId: z.string(),
  language: z.enum(['zh', 'en']),
  lastLoginTime: z.string().nullable(),
})
export type Profile = z.output<typeof profileData>

/** An example for the API page. */
export const profileExample: Profile = {
  userId: '0199f3c2-6f0a-7c11-9d54-2f6a3b1c8e10',
  account: 'storekeeper',
  userName: '保管员',
  type: 'EMP',
  email: 'storekeeper@example.com',
  mobile: '13800138000',
  address: '一号库',
  idCard: '',
  telephone: '0580-1234567',
  photo: '',
  supplierNo: '',
  appId: '4517',
  tenantId: '',
  language: 'zh',
  lastLoginTime: '2026-11-21T06:00:00.000Z',
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

/** All errors of contact data; empty values are not checked here. */
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

/** Refuses everything the profile form of product.md section 5 refuses, all at once. */
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
