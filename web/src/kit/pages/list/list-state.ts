import { useState } from 'react'
import { isTrying, readLayout, tryLayout, writeLayout } from '../../grid/column-store.ts'
import { readPreference } from '../../preferences/preferences.ts'
import type { Conditions } from './filter-bar.tsx'
import { asViews, viewsKey } from './list-views.ts'
import { recallList, rememberList } from './list-memory.ts'
import type { Standing } from './list-memory.ts'
import type { ListView, ViewContent } from './list-views.ts'

export interface ListState {
  conditions: Conditions
  activeId: string | null
  visitedId: string | null
  setConditions: (next: Conditions) => void
  /** Applies one of the user's views; null applies the declared list. */
  show: (view: ListView | null) => void
  /** Marks a view as active without changing the list. */
  name: (id: string | null) => void
  /** Shows a shared view without changing the user's layout. */
  visit: (id: string, content: ViewContent) => void
  /** Leaves the shared view; `keep` adopts its content as the user's own. */
  leave: (keep: { id: string } | null) => void
}

/** The conditions of a list and their view; a new list opens with the default view. */
export function useListState(pageKey: string, initial: Conditions): ListState {
  const [standing, setStanding] = useState<Standing>(
    () => recallList(pageKey) ?? firstStanding(pageKey, initial),
  )
  const put = (next: Standing): void => {
    rememberList(pageKey, next)
    setStanding(next)
  }
  return {
    conditions: standing.conditions,
    activeId: standing.activeId,
    visitedId: standing.visited?.id ?? null,
    setConditions: (conditions) => put({ ...standing, conditions }),
    show: (view) => {
      tryLayout(pageKey, null)
      writeLayout(pageKey, view?.layout ?? null)
      const conditions = view === null ? initial : { search: view.search, values: view.values }
      put({ conditions, activeId: view?.id ?? null, visited: null })
    },
    name: (activeId) => put({ ...standing, activeId }),
    visit: (id, content) => {
      tryLayout(pageKey, { layout: content.layout })
      put({
        conditions: { search: content.search, values: content.values },
        activeId: null,
        visited: { id, before: standing.visited?.before ?? standing },
      })
    },
    leave: (keep) => {
      const layout = readLayout(pageKey)
      if (isTrying(pageKey)) tryLayout(pageKey, null)
      if (keep !== null) writeLayout(pageKey, layout)
      const before = standing.visited?.before ?? standing
      put(keep === null ? before : { ...standing, activeId: keep.id, visited: null })
    },
  }
}

function firstStanding(pageKey: string, initial: Conditions): Standing {
  const { views, defaultId } = asViews(readPreference(viewsKey(pageKey)))
  const view = views.find(({ id }) => id === defaultId)
  if (view === undefined) return { conditions: initial, activeId: null, visited: null }
  // Before the table is created, which then reads it.
  writeLayout(pageKey, view.layout)
  return {
    conditions: { search: view.search, values: view.values },
    activeId: view.id,
    visited: null,
  }
}
