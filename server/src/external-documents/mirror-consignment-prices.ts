import { storeConsignmentPrices } from '../erp/consignment-prices.ts'
import { readConsignmentPrices, type ConsignmentPrice } from '../erp/mirrors/consignment-prices.ts'
import type { MirrorSource } from '../erp/mirrors/source.ts'
import type { Database } from '../platform/database/database.ts'

/** Reads all prices for the plants of a company and replaces what was known; returns their number. */
export async function mirrorConsignmentPrices(
  database: Database,
  source: MirrorSource,
  companyCode: string,
): Promise<number> {
  const plants = await database.query<{ plant: string }>(
    'select plant from plant where company_code = $1',
    [companyCode],
  )
  const own = new Set(['', ...plants.map(({ plant }) => plant)])
  const prices: ConsignmentPrice[] = []
  for await (const price of readConsignmentPrices(source))
    if (own.has(price.plant)) prices.push(price)
  await database.transaction((tx) => storeConsignmentPrices(tx, companyCode, prices))
  return prices.length
}
