import type { Queryable } from '../database/database.ts'

/**
 * Where roles come from (product.md section 6): everything by default, or one source alone, which
 * is what the single-role modes of the user centre ask for.
 */
export type RoleMode = 'ALL' | 'APPONLY' | 'TENANTONLY' | 'USERONLY'

/** Roles of `app_user u` that the application or the tenant gives to everybody in it. */
const sharedBy = {
  APPONLY: `select role_code from shared_role s where s.holder_kind = 'application' and s.holder_id = u.app_id`,
  TENANTONLY: `select role_code from shared_role s where s.holder_kind = 'tenant' and s.holder_id = u.tenant_id`,
  USERONLY: `select role_code from user_role r where r.user_id = u.id`,
} as const

/** SQL for the array of role codes of `app_user u`, sorted, each once. */
export function roleCodes(mode: RoleMode): string {
  const source = mode === 'ALL' ? Object.values(sharedBy).join(' union ') : sharedBy[mode]
  return `array(${source} order by role_code)`
}

/** The role codes a user has in a mode; the account's own admin right is not among them. */
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
