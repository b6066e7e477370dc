import { listed } from '../text/language.ts'
import type { Preview } from '@kufang/contract/document/api.ts'

/** The ERP postings of several documents, combined per kind. */
export interface SummedPosting {
  direction: 'post' | 'reverse'
  /** Movement types, or a dash. */
  types: string
  date: string
  items: number
}

/** Sums the items of postings with the same description. */
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
