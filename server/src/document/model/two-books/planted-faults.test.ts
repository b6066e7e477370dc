import { afterEach, beforeEach, expect, test } from 'vitest'
import '../../../effects.ts'
import { openBooks, type Books } from './books.ts'
import { plantedFaults } from './planted.ts'
import { performSteps } from './replay.ts'
import { attemptRun } from './shorten-run.ts'

// The model of both books finds each fault planted in the product by a few operations, which pass without the fault.

let books: Books
beforeEach(async () => {
  books = await openBooks()
})
afterEach(() => books.close())

test.each(plantedFaults)('the model finds that $fault', async ({ fault, steps, plant }) => {
  const errorOf = async () =>
    (await attemptRun(books, (run) => performSteps(run, steps))).failed?.error ?? null
  expect(await errorOf()).toBeNull()
  const remove = await plant(books.world.database)
  try {
    expect(await errorOf(), fault).toMatchObject({ name: 'AssertionError' })
  } finally {
    await remove()
  }
})
