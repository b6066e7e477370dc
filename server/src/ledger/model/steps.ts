import fc from 'fast-check'
import { isBin, places, type Line, type Place } from './model.ts'

/** What is done, with positions in what was done before; quantities in thousandths. */
export type Step =
  | { kind: 'post'; lines: Line[]; own: number | undefined }
  | { kind: 'reverse'; index: number }
  | { kind: 'hold'; place: Place; quantity: number; frozen: boolean }
  | { kind: 'release'; index: number }

const quantity = fc.integer({ min: 1, max: 4000 })
const line: fc.Arbitrary<Line> = fc
  .record({
    from: fc.constantFrom(...places, 'supplier' as const, 'supplier' as const),
    to: fc.constantFrom(...places),
    quantity,
  })
  .filter(({ from, to }) => from !== to && from !== 'consumption' && to !== 'supplier')
  // Differences are between the books and a bin.
  .filter(({ from, to }) => isBin(from) || isBin(to))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('post' as const),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      own: fc.option(fc.nat(), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), index: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      place: fc.constantFrom<Place>('A', 'B', 'C', 'otherPlant', 'consigned', 'ofProject'),
      quantity,
      frozen: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), index: fc.nat() }) },
)

const steps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' })

/** What is done with a seed. */
export const stepsOf = (seed: number): Step[] => fc.sample(steps, { seed, numRuns: 1 })[0]!
