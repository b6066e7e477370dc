import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/database.ts'

/** Any constant: two processes must not add to the chain at once. */
const lockKey = 7_310_680
const batchMax = 2000
/**
 * Entries bear the moment their transaction began. One that was not to be seen when the last link was
 * made began no longer before it than the longest transaction lasts, with much to spare: what bears an
 * earlier moment was put in behind the product's back, and is not linked.
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
 * Takes the first $1 entries that wait for their link out of `audit_unlinked`, each with its digest and with
 * the head of its company's chain. The digest is null for an entry that is not to be linked: a server of an
 * earlier version, which does not know the queue, has done it, or it bears a moment long before the last link
 * ($2 hours), which no transaction of the product explains: `verifyAuditChain` shows it as unlinked.
 * Every row is looked up by key (`limit` keeps the planner from joining whole tables): the cost follows the
 * number of entries taken and not the size of the log.
 */
export const takeUnlinked = `
  with taken as (
    delete from audit_unlinked where ctid = any(array(
      select ctid from audit_unlinked order by company_code, at, entry_id limit $1))
    returning company_code, at, entry_id
  ), head as materialized (
    select company.company_code, last.position, last.chain, last.linked_at
    from (select distinct company_code from taken) company
    cross join lateral (select position, chain, linked_at from audit_link l
      where l.company_code = company.company_code order by position desc limit 1) last
  )
  select t.company_code, t.entry_id, case when l.entry_id is null then e.digest end as digest,
    coalesce(head.position, 0) as head_position, coalesce(head.chain, '') as head_chain
  from taken t
  left join head on head.company_code = t.company_code
  left join lateral (select audit_digest(e) as digest from audit_entry e
    where e.company_code = t.company_code and e.id = t.entry_id
      and (head.linked_at is null or e.at > head.linked_at - make_interval(hours => $2)) limit 1) e on true
  left join lateral (select entry_id from audit_link k
    where k.company_code = t.company_code and k.entry_id = t.entry_id limit 1) l on true
  order by t.company_code, t.at, t.entry_id`

interface UnlinkedRow {
  companyCode: string
  entryId: string
  digest: string | null
  headPosition: number
  headChain: string
}

/**
 * Adds a link for every entry of the audit log that waits for one, in the order in which they were
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
    if (batch.taken < batchMax) return { added, heads: [...heads.values()] }
  }
}

async function addLinks(
  tx: Transaction,
): Promise<{ taken: number; added: number; heads: Iterable<Head> }> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  const rows = await tx.query<UnlinkedRow>(takeUnlinked, [batchMax, longestTransactionHours])
  const heads = new Map<string, Head>()
  const links = rows.flatMap(({ companyCode, entryId, digest, headPosition, headChain }) => {
    if (digest === null) return []
    const head = heads.get(companyCode) ?? { companyCode, position: headPosition, chain: headChain }
    const link = { companyCode, position: head.position + 1, entryId, digest }
    const chain = chainHash(head.chain, link)
    heads.set(companyCode, { companyCode, position: link.position, chain })
    return [{ ...link, chain }]
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
  return { taken: rows.length, added: links.length, heads: heads.values() }
}
