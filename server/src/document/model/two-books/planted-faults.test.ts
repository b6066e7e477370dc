import { afterEach, beforeEach, expect, test } from 'vitest'
import '../../../effects.ts'
import { openBooks, type Books } from './books.ts'
import { plantedFaults } from './planted.ts'
import { startRun, wander } from './run.ts'
import { prove, settle } from './settle.ts'

// The model of both books finds each fault planted in the product, by the same random operations.

let books: Books
beforeEach(async () => {
  books = await openBooks()
})
afterEach(() => books.close())

const runsMax = 12

/** What the model finds in some runs, or null. */
async function found(first: number): Promise<Error | null> {
  for (let seed = first; seed < first + runsMax; seed += 1) {
    const run = await startRun(books)
    try {
      await wander(run, seed, 220)
      await settle(run)
      await prove(run)
    } catch (error) {
      return error as Error
    }
  }
  return null
}

test.each(plantedFaults)(
  'the model finds that $fault',
  async ({ fault, seed, plant }) => {
    const { database } = books.world
    const remove = await plant(database)
    try {
      const error = await found(seed)
      expect(error, fault).toMatchObject({ name: 'AssertionError' })
    } finally {
      await remove()
    }
  },
  120_000,
)
