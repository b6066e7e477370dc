import { describe, expect, it } from 'vitest'
import { chooseMethod, usualMethods } from './choose-method.ts'
import { classifyDemand } from './classify.ts'
import { demandsToKnowSizes, leadTimeDemand, stockWhenAsked } from './lead-time-demand.ts'
import { forecastWith } from './methods.ts'
import { monthsOf, proposeQuota } from './propose.ts'

const repeated = (pattern: readonly number[], times: number): number[] =>
  Array.from({ length: times }, () => pattern).flat()

describe('classes of demand', () => {
  it('are told apart by the interval between demands and the variation of their sizes', () => {
    expect(classifyDemand(repeated([5, 6], 18)).demandClass).toBe('smooth')
    expect(classifyDemand(repeated([1, 1, 1, 20], 9)).demandClass).toBe('erratic')
    expect(classifyDemand(repeated([0, 0, 4], 12)).demandClass).toBe('intermittent')
    expect(classifyDemand(repeated([0, 1, 0, 0, 20, 0], 6)).demandClass).toBe('lumpy')
    // More came back than was issued: no demand.
    expect(classifyDemand([0, -3, 0]).demandClass).toBe('none')
  })
})

describe('forecasts', () => {
  const constants = { alpha: 0.1, beta: 0.1 }

  it('know of each month only the months before it', () => {
    const history = [0, 3, 0, 0, 6, 0]
    for (const method of ['naive', 'mean', 'movingAverage', 'croston', 'sba'] as const) {
      const whole = forecastWith(method, history, constants)
      const part = forecastWith(method, history.slice(0, 4), constants)
      expect(whole.slice(0, 5)).toEqual(part)
    }
  })

  it('of Croston are size by interval, of SBA the same less its bias', () => {
    const history = repeated([0, 0, 6], 4)
    expect(forecastWith('croston', history, constants)[history.length]).toBeCloseTo(2, 10)
    expect(forecastWith('sba', history, constants)[history.length]).toBeCloseTo(2 * 0.95, 10)
  })

  it('of TSB fall while nothing is asked for, those of Croston do not', () => {
    const history = [...repeated([0, 0, 6], 4), ...repeated([0], 12)]
    const [tsb, croston] = (['tsb', 'croston'] as const).map((method) =>
      forecastWith(method, history, constants),
    )
    expect(tsb![24]).toBeLessThan(tsb![12]! * 0.4)
    expect(croston![24]).toBe(croston![12])
  })
})

describe('the choice of a method', () => {
  it('follows the error on the months held out, where it is clear', () => {
    // Demand that doubled two years ago: who remembers all of it errs.
    const history = [...repeated([1], 24), ...repeated([20], 24)]
    const { chosen, errors, because } = chooseMethod(history)
    expect(because).toBe('error')
    const errorOf = (name: string) => errors.find(({ method }) => method === name)!.rmsse!
    expect(errorOf('mean')).toBeGreaterThan(errorOf(chosen.method))
    expect(chosen.method).not.toBe('naive')
  })

  it('is the usual one for a history that says too little', () => {
    expect(chooseMethod([0, 0, 4, 0])).toMatchObject({
      because: 'short',
      chosen: { method: usualMethods.intermittent },
    })
  })
})

describe('the demand of a lead time', () => {
  it('is computed exactly: two months, each with one of two sizes or none', () => {
    const { probabilities, mean } = leadTimeDemand([1, 3], 0.5, 2)
    const expected = [0.25, 0.25, 0.0625, 0.25, 0.125, 0, 0.0625]
    expect(probabilities).toHaveLength(expected.length)
    for (const [at, share] of expected.entries()) expect(probabilities[at]).toBeCloseTo(share, 12)
    expect(mean).toBe(2)
  })

  it('is covered when goods are asked for, with the probability of the level', () => {
    // Every fourth month one piece: with two pieces a demand finds the one left, unless two more came before it.
    const known = repeated([1], demandsToKnowSizes)
    const [two, three] = [0.9, 0.95].map((level) => stockWhenAsked(known, 0.25, 2, level, null))
    expect([two!.quantity, three!.quantity]).toEqual([2, 3])
    expect(two!.service).toBeCloseTo(0.9375, 12)
    expect(three!.service).toBeCloseTo(1, 12)
    expect(stockWhenAsked([], 0, 2, 0.95, null)).toEqual({ quantity: 0, service: 1 })
  })

  it('is covered for a size above all known ones, as long as few are known', () => {
    const covered = (demands: number) =>
      stockWhenAsked(repeated([3, 5], demands / 2), 0.01, 2, 0.95, null).quantity
    expect([covered(2), covered(8), covered(10)]).toEqual([9, 9, 5])
  })

  it('is covered as far as it pays: fully for cheap goods, not at all for dear ones seldom asked for', () => {
    const of = (price: number) =>
      stockWhenAsked([1], 0.05, 2, 0.95, { price, worthOfService: 3000, holdingShare: 0.2 / 12 })
    expect(of(1).quantity).toBeGreaterThanOrEqual(2)
    expect(of(1).service).toBeGreaterThan(0.99)
    expect(of(5_000_000).quantity).toBe(0)
  })
})

describe('a proposed quota', () => {
  it('has its values in order, whatever the history', () => {
    const histories = [
      repeated([5, 6, 4], 12),
      repeated([0, 0, 0, 40], 9),
      [...repeated([0], 35), 2],
      repeated([0.5, 0, 1.25], 12),
      repeated([0], 36),
      [],
    ]
    for (const history of histories)
      for (const economy of [null, { price: 120, worthOfService: 10_000 }]) {
        const quota = proposeQuota(history, 60, 0.95, economy)
        expect(quota.minimumQuantity).toBeLessThanOrEqual(quota.reorderPoint)
        expect(quota.safetyStock).toBeLessThanOrEqual(quota.reorderPoint)
        expect(quota.reorderPoint).toBeLessThanOrEqual(quota.maximumQuantity)
        expect(quota.safetyStock).toBeGreaterThanOrEqual(0)
      }
  })

  it('is larger for a longer lead time, and zero without demand', () => {
    const history = repeated([0, 3, 0, 5], 9)
    const [short, long] = [30, 180].map((days) => proposeQuota(history, days, 0.95))
    expect(long!.reorderPoint).toBeGreaterThan(short!.reorderPoint)
    expect(proposeQuota(repeated([0], 36), 60, 0.98)).toMatchObject({
      safetyStock: 0,
      reorderPoint: 0,
      maximumQuantity: 0,
    })
    expect([monthsOf(1), monthsOf(30), monthsOf(31), monthsOf(90)]).toEqual([1, 1, 2, 3])
  })
})
