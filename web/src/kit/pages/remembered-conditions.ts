import { useState } from 'react'
import type { Conditions } from './filter-bar.tsx'

/** Conditions of lists while the page is open: a page evicted and opened again finds its own. */
const remembered = new Map<string, Conditions>()

/** The conditions of a list, kept for as long as the browser's tab lives. */
export function useRememberedConditions(
  pageKey: string,
  initial: Conditions,
): [Conditions, (next: Conditions) => void] {
  const [conditions, setConditions] = useState(() => remembered.get(pageKey) ?? initial)
  return [
    conditions,
    (next) => {
      remembered.set(pageKey, next)
      setConditions(next)
    },
  ]
}
