import { expect, it } from 'vitest'
import { deliveriesOf, deliveryOption } from './deliveries-of.ts'

const words = {
  average: 'average',
  lowest: 'lowest',
  highest: 'highest',
  lowerLimit: 'lower',
  upperLimit: 'upper',
  failed: 'failed',
}
const colours = { value: 'blue', range: 'grey', limit: 'red' }
const row = (docNo: string, more: Record<string, unknown>) => ({
  docNo,
  concludedAt: '2026-11-20T04:00:00.000Z',
  failedSamples: 0,
  ...more,
})
const shown = (rows: readonly Record<string, unknown>[]) => {
  const { series } = deliveryOption(deliveriesOf(rows), words, colours)
  return (series as { name: string; data: unknown[] }[]).map(({ name, data }) => [name, ...data])
}

it('draws what was measured of the oldest delivery first, with the limits that there are', () => {
  const limits = { lowerLimit: '485', upperLimit: null }
  const rows = [
    row('JL2', { ...limits, average: '501.5', lowest: '499', highest: '503' }),
    row('JL1', { ...limits, average: '490', lowest: '480', highest: '500', failedSamples: 1 }),
  ]
  expect(shown(rows)).toEqual([
    ['average', 490, 501.5],
    ['lowest', 480, 499],
    ['highest', 500, 503],
    ['lower', 485, 485],
  ])
})

it('counts the pieces that failed where nothing is measured', () => {
  expect(shown([row('JL2', { failedSamples: 0 }), row('JL1', { failedSamples: 2 })])).toEqual([
    ['failed', 2, 0],
  ])
})
