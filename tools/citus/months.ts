import type { Database } from '../../server/src/platform/database/database.ts'
import { runProofs } from '../../server/src/ledger/public.ts'
import { monthsToRecord, revaluePeriods, takeSnapshot } from '../../server/src/ledger/public.ts'

/**
 * Records the finished months of each company, values a move of them anew, revalues the months, and runs the proofs.
 */
export async function recordMonths(database: Database): Promise<string> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company order by 1',
  )
  let months = 0
  for (const { companyCode } of companies) {
    for (const month of await monthsToRecord(database, companyCode)) {
      await database.transaction((tx) => takeSnapshot(tx, companyCode, month))
      months += 1
    }
    await database.transaction((tx) => revaluePeriods(tx, companyCode))
  }
  const wrong = (await database.snapshot((tx) => runProofs(tx))).filter(
    ({ rows }) => rows.length > 0,
  )
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong).slice(0, 2000))
  return `${months} months of ${companies.length} companies recorded, proofs without difference`
}
