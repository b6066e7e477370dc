import type { Explorer } from '../../../platform/testing/explore.ts'
import { openBooks, type Books } from './books.ts'
import { wander } from './run.ts'
import { attemptRun, shortenRun } from './shorten-run.ts'

/** Of a run, before everything in it is brought to an end. */
export const operationsOfRun = 220
/** Then another database and another ERP follow, because both keep every document. */
export const runsOfBooks = 6

/** Explores both books. */
export function exploreTwoBooks(open: () => Promise<Books> = openBooks): Explorer {
  let books: Books | null = null
  let runs = 0
  const close = async () => {
    await books?.close()
    books = null
    runs = 0
  }
  return {
    async explore(seed, isOver) {
      if (runs === runsOfBooks) await close()
      books ??= await open()
      runs += 1
      const { run, failed } = await attemptRun(books, (one) => wander(one, seed, operationsOfRun))
      const { performed: operations } = run
      if (failed === null) return { operations, failure: null }
      await close()
      const short = await shortenRun(open, failed, isOver)
      return {
        operations,
        failure: { error: short.error, steps: short.run.recorded.map(({ step }) => step) },
      }
    },
    close,
  }
}
