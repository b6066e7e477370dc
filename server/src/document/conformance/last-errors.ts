import type { World } from '../testing/world.ts'

/** What the ERP refused last, so that a test that expected otherwise says why. */
export async function lastErrors({ database }: World): Promise<string> {
  const calls = await database.query(
    `select operation, http_status, error_code, error_text from erp_call_log where error_code <> '' order by id desc limit 3`,
  )
  return JSON.stringify(calls)
}
