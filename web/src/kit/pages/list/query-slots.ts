import type { ComponentType, ReactNode } from 'react'
import type { Row } from '../../fields/field-column.ts'

/** The slots an area can fill on the page of a declared query; anything more needs a screen of its own. */
export interface QuerySlots {
  /** Custom cell content by field. */
  cell?: Readonly<Record<string, ComponentType<{ row: Row }>>>
  /** What the values of a field open, such as the document of the row. */
  opens?: Readonly<Record<string, (row: Row) => void>>
  /** Details of a row beside the list, opened from the named column or the row. */
  sidePanel?: {
    opens: string
    title: (row: Row) => ReactNode
    Content: ComponentType<{ row: Row }>
  }
}

const registered = new Map<string, QuerySlots>()

/** Registers the slots of an area by query name. */
export function registerQuerySlots(list: Readonly<Record<string, QuerySlots>>): void {
  for (const [name, slots] of Object.entries(list)) registered.set(name, slots)
}

const none: QuerySlots = {}

export function querySlotsOf(name: string): QuerySlots {
  return registered.get(name) ?? none
}
