import type { Criticality } from '@kufang/contract/safe-stock/quota-words.ts'
import type { QuotaReasons } from '@kufang/contract/safe-stock/quota-reasons.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../platform/database/database.ts'
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
  const levels = {
    A: (await parameterReader(queryable, 'quota.serviceLevelA'))({ companyCode }),
    B: (await parameterReader(queryable, 'quota.serviceLevelB'))({ companyCode }),
    C: (await parameterReader(queryable, 'quota.serviceLevelC'))({ companyCode }),
  }
  const history = await readConsumption(
    queryable,
    place,
    wanted.map(({ materialNo }) => materialNo),
  )
  const found = new Map<string, QuotaReasons>()
  for (const { materialNo, leadTimeDays, criticality } of wanted) {
    const consumption = history.get(materialNo)
    if (consumption === undefined || consumption.months.length === 0) continue
    const percent = levels[criticality]
    const proposal = proposeQuota(consumption.months, leadTimeDays, percent / 100)
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
      serviceLevelPercent: percent,
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
