import { expect, it } from 'vitest'
import { everyDay } from './stock-overview.ts'

it('shows a day for every day, over the end of a month', () => {
  const moved = { day: '2026-02-28', inward: 3, outward: 1 }
  expect(everyDay([moved], '2026-03-01', 3)).toEqual([
    { day: '2026-02-27', inward: 0, outward: 0 },
    moved,
    { day: '2026-03-01', inward: 0, outward: 0 },
  ])
})
