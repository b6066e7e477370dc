import { useEffect, useState } from 'react'
import { findable } from '../finding/rank-texts.ts'
import type { Findable } from '../finding/rank-texts.ts'
import { loadTitleSounds } from '../finding/known-sounds.ts'
import type { AppPage, PageGroup } from '../page-list.ts'

/** Delay after loading until the menu entries are collected (product.md section 9). */
export const menuLoadDelayMs = 3000

/** A page with its search texts. */
export interface MenuEntry {
  page: AppPage
  found: Findable
  /** Its title begins as that of its group, as 库存查询 of 库存管理: what a shared word means first. */
  isNamedAfterGroup: boolean
}

/** The pages the user may open, including those hidden in the menu. */
export function collectEntries(groups: readonly PageGroup[]): MenuEntry[] {
  return groups.flatMap((group) =>
    group.pages.map((page) => ({
      page,
      found: findable(page.zh, page.en, page.role, page.path),
      isNamedAfterGroup: page.zh.startsWith(group.label.zh.slice(0, 2)),
    })),
  )
}

/**
 * Collects the entries some time after loading, when the first page has been shown, or on an earlier search: search
 * works from the start (shell.md section 5).
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
      // A failure is reported by the next search.
      void Promise.allSettled([loadTitleSounds()])
    }, menuLoadDelayMs)
    return () => clearTimeout(timer)
  }, [groups, memory])
  return () => memory(groups)
}
