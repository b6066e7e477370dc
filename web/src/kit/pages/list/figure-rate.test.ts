import { expect, it } from 'vitest'
import { ratePercent } from './figure-rate.ts'

it('says a rate in percent, and none where nothing counts', () => {
  expect([ratePercent(19, 20), ratePercent('1', '3'), ratePercent(0, 4)]).toEqual([
    '95.0',
    '33.3',
    '0.0',
  ])
  expect(ratePercent(0, 0)).toBeNull()
})
