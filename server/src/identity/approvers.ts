import { adminRole } from '@kufang/kernel/permission.ts'
import type { Queryable } from '../platform/database/database.ts'
import { isAccountLive } from '../platform/session/load-session.ts'
import { readRights, type Rights } from '../platform/session/rights.ts'
import { roleCodes } from '../platform/session/roles-of.ts'
import type { UserRecord } from './user-record.ts'
import { barrierTo, beyondOwn } from './within-own.ts'

/** A person who may be asked. */
export interface Approver {
  userId: string
  userName: string
  account: string
  email: string
  language: 'zh' | 'en'
}

/** Persons with one of these roles who can sign in, administrators included; without those of `except`. */
export function holdersOf(
  queryable: Queryable,
  roles: readonly string[],
  except: readonly string[],
): Promise<Approver[]> {
  return queryable.query<Approver>(
    `select u.id as user_id, u.user_name, u.account, u.email, u.language from app_user u
     where ${isAccountLive} and u.id <> all($2::uuid[]) and (u.account = $3 or ${roleCodes('ALL')} && $1::text[])
     order by u.account`,
    [[...roles, adminRole], except, adminRole],
  )
}

/** What must be approved: the account as it is, and the rights it would have. */
export interface Wanted {
  /** The roles one of which permits the change. */
  roles: readonly string[]
  isForAdministrators: boolean
  /** null if it is not about one account. */
  subject: { user: UserRecord; rights: Rights } | null
  /** Of the account afterwards, or what is shared. */
  after: Rights
  except: readonly string[]
}

/** Those who could make the change themselves, by the same rules; three statements and those of `readRights`. */
export async function approversOf(
  queryable: Queryable,
  { roles, isForAdministrators, subject, after, except }: Wanted,
): Promise<Approver[]> {
  const holders = await holdersOf(queryable, roles, except)
  const rights = await readRights(
    queryable,
    holders.map(({ userId }) => userId),
  )
  return holders.filter(({ userId }) => {
    const own = rights.get(userId)!
    if (own.isAdmin) return true
    if (isForAdministrators || subject === null) return false
    return (
      barrierTo({ userId, rights: own }, subject.user, subject.rights) === null &&
      beyondOwn(own, after) === null
    )
  })
}
