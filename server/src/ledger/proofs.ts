import { readdirSync, readFileSync } from 'node:fs'
import type { Queryable, Row } from '../platform/database/database.ts'
import { rebuiltPeriods } from './periods/rebuilt-periods.ts'

const ownProofs = new URL('proofs/', import.meta.url)

export interface ProofResult {
  /** The file name without extension. */
  name: string
  /** The differences found; empty if the rule holds. */
  rows: Row[]
}

/** A proof that follows from declarations instead of standing in a file. */
export interface DerivedProof {
  name: string
  /** The rows that violate the rule, at most `rowsMax`. */
  read: (queryable: Queryable, companyCode: string | undefined, rowsMax: number) => Promise<Row[]>
}

const derived: DerivedProof[] = []

/** Adds a proof to those of the folder; called once at start. */
export function registerProof(proof: DerivedProof): void {
  if (!derived.some(({ name }) => name === proof.name)) derived.push(proof)
}

/** Limits the rows read; any row is an error. */
const rowsMax = 1000

/**
 * Runs every statement of the folder `proofs`. Each selects rows that violate a rule of the ledger (spec domain.md 2.6)
 * and must return none. A new file is a new proof; `$1` is the company, or null. Run it in one snapshot
 * (`database.snapshot`) while others are posting.
 * @param folder the proofs of another version, for a database not yet migrated to this one
 * @throws Error if there are no proofs to run
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
    const statement = readFileSync(new URL(file, folder), 'utf8').replaceAll(
      /\brebuilt_periods\((\w+)\) p\b/g,
      (_all, months: string) =>
        `${rebuiltPeriods(`(select company_code, month, begins_at, ends_at from ${months})`)} p`,
    )
    const rows = await queryable.query(
      `select * from (\n${statement}\n) differences limit ${rowsMax}`,
      [companyCode ?? null],
    )
    results.push({ name: file.slice(0, -'.sql'.length), rows })
  }
  // Those of another version may not fit its tables.
  if (folder === ownProofs)
    for (const { name, read } of derived)
      results.push({ name, rows: await read(queryable, companyCode, rowsMax) })
  return results
}
