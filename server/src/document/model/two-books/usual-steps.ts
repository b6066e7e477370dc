import { plannedGrams, type Goods } from './goods.ts'
import type { Step } from './recorded.ts'

// Steps with which a storage location begins: the first paper is the arrival, the second one its receipt or its sample.

/** Goods that arrive together, those that are weighed a little heavier than planned. */
export function arrived(...goods: { goods: Goods; quantity: number }[]): Step[] {
  const lines = goods.map(({ goods: name, quantity }, line) => {
    const planned = plannedGrams(name, quantity)
    return { line, quantity, grams: planned === null ? null : Math.round(planned * 1.02) }
  })
  return [
    { type: 'announce', lines: goods },
    { type: 'arrive', note: 0, lines },
  ]
}

/** Goods that are not inspected, of which some are received. */
export const received = (goods: Goods, quantity = 10, put = quantity): Step[] => [
  ...arrived({ goods, quantity }),
  { type: 'receive', arrival: 0, lines: [{ line: 0, category: 'UU', quantity: put }] },
]

/** Ten pieces that a test accepts, apart from those that it destroys. */
export const inspected = (goods: Goods, destroyed: number): Step[] => [
  ...arrived({ goods, quantity: 10 }),
  {
    type: 'decide',
    arrival: 0,
    lines: [{ line: 0, accepted: 10 - destroyed, rejected: 0, destroyed }],
  },
]

/** A paper is in the books. */
export const posted = (paper: number): Step[] => [
  { type: 'review', paper },
  { type: 'post', paper, day: null },
  { type: 'send', fault: null },
]

/** A paper that was in the books is not any more. */
export const reversed = (paper: number): Step[] => [
  { type: 'requestReversal', paper },
  { type: 'approveReversal', paper },
  { type: 'reverse', paper, day: null },
  { type: 'send', fault: null },
]

/** Some of the own goods that were requested leave. */
export const issued: readonly Step[] = [
  { type: 'ask', lines: [{ demand: 'ofMaterial', quantity: 4 }] },
  { type: 'issue', request: 0, lines: [{ line: 0, pool: 'own/UU', quantity: 3 }] },
]

/** Own goods are on their way to the other storage location. */
export const shipped: readonly Step[] = [
  { type: 'transfer', from: 1, lines: [{ goods: 'own', quantity: 4 }] },
  { type: 'ship', transfer: 0 },
]

/** Own goods are in doubt. */
export const frozen: readonly Step[] = [
  { type: 'freeze', isSealed: false, lines: [{ goods: 'own', quantity: 4 }] },
]
