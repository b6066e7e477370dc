import { shorten } from '../../../platform/testing/shorten.ts'
import type { Books } from './books.ts'
import type { Recorded } from './recorded.ts'
import { replay } from './replay.ts'
import { startRun, type Run } from './run.ts'
import { prove, settle } from './settle.ts'

/** What fails, in a word or two: shortening must not end with another failure. */
function kindOfFailure(error: unknown): string {
  const { name, message, actual, expected } = error as Error &
    Record<'actual' | 'expected', unknown>
  if (!isRecord(actual) || !isRecord(expected)) return `${name} ${message.replaceAll(/\d+/g, '')}`
  if (isRecord(actual['operation']))
    return JSON.stringify([actual['operation']['type'], actual['isDone']])
  const parts = Object.keys({ ...actual, ...expected })
  return `${name} ${parts.filter((part) => JSON.stringify(actual[part]) !== JSON.stringify(expected[part])).join(' ')}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A run that failed, with what was performed before it was to be brought to an end. */
export interface FailedRun {
  run: Run
  error: unknown
}

/** Runs operations, then brings everything to an end and proves it. */
export async function attemptRun(
  books: Books,
  perform: (run: Run) => Promise<void>,
): Promise<{ run: Run; failed: FailedRun | null }> {
  const run = await startRun(books)
  let performed: Recorded[] | null = null
  try {
    await perform(run)
    performed = [...run.recorded]
    await settle(run)
    await prove(run)
    return { run, failed: null }
  } catch (error) {
    // What brings it to an end follows from the state.
    run.recorded = performed ?? run.recorded
    return { run, failed: { run, error } }
  }
}

/**
 * The shortest run found that fails alike.
 * @param open opens other books: what failed leaves postings behind, which would disturb the next run
 */
export async function shortenRun(
  open: () => Promise<Books>,
  first: FailedRun,
  isOver: () => boolean,
): Promise<FailedRun> {
  const kind = kindOfFailure(first.error)
  let best = first
  let books: Books | null = null
  const fails = async (list: readonly Recorded[]) => {
    books ??= await open()
    const { failed } = await attemptRun(books, (run) => replay(run, list))
    if (failed === null) return false
    await books.close()
    books = null
    if (kindOfFailure(failed.error) !== kind) return false
    best = failed
    return true
  }
  await shorten(first.run.recorded, fails, isOver)
  await (books as Books | null)?.close()
  return best
}
