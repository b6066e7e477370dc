import { readdirSync, readFileSync } from 'node:fs'
import type { Queryable, Row } from '../platform/database/database.ts'

const ownProofs = new URL('proofs/', import.meta.url)

export interface ProofResult {
  /** The file's name without ending. */
  name: string
  /** The differences found; none when all is well. */
  rows: Row[]
}

/** How many differences are read at most: one is too many already. */
const rowsMax = 1000

/**
 * Runs every statement of the folder `proofs`: each finds the rows that contradict a rule of the ledger
 * (spec domain.md 2.6) and must find none. A file more is a proof more; `$1` is the company, or null.
 * Run it in one snapshot (`database.snapshot`) while others are posting.
 *
 * @param folder those of another version, for a database that has not been migrated to this one yet
 * @throws Error when there are no proofs to run
 */
export async function runProofs(
  queryable: Queryable,
  companyCode?: string,
  folder: URL = ownProofs,
): Promise<ProofResult[]> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  if (files.length === 0) throw new Error(`no proofs in ${folder.pathname}`)
  const results: ProofResult[] = []
  for (const file of files) {
    const statement = readFileSync(new URL(file, folder), 'utf8')
    const rows = await queryable.query(
      `select * from (\n${statement}\n) differences limit ${rowsMax}`,
      [companyCode ?? null],
    )
    results.push({ name: file.slice(0, -'.sql'.length), rows })
  }
  return results
}
