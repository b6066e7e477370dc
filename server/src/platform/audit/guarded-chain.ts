import type { Database } from '../database/database.ts'
import { linkAudit } from './audit-chain.ts'
import type { KeptHeads } from './kept-heads.ts'
import {
  missingHeads,
  verifyAuditChain,
  type ChainProblem,
  type ChainReport,
} from './verify-chain.ts'

/**
 * Extends the chains after comparing them with the heads kept outside of the database, and keeps the new heads. Of a
 * company whose chain lacks its kept head that head remains, so that every later verification reports it.
 * @returns what was added, and the signs of tampering found on the way
 */
export async function linkGuarded(
  database: Database,
  kept: KeptHeads,
): Promise<{ added: number; problems: ChainProblem[] }> {
  const before = kept.read()
  const problems = [...forgedOf(before.forged), ...(await missingHeads(database, before.heads))]
  const { added, heads, missing } = await linkAudit(database)
  const doubtful = new Set(problems.map(({ companyCode }) => companyCode))
  kept.keep(heads.filter(({ companyCode }) => !doubtful.has(companyCode)))
  for (const companyCode of missing.keys())
    problems.push({ companyCode, position: null, entryId: '', kind: 'deleted' })
  return { added, problems }
}

/** Verifies the chains completely, with the kept heads. */
export async function verifyGuarded(database: Database, kept: KeptHeads): Promise<ChainReport> {
  const { heads, forged } = kept.read()
  const report = await verifyAuditChain(database, heads)
  return { ...report, problems: [...forgedOf(forged), ...report.problems] }
}

const forgedOf = (companies: readonly string[]): ChainProblem[] =>
  companies.map((companyCode) => ({ companyCode, position: null, entryId: '', kind: 'forged' }))
