import { batchDocumentsMax } from '@kufang/contract/document/api.ts'
import type { BatchActionRequest, BatchActionResult } from '@kufang/contract/document/api.ts'

type Chosen = BatchActionRequest['documents'][number]

/**
 * An action on however many documents: as many as one call takes, one call after the other. When a
 * later call fails, what was done stays told and the rest counts as failed, to be tried again.
 *
 * @throws when nothing was done at all: the first call failed
 */
export async function actOnAll(
  documents: readonly Chosen[],
  call: (part: readonly Chosen[]) => Promise<readonly BatchActionResult[]>,
): Promise<{ results: BatchActionResult[]; error: unknown }> {
  const results: BatchActionResult[] = []
  for (let from = 0; from < documents.length; from += batchDocumentsMax) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the server is not flooded
      results.push(...(await call(documents.slice(from, from + batchDocumentsMax))))
    } catch (error) {
      if (from === 0) throw error
      const rest = documents.slice(from).map(({ id }) => ({ id, docNo: '', isDone: false }))
      return { results: [...results, ...rest], error }
    }
  }
  return { results, error: null }
}
