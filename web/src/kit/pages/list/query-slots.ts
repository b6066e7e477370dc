import type { ComponentType, ReactNode } from 'react'
import type { Row } from '../../fields/field-column.ts'

/** What an area may add to the page of a declared query; what wants more is a screen of its own. */
export interface QuerySlots {
  /** Own content of cells, by field. */
  cell?: Readonly<Record<string, ComponentType<{ row: Row }>>>
  /** What is behind a row: beside the list, opened by the named column or by the row itself. */
  sidePanel?: {
    opens: string
    title: (row: Row) => ReactNode
    Content: ComponentType<{ row: Row }>
  }
}

const registered = new Map<string, QuerySlots>()

/** Takes the one list of all slots, by name of the query. */
export function registerQuerySlots(list: Readonly<Record<string, QuerySlots>>): void {
  for (const [name, slots] of Object.entries(list)) registered.set(name, slots)
}

const none: QuerySlots = {}

export function querySlotsOf(name: string): QuerySlots {
  return registered.get(name) ?? none
}
