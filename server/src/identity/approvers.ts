import { entryOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import { readRights, type Rights } from '../platform/session/rights.ts'
import { holdersOf, type RoleHolder } from '../platform/session/role-holders.ts'
import type { UserRecord } from './user-record.ts'
import { barrierTo, beyondOwn } from './within-own.ts'

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
): Promise<RoleHolder[]> {
  const holders = await holdersOf(queryable, roles, except)
  const rights = await readRights(
    queryable,
    holders.map(({ userId }) => userId),
  )
  return holders.filter(({ userId }) => {
    const own = entryOf(rights, userId)
    if (own.isAdmin) return true
    if (isForAdministrators || subject === null) return false
    return (
      barrierTo({ userId, rights: own }, subject.user, subject.rights) === null &&
      beyondOwn(own, after) === null
    )
  })
}
