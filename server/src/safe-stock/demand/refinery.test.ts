import { expect, test } from 'vitest'
import { quotaParameters } from '@kufang/contract/system/quota-parameters.ts'
import {
  addStocks,
  emptyStocks,
  judge,
  naiveStockAtEqualService,
} from '../../../../bench/quotas/judge.ts'
import { readParts, type Part } from '../../../../bench/quotas/read-parts.ts'
import { sharedData } from '../../replay/shared-data.ts'

// A small part of `npm run bench:quotas`: the choice of the product against the naive one.

const path = sharedData('spare-demand/refinery_monthly.csv.gz')

/** Spares of our own for machines without the data: seldom asked for, in one of several sizes. */
function ownParts(): Part[] {
  let seed = 20261126
  const random = (): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return seed / 2 ** 32
  }
  return Array.from({ length: 400 }, (_none, at) => ({
    part: String(at),
    price: Math.ceil(10 ** (random() * 4)),
    months: Array.from({ length: 56 }, () => (random() < 0.15 ? 1 + Math.floor(random() * 6) : 0)),
  }))
}

test('the quotas proposed from 36 months need less stock in the 20 after than naive ones that serve as much', () => {
  const parts = path === null ? ownParts() : readParts(path).filter((_part, at) => at % 12 === 0)
  if (path === null)
    process.stdout.write('no ../shared/data/spare-demand on this machine, spares of our own\n')
  const aim = {
    criticality: 'B',
    serviceLevel: quotaParameters['quota.serviceLevelB'].default / 100,
    worthOfService: quotaParameters['quota.worthOfServiceB'].default,
  }
  const { judged, errors, stock } = judge(parts, 60, [aim])
  expect(judged).toBeGreaterThan(300)
  const total = emptyStocks()
  for (const byAim of stock.values()) addStocks(total, byAim.get('B')!)
  const naive = naiveStockAtEqualService(total)
  expect(total.product.served / total.product.demands).toBeGreaterThan(0.9)
  expect(total.product.value).toBeLessThan(naive ?? Infinity)
  let classes = 0
  for (const ofClass of errors.values()) {
    const [chosen, naive] = [ofClass.get('chosen'), ofClass.get('naive')]
    // Spares that were never asked for have no errors to scale.
    if (chosen === undefined || naive === undefined) continue
    expect(chosen.squared / chosen.parts).toBeLessThan(naive.squared / naive.parts)
    classes += 1
  }
  expect(classes).toBeGreaterThan(0)
})
