import { expect, test } from 'vitest'
import '../../effects.ts'
import { exploreLedger } from '../../ledger/model/explorer.ts'
import {
  commandFor,
  modelNames,
  type Explorer,
  type ModelName,
} from '../../platform/testing/explore.ts'
import { exploreDocuments } from './explorer.ts'
import { exploreTwoBooks } from './two-books/explorer.ts'

// Run by `npm run model`, which draws the first seed; the next ones have the numbers after it.

const firstSeed = Number(process.env['KUFANG_MODEL_SEED'])
/** 0: that seed alone. */
const minutes = Number(process.env['KUFANG_MODEL_MINUTES'])
const only = process.env['KUFANG_MODEL_ONLY'] as ModelName | ''

const minute = 60_000
/** For the shortening of what one seed finds. */
const shorteningMs = 4 * minute
/** The share of the time: the ledger alone is quick, and of fewer rules. */
const shares: Record<ModelName, number> = { ledger: 1, documents: 3, 'two-books': 6 }

const explorers: Record<ModelName, () => Explorer> = {
  ledger: exploreLedger,
  documents: exploreDocuments,
  'two-books': exploreTwoBooks,
}

test(
  'no seed is found with which the product does not do what a model does',
  async () => {
    const explored = modelNames
      .filter((name) => only === '' || only === name)
      .map((name) => ({ name, explorer: explorers[name](), runs: 0, operations: 0, tookMs: 0 }))
    const found: string[] = []
    const end = Date.now() + minutes * minute
    do {
      // The one that had the least of its share.
      const one = explored.toSorted(
        (a, b) => a.tookMs / shares[a.name] - b.tookMs / shares[b.name],
      )[0]!
      const seed = firstSeed + one.runs
      const began = Date.now()
      const { operations, failure } = await one.explorer.explore(
        seed,
        () => Date.now() - began > shorteningMs,
      )
      one.runs += 1
      one.operations += operations
      one.tookMs += Date.now() - began
      if (failure === null) continue
      found.push(commandFor(one.name, seed))
      console.info(
        [
          `✗ ${one.name}, seed ${seed}: ${messageOf(failure.error)}`,
          `${failure.steps.length} of its steps fail alike:`,
          ...failure.steps.map((step) => `  ${JSON.stringify(step)},`),
          `repeat it: ${commandFor(one.name, seed)}`,
          '',
        ].join('\n'),
      )
    } while (Date.now() < end)
    for (const { explorer } of explored) await explorer.close()
    for (const { name, runs, operations } of explored)
      console.info(`${name}: ${runs} runs of ${operations} operations`)
    expect(found).toEqual([])
  },
  2 ** 31 - 1,
)

/** With what was expected and what is there, where an assertion says so. */
function messageOf(error: unknown): string {
  const { message, actual, expected } = error as Error & Record<'actual' | 'expected', unknown>
  if (actual === undefined && expected === undefined) return message
  const [is, should] = [partsOf(actual), partsOf(expected)]
  // What was accepted or refused wrongly.
  if ('operation' in is) return `${JSON.stringify(is)}, and not ${JSON.stringify(should)}`
  const parts = [...new Set([...Object.keys(is), ...Object.keys(should)])]
  return parts
    .map((part) => [part, JSON.stringify(is[part]), JSON.stringify(should[part])])
    .filter(([, one, other]) => one !== other)
    .map(([part, one, other]) => `\n  ${part} is ${one}\n  and not ${other}`)
    .join('')
}

const partsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : { value }
