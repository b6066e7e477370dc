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
  /** Shows a view of the person's own; null the list as it was declared. */
  show: (view: ListView | null) => void
  /** Names the view that now stands as it is shown, without changing anything. */
  name: (id: string | null) => void
  /** Shows somebody else's view without touching the person's own columns. */
  visit: (id: string, content: ViewContent) => void
  /** Ends the visit; `keep` leaves everything as the visited view has it, as the person's own. */
  leave: (keep: { id: string } | null) => void
}

/** The conditions of a list and the view they come from; a fresh list opens with the default view. */
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
  // Before the table is made, which then reads it.
  writeLayout(pageKey, view.layout)
  return {
    conditions: { search: view.search, values: view.values },
    activeId: view.id,
    visited: null,
  }
}
