import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'

/** An application offered on /unifiedIndex. */
export interface Application {
  appId: string
  nameZh: string
  nameEn: string
  /** '' for this product. */
  url: string
}

/** Every application, in order. */
export function listApplications(database: Queryable): Promise<Application[]> {
  return database.query(
    `select app_id, name_zh, name_en, url from application order by position, app_id`,
  )
}

/** One application; refuses `not-found`. */
export async function readApplication(database: Queryable, appId: string): Promise<Application> {
  const [found] = await database.query<Application>(
    `select app_id, name_zh, name_en, url from application where app_id = $1`,
    [appId],
  )
  if (found === undefined)
    throw refuse('not-found', { subject: '应用', subjectEn: 'Application', no: appId })
  return found
}

export type HolderKind = 'application' | 'tenant'

/** Role codes of everybody in an application or tenant. */
export async function sharedRoles(
  database: Queryable,
  kind: HolderKind,
  holderId: string,
): Promise<string[]> {
  const rows = await database.query<{ roleCode: string }>(
    `select role_code from shared_role where holder_kind = $1 and holder_id = $2 order by role_code`,
    [kind, holderId],
  )
  return rows.map((row) => row.roleCode)
}

/** Replaces the roles of an application or tenant; unchanged ones keep their grant date. */
export async function replaceSharedRoles(
  tx: Transaction,
  kind: HolderKind,
  holderId: string,
  roles: readonly string[],
  grantedBy: string,
): Promise<void> {
  await tx.query(
    `delete from shared_role where holder_kind = $1 and holder_id = $2 and not (role_code = any($3))`,
    [kind, holderId, roles],
  )
  await tx.query(
    `insert into shared_role (holder_kind, holder_id, role_code, granted_by)
     select $1, $2, code, $4 from unnest($3::text[]) as code on conflict do nothing`,
    [kind, holderId, roles, grantedBy],
  )
}
