import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../platform/database/database.ts'

/** All existing role codes: admin, menu groups and pages (spec pages.tsv). */
const knownRoles: ReadonlySet<string> = new Set([
  adminRole,
  ...pageCatalogue.flatMap((page) => [page.groupRole, page.role]).filter((role) => role !== ''),
])

/** Refuses all unknown role codes at once (`role-unknown`). */
export function checkRoles(roles: readonly string[]): void {
  const unknown = roles.filter((role) => !knownRoles.has(role))
  if (unknown.length > 0) {
    throw refuseAll(
      unknown.map((role) => ({ code: 'role-unknown', params: { role }, field: 'roles' })),
    )
  }
}

const codeColumns = { user_role: 'role_code', user_function: 'function_code' } as const

/** Replaces the codes of a user by `wanted`; unchanged ones keep who granted them and when. */
export async function replaceCodes(
  tx: Transaction,
  table: keyof typeof codeColumns,
  userId: string,
  wanted: readonly string[],
  grantedBy: string,
): Promise<void> {
  const column = codeColumns[table]
  await tx.query(`delete from ${table} where user_id = $1 and not (${column} = any($2))`, [
    userId,
    wanted,
  ])
  await tx.query(
    `insert into ${table} (user_id, ${column}, granted_by) select $1, code, $3 from unnest($2::text[]) as code
     on conflict do nothing`,
    [userId, wanted, grantedBy],
  )
}
