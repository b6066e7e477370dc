import type { BatchActionResult } from '@kufang/contract/document/api.ts'

/** Later results replace earlier ones of the same document. */
export function merged(
  known: readonly BatchActionResult[] | null,
  found: readonly BatchActionResult[],
): BatchActionResult[] {
  const byId = new Map((known ?? []).map((result) => [result.id, result]))
  for (const result of found) byId.set(result.id, result)
  return [...byId.values()]
}
