import { parseArgs } from 'node:util'
import { openDatabase } from '../database/database.ts'
import { linkAudit } from './audit-chain.ts'
import type { KnownHead } from './verify-chain.ts'
import { verifyAuditChain } from './verify-chain.ts'

/*
 * npm run audit:verify [-- --head COMPANY:POSITION:HASH …]
 * Compares the audit log of DATABASE_URL with its chain, and the chain with heads stored elsewhere. Exit code 0 if
 * nothing was tampered with, 1 if something was, 2 for invalid arguments.
 */

function readHeads(given: readonly string[]): KnownHead[] {
  return given.map((text) => {
    const [, companyCode, position, chain] = /^([^:]*):(\d+):([0-9a-f]{64})$/.exec(text) ?? []
    if (companyCode === undefined) throw new Error(`no head: ${text}; COMPANY:POSITION:HASH`)
    return { companyCode, position: Number(position), chain: chain! }
  })
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { head: { type: 'string', multiple: true, default: [] } },
  })
  const connectionString = process.env['DATABASE_URL']
  if (!connectionString) throw new Error('DATABASE_URL is not set')
  const heads = readHeads(values.head)
  const database = openDatabase({ connectionString, connectionsMax: 1 })
  try {
    const { added } = await linkAudit(database)
    const report = await verifyAuditChain(database, heads)
    for (const { companyCode, position, entryId, kind } of report.problems.slice(0, 100))
      console.log(
        `${kind}: company ${companyCode || '-'} position ${position ?? '-'} entry ${entryId}`,
      )
    for (const { companyCode, position, chain } of report.heads)
      console.log(`head ${companyCode}:${position}:${chain}`)
    console.log(
      `${report.links} links, ${added} of them added now, ${report.problems.length} problems`,
    )
    return report.problems.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
