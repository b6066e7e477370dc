import { useMemo } from 'react'
import type { FilterValues } from '../../fields/list-filters.ts'
import { asLayout } from '../../grid/column-store.ts'
import type { Layout } from '../../grid/column-store.ts'
import { usePreference, writePreference } from '../../preferences/preferences.ts'

/** What a list shows and how: its conditions, and columns with their sort (null: as declared). */
export interface ViewContent {
  search: string
  values: FilterValues
  layout: Layout
}

/** A view a person keeps of one list. */
export interface ListView extends ViewContent {
  id: string
  name: string
}

export interface ListViews {
  views: readonly ListView[]
  /** The one the list opens with; null for the list as it was declared. */
  defaultId: string | null
}

/** More would be a list to search, not to choose from. */
export const viewsMax = 20
export const viewNameMax = 40

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was kept or handed on, if it is a view's content; its parts are checked, nothing else is taken. */
export function asContent(value: unknown): ViewContent {
  const { search, values, layout } = isObject(value) ? value : {}
  return {
    search: typeof search === 'string' ? search : '',
    values: isObject(values) ? values : {},
    layout: asLayout(layout),
  }
}

/** The views under a preference; what is no view is left out. */
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

/** Why a name cannot be given, or null: empty, too long, or another view's. */
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

/** With the view put in place of the one with its id, or behind the others. */
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

/** Whether two show the same; unset filters count for nothing. */
export function isSameContent(left: ViewContent, right: ViewContent): boolean {
  const text = ({ search, values, layout }: ViewContent): string => {
    const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
    return JSON.stringify([search.trim(), set.toSorted(([a], [b]) => (a < b ? -1 : 1)), layout])
  }
  return text(left) === text(right)
}

/** The person's views of a list; `change` keeps them, here at once and on the server soon after. */
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
