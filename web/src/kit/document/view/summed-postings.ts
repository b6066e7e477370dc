import { listed } from '../../text/language.ts'
import type { Preview } from '@kufang/contract/document/api.ts'

/** What the ERP would be told of several documents, in one sentence for each kind of posting. */
export interface SummedPosting {
  direction: 'post' | 'reverse'
  /** Movement types, or a dash. */
  types: string
  date: string
  items: number
}

/** Sums up the items of all postings that would be told in the same words. */
export function summedPostings(previews: readonly Preview[]): SummedPosting[] {
  const found = new Map<string, SummedPosting>()
  for (const { postings, postingDate } of previews) {
    for (const { direction, movementTypes, items } of postings) {
      const told = {
        direction,
        types: listed(movementTypes) || '–',
        date: postingDate ?? '–',
      }
      const key = JSON.stringify(told)
      found.set(key, { ...told, items: items + (found.get(key)?.items ?? 0) })
    }
  }
  return [...found.values()]
}
