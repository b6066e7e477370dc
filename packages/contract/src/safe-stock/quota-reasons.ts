import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Criticality } from '../system/criticality.ts'
import type { demandClasses, forecastMethodLabels } from './quota-words.ts'

/** How a forecast method did on the last months of the history that it did not know. */
export interface MethodRow {
  method: keyof typeof forecastMethodLabels
  /** Root mean squared scaled error; null if it cannot be scaled. Below 1: better than the last month's value. */
  rmsse: number | null
  /** Mean absolute scaled error; null as above. */
  mase: number | null
  /** Expected demand of a month, in the base unit. */
  forecast: number
}

/** What is proposed as the quota of a material, and why. */
export interface QuotaReasons {
  materialNo: string
  /** The first month of the history, `yyyy-MM`. */
  firstMonth: string
  /** What was issued in each month less what came back, oldest first. */
  months: number[]
  demandClass: keyof typeof demandClasses
  /** Average months between two demands (ADI); null without demand. */
  interval: number | null
  /** Squared coefficient of variation of the sizes (CV²). */
  variation: number
  errors: MethodRow[]
  chosenMethod: keyof typeof forecastMethodLabels
  chosenError: number | null
  /** By its own error, or because the history says too little to choose by. */
  because: 'error' | 'short'
  /** Probability, in per cent, that a demand is served in full with this quota. */
  servicePercent: number
  /** By what serving a demand is worth; false: by the service level, because there is no book price. */
  isByPrice: boolean
  /** Months that the reorder point covers: lead time and review. */
  coveredMonths: number
  expectedDemand: number
  safetyStock: Quantity
  minimumQuantity: Quantity
  reorderPoint: Quantity
  maximumQuantity: Quantity
}

/** A proposal with the description of its material, and the lead time and criticality by which it was computed. */
export interface ProposedQuota extends QuotaReasons {
  description: string
  leadTimeDays: number
  criticality: Criticality
}

/** The answer of POST /api/safe-stock/proposals. */
export interface QuotaProposals {
  companyCode: string
  proposals: ProposedQuota[]
  /** Materials of the request without history at the storage location. */
  withoutHistory: string[]
}
