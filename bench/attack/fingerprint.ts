import type { Database } from '../../server/src/platform/database/database.ts'

/** Tables excluded because they change on their own or by reading: failed sign-ins, ERP calls, job runs. */
const byThemselves = new Set([
  'sign_in_failure',
  'erp_call_log',
  'saml_request',
  'user_token',
  'audit_link',
  'audit_unlinked',
  'schema_migration',
])

/** Every table with its number of rows and a checksum of their contents. */
export async function fingerprint(database: Database): Promise<Map<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const prints = new Map<string, string>()
  for (const { name } of tables) {
    if (byThemselves.has(name)) continue
    const [row] = await database.query<{ print: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as print from "${name}" t`,
    )
    prints.set(name, row!.print)
  }
  return prints
}

export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'none'} → ${after.get(name) ?? 'none'}`)
}
