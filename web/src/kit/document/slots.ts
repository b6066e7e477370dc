import type { ComponentType } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Row } from '../fields/field-column.ts'

/** A line being entered; see `EntryLine` of the entry form. */
export type SlotLine = Row & { rowId: string }

export interface EntrySlotProps {
  definition: AnyDocument
  header: Row
  lines: readonly SlotLine[]
  onHeaderChange: (change: Row) => void
  onLinesChange: (lines: SlotLine[]) => void
  /** Lines the person has ticked; what works on lines works on all when none is. */
  chosen: readonly SlotLine[]
}

export interface ListSlotProps {
  definition: AnyDocument
  path: string
  /** Reads the list again. */
  onChanged: () => void
}

/**
 * What an area may add to the shells for one document (architecture section 3): three places and no
 * more; what wants more is a page of its own.
 */
export interface DocumentSlots {
  /** Below the header fields of the entry form. */
  headerExtra?: ComponentType<EntrySlotProps>
  /** Buttons over a list, such as the way to read a mirror again. */
  toolbar?: ComponentType<ListSlotProps>
  /** Over the lines being entered: what the trade wants at hand there. */
  summary?: ComponentType<EntrySlotProps>
}

const registered = new Map<string, DocumentSlots>()

/** Takes the one list of all slots, by name of the document. */
export function registerSlots(list: Readonly<Record<string, DocumentSlots>>): void {
  for (const [name, slots] of Object.entries(list)) registered.set(name, slots)
}

const none: DocumentSlots = {}

export function slotsOf(name: string): DocumentSlots {
  return registered.get(name) ?? none
}
