import type { Queryable } from '../database/database.ts'

/**
 * The source of roles (product.md section 6): all sources by default, or a single one in the single-role modes of the
 * user centre.
 */
export type RoleMode = 'ALL' | 'APPONLY' | 'TENANTONLY' | 'USERONLY'

/** SQL for the roles of `app_user u` by source. */
const sharedBy = {
  APPONLY: `select role_code from shared_role s where s.holder_kind = 'application' and s.holder_id = u.app_id`,
  TENANTONLY: `select role_code from shared_role s where s.holder_kind = 'tenant' and s.holder_id = u.tenant_id`,
  USERONLY: `select role_code from user_role r where r.user_id = u.id`,
} as const

/** SQL for the sorted array of distinct role codes of `app_user u`. */
export function roleCodes(mode: RoleMode): string {
  const source = mode === 'ALL' ? Object.values(sharedBy).join(' union ') : sharedBy[mode]
  return `array(${source} order by role_code)`
}

/** The role codes of a user in a mode, without the account's own admin role. */
export async function rolesOf(
  database: Queryable,
  userId: string,
  mode: RoleMode,
): Promise<string[]> {
  const [user] = await database.query<{ roles: string[] }>(
    `select ${roleCodes(mode)} as roles from app_user u where u.id = $1`,
    [userId],
  )
  return user?.roles ?? []
}
