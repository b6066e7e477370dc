import { useMemo } from 'react'
import type { FilterValues } from '../../fields/list-filters.ts'
import { asLayout } from '../../grid/column-store.ts'
import type { Layout } from '../../grid/column-store.ts'
import { usePreference, writePreference } from '../../preferences/preferences.ts'

/** The content of a view: conditions, and columns with sort (null: as declared). */
export interface ViewContent {
  search: string
  values: FilterValues
  layout: Layout
}

/** A saved view of one list. */
export interface ListView extends ViewContent {
  id: string
  name: string
}

export interface ListViews {
  views: readonly ListView[]
  /** The view with which the list opens; null for the declared list. */
  defaultId: string | null
}

/** More views would need a search. */
export const viewsMax = 20
export const viewNameMax = 40

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Validates stored or shared content of a view; other properties are dropped. */
export function asContent(value: unknown): ViewContent {
  const { search, values, layout } = isObject(value) ? value : {}
  return {
    search: typeof search === 'string' ? search : '',
    values: isObject(values) ? values : {},
    layout: asLayout(layout),
  }
}

/** The views of a preference; invalid entries are dropped. */
export function asViews(value: unknown): ListViews {
  const { views, defaultId } = isObject(value) ? value : {}
  const found = (Array.isArray(views) ? (views as unknown[]) : []).flatMap((view) =>
    isObject(view) && typeof view['id'] === 'string' && typeof view['name'] === 'string'
      ? [{ id: view['id'], name: view['name'], ...asContent(view) }]
      : [],
  )
  const isThere = found.some((view) => view.id === defaultId)
  return { views: found, defaultId: isThere ? String(defaultId) : null }
}

/** Why a name is not permitted, or null: empty, too long, or already used. */
export function nameProblem(
  { views }: ListViews,
  name: string,
  own: string | null,
): 'empty' | 'long' | 'taken' | null {
  const wanted = name.trim()
  if (wanted === '') return 'empty'
  if (wanted.length > viewNameMax) return 'long'
  return views.some((view) => view.name === wanted && view.id !== own) ? 'taken' : null
}

/** Replaces the view with the same id, or appends the view. */
export function withView(known: ListViews, view: ListView): ListViews {
  const isThere = known.views.some(({ id }) => id === view.id)
  const views = isThere
    ? known.views.map((other) => (other.id === view.id ? view : other))
    : [...known.views, view]
  return { ...known, views }
}

export function withoutView(known: ListViews, id: string): ListViews {
  return {
    views: known.views.filter((view) => view.id !== id),
    defaultId: known.defaultId === id ? null : known.defaultId,
  }
}

/** Whether two contents are equal, ignoring unset filters. */
export function isSameContent(left: ViewContent, right: ViewContent): boolean {
  const text = ({ search, values, layout }: ViewContent): string => {
    const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
    return JSON.stringify([search.trim(), set.toSorted(([a], [b]) => (a < b ? -1 : 1)), layout])
  }
  return text(left) === text(right)
}

/** The user's views of a list; `change` saves them here immediately and on the server shortly after. */
export function useListViews(pageKey: string): {
  known: ListViews
  change: (next: ListViews) => void
} {
  const key = viewsKey(pageKey)
  const value = usePreference(key)
  const known = useMemo(() => asViews(value), [value])
  return { known, change: (next) => writePreference(key, next) }
}

export function viewsKey(pageKey: string): string {
  return `views:${pageKey}`
}
