import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/database.ts'

/** An arbitrary constant: only one process may extend the chain at a time. */
const lockKey = 7_310_680
const batchMax = 2000
/**
 * Entries carry the start time of their transaction. An entry that was not visible when the last link was made cannot
 * be older than that link by more than the longest transaction, with a wide margin: an older entry was inserted outside
 * the product and is not linked.
 */
export const longestTransactionHours = 6

interface Head {
  companyCode: string
  position: number
  chain: string
}

/** Stands for the digest of an entry that was deleted before it was linked; `verifyAuditChain` reports it as deleted. */
const digestOfMissing = '0'.repeat(64)

/** The input of a link's hash: no part can change without changing all later links. */
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
 * Takes the first $1 entries waiting to be linked from `audit_unlinked`, with their digests and the heads of their
 * companies' chains. The digest is null for an entry that must not be linked: it was already linked by a server of an
 * earlier version that does not use the queue, or its time is more than $2 hours before the last link, which no
 * transaction of the product explains; `verifyAuditChain` reports it as unlinked. Every row is looked up by key
 * (`limit` prevents joins of whole tables), so that the cost depends on the number of entries taken, not on the size of
 * the log.
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
  select t.company_code, t.entry_id,
    case when l.entry_id is null and (head.linked_at is null or e.at > head.linked_at - make_interval(hours => $2)) then e.digest end as digest,
    l.entry_id is null and e.digest is null as is_missing,
    coalesce(head.position, 0) as head_position, coalesce(head.chain, '') as head_chain
  from taken t
  left join head on head.company_code = t.company_code
  left join lateral (select audit_digest(e) as digest, e.at from audit_entry e
    where e.company_code = t.company_code and e.id = t.entry_id limit 1) e on true
  left join lateral (select entry_id from audit_link k
    where k.company_code = t.company_code and k.entry_id = t.entry_id limit 1) l on true
  order by t.company_code, t.at, t.entry_id`

interface UnlinkedRow {
  companyCode: string
  entryId: string
  digest: string | null
  /** The entry was deleted before it was linked. */
  isMissing: boolean
  headPosition: number
  headChain: string
}

/**
 * Links every waiting entry of the audit log, in commit order as far as it is known: entries visible to one run precede
 * those visible only to the next. Writers of the log never wait for it.
 * @returns the heads of the extended chains, to be stored elsewhere, the number of links, and how many entries were
 *   deleted before they were linked, by company; they get a link too, which remains as evidence
 */
export async function linkAudit(
  database: Database,
): Promise<{ added: number; heads: readonly Head[]; missing: ReadonlyMap<string, number> }> {
  const heads = new Map<string, Head>()
  const missing = new Map<string, number>()
  let added = 0
  for (;;) {
    const batch = await database.transaction((tx) => addLinks(tx))
    added += batch.added
    for (const head of batch.heads) heads.set(head.companyCode, head)
    for (const company of batch.missing) missing.set(company, (missing.get(company) ?? 0) + 1)
    if (batch.taken < batchMax) return { added, heads: [...heads.values()], missing }
  }
}

async function addLinks(
  tx: Transaction,
): Promise<{ taken: number; added: number; heads: Iterable<Head>; missing: string[] }> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  const rows = await tx.query<UnlinkedRow>(takeUnlinked, [batchMax, longestTransactionHours])
  const heads = new Map<string, Head>()
  const links = rows.flatMap(
    ({ companyCode, entryId, isMissing, headPosition, headChain, ...row }) => {
      const digest = isMissing ? digestOfMissing : row.digest
      if (digest === null) return []
      const head = heads.get(companyCode) ?? {
        companyCode,
        position: headPosition,
        chain: headChain,
      }
      const link = { companyCode, position: head.position + 1, entryId, digest }
      const chain = chainHash(head.chain, link)
      heads.set(companyCode, { companyCode, position: link.position, chain })
      return [{ ...link, chain }]
    },
  )
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
  const missing = rows.flatMap(({ companyCode, isMissing }) => (isMissing ? [companyCode] : []))
  return { taken: rows.length, added: links.length, heads: heads.values(), missing }
}
