import type { BatchActionRequest, BatchActionResult } from '@kufang/contract/document/api.ts'

type Chosen = BatchActionRequest['documents'][number]

/** So many go with one call: what the server does in one transaction, so that more would only be told of later. */
const perCall = 50

/**
 * An action on however many documents: some with each call, one call after the other. When a later call fails, what was done stays told and the rest counts as failed, to be tried again.
 *
 * @throws when nothing was done at all: the first call failed
 */
export async function actOnAll(
  documents: readonly Chosen[],
  call: (part: readonly Chosen[]) => Promise<readonly BatchActionResult[]>,
  /** After each call: so many of all are through. */
  onProgress: (through: number) => void,
): Promise<{ results: BatchActionResult[]; error: unknown }> {
  const results: BatchActionResult[] = []
  for (let from = 0; from < documents.length; from += perCall) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the server is not flooded
      results.push(...(await call(documents.slice(from, from + perCall))))
      onProgress(results.length)
    } catch (error) {
      if (from === 0) throw error
      const rest = documents.slice(from).map(({ id }) => ({ id, docNo: '', isDone: false }))
      return { results: [...results, ...rest], error }
    }
  }
  return { results, error: null }
}
