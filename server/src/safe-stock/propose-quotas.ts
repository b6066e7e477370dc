import type { Criticality } from '@kufang/contract/system/criticality.ts'
import type { QuotaReasons } from '@kufang/contract/safe-stock/quota-reasons.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../platform/database/database.ts'
import { readBookPrices, stockKey } from '../ledger/public.ts'
import { parameterReader } from '../system/public.ts'
import { proposeQuota } from './demand/propose.ts'
import { readConsumption } from './read-consumption.ts'

/** A material whose quota is to be proposed. */
export interface WantedQuota {
  materialNo: string
  leadTimeDays: number
  criticality: Criticality
}

const decimals = 3

/** The service level, and the worth of serving a demand, of a criticality. */
async function aimOf(
  queryable: Queryable,
  companyCode: string,
  criticality: Criticality,
): Promise<{ percent: number; worth: number }> {
  const percent = await parameterReader(queryable, `quota.serviceLevel${criticality}`)
  const worth = await parameterReader(queryable, `quota.worthOfService${criticality}`)
  return { percent: percent({ companyCode }), worth: worth({ companyCode }) }
}

/**
 * Proposes the quotas of materials at a storage location from what was issued there, with the reasons; a material without
 * history has no entry. Two statements, whatever the materials.
 */
export async function proposeQuotas(
  queryable: Queryable,
  place: { companyCode: string; plant: string; storageLocation: string },
  wanted: readonly WantedQuota[],
): Promise<ReadonlyMap<string, QuotaReasons>> {
  const { companyCode } = place
  const aims = {
    A: await aimOf(queryable, companyCode, 'A'),
    B: await aimOf(queryable, companyCode, 'B'),
    C: await aimOf(queryable, companyCode, 'C'),
  }
  const prices = await readBookPrices(
    queryable,
    companyCode,
    wanted.map(({ materialNo }) => stockKey({ ...place, materialNo })),
    new Date().toISOString(),
  )
  const history = await readConsumption(
    queryable,
    place,
    wanted.map(({ materialNo }) => materialNo),
  )
  const found = new Map<string, QuotaReasons>()
  for (const [at, { materialNo, leadTimeDays, criticality }] of wanted.entries()) {
    const consumption = history.get(materialNo)
    if (consumption === undefined || consumption.months.length === 0) continue
    const { percent, worth } = aims[criticality]
    const price = prices[at] ? Number(prices[at].amount) / Number(prices[at].quantity) : null
    const proposal = proposeQuota(
      consumption.months,
      leadTimeDays,
      percent / 100,
      price === null ? null : { price, worthOfService: worth },
    )
    const quantityOf = (value: number) => parseQuantity(value.toFixed(decimals))
    found.set(materialNo, {
      materialNo,
      firstMonth: consumption.firstMonth,
      months: consumption.months,
      demandClass: proposal.pattern.demandClass,
      interval: Number.isFinite(proposal.pattern.interval) ? proposal.pattern.interval : null,
      variation: proposal.pattern.variation,
      errors: proposal.errors.map(({ method, rmsse, mase, forecast }) => ({
        method,
        rmsse,
        mase,
        forecast,
      })),
      chosenMethod: proposal.chosen.method,
      chosenError: proposal.chosen.rmsse,
      because: proposal.because,
      servicePercent: Math.round(proposal.service * 1000) / 10,
      isByPrice: price !== null,
      coveredMonths: proposal.coveredMonths,
      expectedDemand: proposal.expectedDemand,
      safetyStock: quantityOf(proposal.safetyStock),
      minimumQuantity: quantityOf(proposal.minimumQuantity),
      reorderPoint: quantityOf(proposal.reorderPoint),
      maximumQuantity: quantityOf(proposal.maximumQuantity),
    })
  }
  return found
}
