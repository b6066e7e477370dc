import { errorsOf, stepsOf } from '../../server/src/safe-stock/demand/choose-method.ts'
import type { DemandClass } from '../../server/src/safe-stock/demand/classify.ts'
import {
  forecastMethods,
  forecastWith,
  type ForecastMethod,
} from '../../server/src/safe-stock/demand/methods.ts'
import { monthsOf, proposeQuota } from '../../server/src/safe-stock/demand/propose.ts'
import { naiveDeviations, naiveQuota } from './naive-quota.ts'
import type { Part } from './read-parts.ts'
import { simulate, type Outcome } from './simulate.ts'

/** Months from which quotas are proposed; the others judge them. */
export const knownMonths = 36
/** A part that was recorded in fewer of them is not judged: its list began later. */
const recordedMonthsMin = 12

/** What is aimed at: what serving a demand is worth; the service level counts for goods without a price. */
export interface Aim {
  criticality: string
  serviceLevel: number
  worthOfService: number
}

/** Sums of scaled errors of a method over the parts of a class. */
export interface MethodSums {
  parts: number
  squared: number
  absolute: number
}

/** What stocking all parts by one kind of quota came to. */
export interface StockSums {
  demands: number
  served: number
  asked: number
  filled: number
  /** Mean stock at the prices of the parts. */
  value: number
}

export interface Judgement {
  judged: number
  notRecorded: number
  parts: Record<DemandClass, number>
  /** By class and method; `chosen` is the one the product chooses for each part. */
  errors: Map<DemandClass, Map<ForecastMethod | 'chosen', MethodSums>>
  /** By class and criticality. */
  stock: Map<DemandClass, Map<string, BothStocks>>
}

/** What the quotas of the product came to, and naive ones of each of `naiveDeviations`. */
export interface BothStocks {
  product: StockSums
  naive: StockSums[]
}

/**
 * The mean stock of naive quotas that serve as much as those of the product, between the two nearest ones; null if even the
 * largest of them serve less.
 */
export function naiveStockAtEqualService({ product, naive }: BothStocks): number | null {
  const above = naive.findIndex(({ served }) => served >= product.served)
  const [upper, lower] = [naive[above], naive[above - 1]]
  if (upper === undefined) return null
  if (lower === undefined || upper.served === lower.served) return upper.value
  const share = (product.served - lower.served) / (upper.served - lower.served)
  return lower.value + share * (upper.value - lower.value)
}

/** The entry of a map, made if it is missing. */
function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

const emptyStock = (): StockSums => ({ demands: 0, served: 0, asked: 0, filled: 0, value: 0 })
/** Sums of nothing. */
export const emptyStocks = (): BothStocks => ({
  product: emptyStock(),
  naive: naiveDeviations.map(emptyStock),
})

/** Adds the sums of one class to those of another. */
export function addStocks(to: BothStocks, from: BothStocks): void {
  for (const [sums, more] of [
    [to.product, from.product] as const,
    ...to.naive.map((sums, at) => [sums, from.naive[at]!] as const),
  ])
    for (const key of Object.keys(sums) as (keyof StockSums)[]) sums[key] += more[key]
}

function addOutcome(sums: StockSums, outcome: Outcome, price: number): void {
  sums.demands += outcome.demands
  sums.served += outcome.served
  sums.asked += outcome.asked
  sums.filled += outcome.filled
  sums.value += outcome.meanStock * price
}

/**
 * Proposes quotas for parts from their first months and judges them by the others: each method by its one-step errors in
 * months it did not know, by those of the last value in the months it knew; each quota by stocking the part.
 */
export function judge(
  parts: readonly Part[],
  leadTimeDays: number,
  aims: readonly Aim[],
): Judgement {
  const judgement: Judgement = {
    judged: 0,
    notRecorded: 0,
    parts: { smooth: 0, erratic: 0, intermittent: 0, lumpy: 0, none: 0 },
    errors: new Map(),
    stock: new Map(),
  }
  for (const part of parts) {
    const known = part.months.slice(0, knownMonths).filter((demand) => demand !== null)
    const later = part.months.slice(knownMonths)
    const recorded = later.filter((demand) => demand !== null)
    if (known.length < recordedMonthsMin || recorded.length === 0) {
      judgement.notRecorded += 1
      continue
    }
    judgement.judged += 1
    judgePart(judgement, part, known, later, leadTimeDays, aims)
  }
  return judgement
}

function judgePart(
  judgement: Judgement,
  { price, months }: Part,
  known: readonly number[],
  later: readonly (number | null)[],
  leadTimeDays: number,
  aims: readonly Aim[],
): void {
  const whole = months.filter((demand) => demand !== null)
  let isCounted = false
  for (const { criticality, serviceLevel, worthOfService } of aims) {
    const proposal = proposeQuota(known, leadTimeDays, serviceLevel, {
      price,
      worthOfService,
    })
    const { demandClass } = proposal.pattern
    if (!isCounted) {
      isCounted = true
      judgement.parts[demandClass] += 1
      const errors = entryOf(judgement.errors, demandClass, () => new Map())
      addErrors(errors, whole, known.length, proposal.errors, proposal.chosen.method)
    }
    const ofClass = entryOf(judgement.stock, demandClass, () => new Map())
    const sums = entryOf(ofClass, criticality, emptyStocks)
    const leadMonths = monthsOf(leadTimeDays)
    const quota = { reorderPoint: proposal.reorderPoint, maximum: proposal.maximumQuantity }
    addOutcome(sums.product, simulate(later, quota, leadMonths), price)
    for (const [at, deviations] of naiveDeviations.entries())
      addOutcome(
        sums.naive[at]!,
        simulate(later, naiveQuota(known, leadTimeDays, deviations), leadMonths),
        price,
      )
  }
}

/** Scaled errors of the months that were not known; parts whose known months never change cannot be scaled. */
function addErrors(
  errors: Map<ForecastMethod | 'chosen', MethodSums>,
  whole: readonly number[],
  from: number,
  fitted: readonly { method: ForecastMethod; constants: { alpha: number; beta: number } }[],
  chosen: ForecastMethod,
): void {
  const scale = stepsOf(whole.slice(0, from))
  if (scale.squared === 0) return
  for (const method of forecastMethods) {
    const { constants } = fitted.find((one) => one.method === method)!
    const { squared, absolute } = errorsOf(whole, forecastWith(method, whole, constants), from)
    for (const name of method === chosen ? ([method, 'chosen'] as const) : [method]) {
      const sums = entryOf(errors, name, () => ({ parts: 0, squared: 0, absolute: 0 }))
      sums.parts += 1
      sums.squared += Math.sqrt(squared / scale.squared)
      sums.absolute += absolute / scale.absolute
    }
  }
}
