import { useEffect, useState } from 'react'
import { findable } from '../finding/rank-texts.ts'
import type { Findable } from '../finding/rank-texts.ts'
import { loadTitleSounds } from '../finding/known-sounds.ts'
import type { AppPage, PageGroup } from '../page-list.ts'

/** How long after loading the menu's entries are collected (product.md section 9). */
export const menuLoadDelayMs = 3000

/** A page with what it is found by. */
export interface MenuEntry {
  page: AppPage
  found: Findable
}

/** What the person may open; those that the menu leaves out are found here as well. */
export function collectEntries(groups: readonly PageGroup[]): MenuEntry[] {
  return groups
    .flatMap((group) => group.pages)
    .map((page) => ({ page, found: findable(page.zh, page.en, page.role, page.path) }))
}

/**
 * Collects the entries a while after loading, when the first page has been shown. Before that they
 * are collected when somebody searches: the search works from the start (shell.md section 5).
 */
export function useMenuEntries(groups: readonly PageGroup[]): () => readonly MenuEntry[] {
  const [memory] = useState(() => {
    let of: readonly PageGroup[] | null = null
    let entries: readonly MenuEntry[] = []
    return (wanted: readonly PageGroup[]): readonly MenuEntry[] => {
      if (of !== wanted) entries = collectEntries(wanted)
      of = wanted
      return entries
    }
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      memory(groups)
      // What fails now is said when somebody searches.
      void Promise.allSettled([loadTitleSounds()])
    }, menuLoadDelayMs)
    return () => clearTimeout(timer)
  }, [groups, memory])
  return () => memory(groups)
}
