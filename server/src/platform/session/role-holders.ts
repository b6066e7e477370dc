import { adminRole } from '@kufang/kernel/permission.ts'
import type { Queryable } from '../database/database.ts'
import { isAccountLive } from './load-session.ts'
import { roleCodes } from './roles-of.ts'

/** A person who may be asked. */
export interface RoleHolder {
  userId: string
  userName: string
  account: string
  email: string
  language: 'zh' | 'en'
}

/** Persons, not programs, with one of these roles who can sign in, administrators included; without those of `except`. */
export function holdersOf(
  queryable: Queryable,
  roles: readonly string[],
  except: readonly string[],
): Promise<RoleHolder[]> {
  return queryable.query<RoleHolder>(
    `select u.id as user_id, u.user_name, u.account, u.email, u.language from app_user u
     where ${isAccountLive} and not u.is_technical and u.id <> all($2::uuid[]) and (u.account = $3 or ${roleCodes('ALL')} && $1::text[])
     order by u.account`,
    [[...roles, adminRole], except, adminRole],
  )
}
