import { addAll } from '@kufang/kernel/add-all.ts'
import type { BatchActionRequest, BatchActionResult } from '@kufang/contract/document/api.ts'

type Chosen = BatchActionRequest['documents'][number]

/** Documents per call: as many as the server handles in one transaction, so that progress is shown after each. */
const perCall = 50

/**
 * Performs an action on any number of documents in successive calls. If a later call fails, earlier results are kept
 * and the remaining documents count as failed and can be retried.
 * @throws if nothing was done because the first call failed
 */
export async function actOnAll(
  documents: readonly Chosen[],
  call: (part: readonly Chosen[]) => Promise<readonly BatchActionResult[]>,
  /** Called after each call with the number of processed documents. */
  onProgress: (through: number) => void,
): Promise<{ results: BatchActionResult[]; error: unknown }> {
  const results: BatchActionResult[] = []
  for (let from = 0; from < documents.length; from += perCall) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the server is not flooded
      addAll(results, await call(documents.slice(from, from + perCall)))
      onProgress(results.length)
    } catch (error) {
      if (from === 0) throw error
      const rest = documents.slice(from).map(({ id }) => ({ id, docNo: '', isDone: false }))
      return { results: [...results, ...rest], error }
    }
  }
  return { results, error: null }
}
