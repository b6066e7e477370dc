import fc from 'fast-check'
import { kinds, type Operation } from './operation.ts'

const index = fc.nat(1000)
// A percentage of what is available, sometimes some pieces beyond it.
const pieces = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 15, max: 100 }) },
  { weight: 1, arbitrary: fc.integer({ min: 101, max: 110 }) },
)
const kind = fc.constantFrom(...kinds)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('announce' as const), kind, quantity: pieces }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('arrive' as const), note: index, quantity: pieces }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('draftArrival' as const),
      note: index,
      quantity: pieces,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('confirmDraft' as const), draft: index }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('discardDraft' as const), draft: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('decide' as const),
      arrival: index,
      accepted: pieces,
      rejected: fc.nat(4),
      destroyed: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('withdraw' as const), decision: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('receive' as const),
      arrival: index,
      category: fc.constantFrom('UU' as const, 'UU' as const, 'BL' as const),
      quantity: pieces,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('ask' as const), kind, quantity: pieces }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('issue' as const), request: index, quantity: pieces }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reverseIssue' as const), issue: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('reversePart' as const),
      issue: index,
      quantity: pieces,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('reverseReceipt' as const), receipt: index }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('reverseReceiptPart' as const),
      receipt: index,
      quantity: pieces,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('reverseArrival' as const), arrival: index }),
  },
)
/** Mostly sequential, where the model predicts every answer; often concurrent. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(operation) },
  { weight: 2, arbitrary: fc.array(operation, { minLength: 2, maxLength: 4 }) },
)

const steps = fc.array(step, { minLength: 60, maxLength: 90, size: 'max' })

/** One operation, or several at once. */
export type Step = Operation[]

/** What is done with a seed. */
export const stepsOf = (seed: number): Step[] => fc.sample(steps, { seed, numRuns: 1 })[0]!
