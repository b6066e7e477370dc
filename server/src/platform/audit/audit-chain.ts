import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/database.ts'

/** Any constant: two processes must not add to the chain at once. */
const lockKey = 7_310_680
const batchMax = 2000
/**
 * Entries bear the moment their transaction began. One that was not to be seen when the last link was
 * made began no longer before it than the longest transaction lasts, with much to spare.
 */
export const longestTransactionHours = 6

interface Head {
  companyCode: string
  position: number
  chain: string
}

/** What the hash of a link is made of: nothing of it can change without changing all that follow. */
export function chainHash(
  previous: string,
  link: { companyCode: string; position: number; entryId: string; digest: string },
): string {
  const { companyCode, position, entryId, digest } = link
  return createHash('sha256')
    .update(JSON.stringify([previous, companyCode, position, entryId, digest]))
    .digest('hex')
}

/**
 * Adds a link for every entry of the audit log that has none, in the order in which they were
 * committed as far as it can be told: what one run sees comes before what the next one sees. Writers
 * of the log never wait for it.
 *
 * @returns the heads of the chains it added to, for a log kept elsewhere, and how many links were added
 */
export async function linkAudit(
  database: Database,
): Promise<{ added: number; heads: readonly Head[] }> {
  const heads = new Map<string, Head>()
  let added = 0
  for (;;) {
    const batch = await database.transaction((tx) => addLinks(tx))
    added += batch.added
    for (const head of batch.heads) heads.set(head.companyCode, head)
    if (batch.added < batchMax) return { added, heads: [...heads.values()] }
  }
}

async function addLinks(tx: Transaction): Promise<{ added: number; heads: Head[] }> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  const heads = new Map<string, Head>()
  const last = await tx.query<Head>(
    `select distinct on (company_code) company_code, position, chain from audit_link order by company_code, position desc`,
  )
  for (const head of last) heads.set(head.companyCode, head)
  const entries = await tx.query<{ companyCode: string; id: string; digest: string }>(
    `select e.company_code, e.id, audit_digest(e) as digest from audit_entry e
     left join (select company_code, max(linked_at) as linked_at from audit_link group by 1) l on l.company_code = e.company_code
     where (l.linked_at is null or e.at > l.linked_at - make_interval(hours => $1))
       and not exists (select from audit_link k where k.company_code = e.company_code and k.entry_id = e.id)
     order by e.at, e.id limit $2`,
    [longestTransactionHours, batchMax],
  )
  const links = entries.map(({ companyCode, id: entryId, digest }) => {
    const head = heads.get(companyCode) ?? { companyCode, position: 0, chain: '' }
    const link = { companyCode, position: head.position + 1, entryId, digest }
    const chain = chainHash(head.chain, link)
    heads.set(companyCode, { companyCode, position: link.position, chain })
    return { ...link, chain }
  })
  if (links.length > 0)
    await tx.query(
      `insert into audit_link (company_code, position, entry_id, digest, chain)
       select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::text[])`,
      [
        links.map((link) => link.companyCode),
        links.map((link) => link.position),
        links.map((link) => link.entryId),
        links.map((link) => link.digest),
        links.map((link) => link.chain),
      ],
    )
  const touched = new Set(links.map((link) => link.companyCode))
  return {
    added: links.length,
    heads: [...heads.values()].filter((one) => touched.has(one.companyCode)),
  }
}
