import type { Queryable } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

/** What is due for late goods of a plant: so much of their value for each period, up to a maximum. */
export interface PenaltyTerms {
  /** '' for items that name none. */
  plant: string
  /** In ten thousandths of the value. */
  rate: number
  /** The days of a period; one begun counts in full. */
  days: number
  /** In percent of the value. */
  maximum: number
}

/** The terms of each plant of a company, as the business parameters say today. */
export async function readPenaltyTerms(
  queryable: Queryable,
  companyCode: string,
): Promise<PenaltyTerms[]> {
  const plants = await queryable.query<{ plant: string }>(
    'select plant from plant where company_code = $1 order by plant',
    [companyCode],
  )
  const terms: PenaltyTerms[] = []
  for (const plant of ['', ...plants.map((row) => row.plant)]) {
    const place = plant === '' ? { companyCode } : { companyCode, plant }
    terms.push({
      plant,
      rate: await readParameter(queryable, 'overdue.penaltyRate', place),
      days: (await readParameter(queryable, 'overdue.penaltyPeriod', place)) === 'week' ? 7 : 1,
      maximum: await readParameter(queryable, 'overdue.penaltyMaximum', place),
    })
  }
  return terms
}
