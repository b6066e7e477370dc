import type { Queryable } from '../database/database.ts'

export interface ProofRun {
  /** '' for all companies. */
  companyCode: string
  proof: string
  differenceCount: number
}

/** Keeps the result and the time of the last run of a proof, read by /metrics. */
export async function recordProof(queryable: Queryable, run: ProofRun): Promise<void> {
  await queryable.query(
    `insert into proof_run (company_code, proof, difference_count) values ($1, $2, $3)
     on conflict (company_code, proof) do update set
       finished_at = excluded.finished_at, difference_count = excluded.difference_count`,
    [run.companyCode, run.proof, run.differenceCount],
  )
}
