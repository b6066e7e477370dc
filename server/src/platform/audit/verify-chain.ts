import type { Database, Queryable, Transaction } from '../database/database.ts'
import { chainHash, longestTransactionHours } from './audit-chain.ts'

/** A difference between the log and its chain. */
export interface ChainProblem {
  companyCode: string
  /** The position in the chain; null for an unlinked entry. */
  position: number | null
  entryId: string
  kind: 'changed' | 'deleted' | 'gap' | 'broken' | 'unlinked' | 'cut' | 'forged'
}

export interface ChainReport {
  links: number
  heads: { companyCode: string; position: number; chain: string }[]
  problems: ChainProblem[]
}

/** A head of a chain that was stored elsewhere earlier. */
export interface KnownHead {
  companyCode: string
  position: number
  chain: string
}

/** Which of these heads the chains do not contain any more (`cut`): one look-up by key for each. */
export async function missingHeads(
  queryable: Queryable,
  known: readonly KnownHead[],
): Promise<ChainProblem[]> {
  const rows = await queryable.query<KnownHead & { entryId: string | null; found: string | null }>(
    `select k.*, l.entry_id, l.chain as found
     from unnest($1::text[], $2::bigint[], $3::text[]) as k (company_code, position, chain)
     left join audit_link l on l.company_code = k.company_code and l.position = k.position`,
    [
      known.map(({ companyCode }) => companyCode),
      known.map(({ position }) => position),
      known.map(({ chain }) => chain),
    ],
  )
  return rows.flatMap(({ companyCode, position, chain, found, entryId }): ChainProblem[] =>
    found === chain ? [] : [{ companyCode, position, entryId: entryId ?? '', kind: 'cut' }],
  )
}

const blockSize = 5000

interface LinkRow {
  companyCode: string
  position: number
  entryId: string
  digest: string
  chain: string
  /** The digest of the entry as it is now; null if it was deleted. */
  digestNow: string | null
}

/**
 * Verifies the chains of all companies and compares every entry with its link: `changed` and `deleted` entries, `gap`s
 * in the positions, links that do not follow from the previous one (`broken`), entries inserted outside the chain
 * (`unlinked`), chains shorter than or different from a known head (`cut`). Only such a head detects a completely
 * rewritten chain: store heads elsewhere.
 */
export function verifyAuditChain(
  database: Database,
  known: readonly KnownHead[] = [],
): Promise<ChainReport> {
  return database.snapshot(async (tx) => {
    const report: ChainReport = { links: 0, heads: [], problems: [] }
    const companies = await tx.query<{ companyCode: string }>(
      'select distinct company_code from audit_link order by 1',
    )
    for (const { companyCode } of companies) {
      await walk(
        tx,
        companyCode,
        known.filter((head) => head.companyCode === companyCode),
        report,
      )
    }
    for (const head of known) {
      if (!companies.some((one) => one.companyCode === head.companyCode))
        report.problems.push({ ...head, entryId: '', kind: 'cut' })
    }
    const unlinked = await tx.query<{ companyCode: string; id: string }>(
      `select e.company_code, e.id from audit_entry e
       where e.at < now() - make_interval(hours => $1)
         and not exists (select from audit_link l where l.company_code = e.company_code and l.entry_id = e.id)
       order by e.company_code, e.at limit 1000`,
      [longestTransactionHours],
    )
    for (const { companyCode, id } of unlinked)
      report.problems.push({ companyCode, position: null, entryId: id, kind: 'unlinked' })
    return report
  })
}

async function walk(
  tx: Transaction,
  companyCode: string,
  known: readonly KnownHead[],
  report: ChainReport,
): Promise<void> {
  let position = 0
  let chain = ''
  for (;;) {
    const rows = await tx.query<LinkRow>(
      `select l.company_code, l.position, l.entry_id, l.digest, l.chain,
         case when e.id is not null then audit_digest(e) end as digest_now
       from audit_link l left join audit_entry e on e.company_code = l.company_code and e.id = l.entry_id
       where l.company_code = $1 and l.position > $2 order by l.position limit $3`,
      [companyCode, position, blockSize],
    )
    for (const row of rows) {
      const problem = problemOf(row, position, chain)
      if (problem !== null)
        report.problems.push({
          companyCode,
          position: row.position,
          entryId: row.entryId,
          kind: problem,
        })
      const head = known.find((one) => one.position === row.position)
      if (head !== undefined && head.chain !== row.chain)
        report.problems.push({ ...head, entryId: row.entryId, kind: 'cut' })
      position = row.position
      chain = row.chain
      report.links += 1
    }
    if (rows.length < blockSize) break
  }
  for (const head of known) {
    if (head.position > position) report.problems.push({ ...head, entryId: '', kind: 'cut' })
  }
  report.heads.push({ companyCode, position, chain })
}

function problemOf(row: LinkRow, before: number, previous: string): ChainProblem['kind'] | null {
  if (row.position !== before + 1) return 'gap'
  if (row.chain !== chainHash(previous, row)) return 'broken'
  if (row.digestNow === null) return 'deleted'
  return row.digestNow === row.digest ? null : 'changed'
}
