import { personalDataCode } from '@kufang/contract/identity/function-codes.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { UserRecord } from './user-record.ts'
import type { Manager } from './manager.ts'

/** Shown instead of personal data that is there. */
const masked = '***'
const fields = [
  { field: 'idCard', zh: '身份证号', en: 'ID card number' },
  { field: 'address', zh: '地址', en: 'Address' },
] as const

/** Whether the manager may see and change ID card number and address of a user: by function code, or as the user. */
function mayKnow({ userId, rights }: Manager, user: Pick<UserRecord, 'id'>): boolean {
  return rights.isAdmin || rights.functionCodes.has(personalDataCode.code) || userId === user.id
}

/** The user with personal data masked, unless the manager may see it. */
export function maskedFor<User extends UserRecord>(manager: Manager, user: User): User {
  if (mayKnow(manager, user)) return user
  const hidden = { idCard: user.idCard && masked, address: user.address && masked }
  return { ...user, ...hidden }
}

/** Refuses changes of personal data by managers who may not see it (`personal-data-only`). */
export function checkPersonalData(
  manager: Manager,
  before: UserRecord,
  after: Pick<UserRecord, 'idCard' | 'address'>,
): void {
  if (mayKnow(manager, before)) return
  const problems = fields
    .filter(({ field }) => after[field] !== before[field])
    .map(({ field, zh, en }): RefusalDetail => ({
      code: 'personal-data-only',
      params: { field: zh, fieldEn: en, code: personalDataCode.code },
      field,
    }))
  if (problems.length > 0) throw refuseAll(problems)
}
