import type { ComponentType } from 'react'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
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
  /** The selected lines; functions on lines apply to all if none is selected. */
  chosen: readonly SlotLine[]
}

export interface ListSlotProps {
  definition: AnyDocument
  path: string
  /** Reloads the list. */
  onChanged: () => void
}

export interface BesideSlotProps {
  definition: AnyDocument
  document: DocumentResponse
  /** Shown in the dialog of an action: it informs, and offers no acts of its own. */
  isInDialog: boolean
  /** The action in whose dialog it is shown. */
  action?: string
  /** Called after an act of its own. */
  onActed?: () => void
}

/** The slots of the shells an area can fill for a document; anything more needs a screen of its own. */
export interface DocumentSlots {
  /** Buttons above a list, such as reading a mirror again. */
  toolbar?: ComponentType<ListSlotProps>
  /** Above the lines being entered: information useful for entering them. */
  summary?: ComponentType<EntrySlotProps>
  /** Below the lines of a document, in its view and in the dialogs of its actions: what helps to decide about them. */
  beside?: ComponentType<BesideSlotProps>
  /** A second QR code on the printed document, beside that of its number; null for none. */
  printCode?: (header: Row) => Promise<PrintedCode | null>
}

/** What a QR code contains, and what is said below it. */
export interface PrintedCode {
  value: string
  label: string
}

const registered = new Map<string, DocumentSlots>()

/** Registers the slots of an area by document name. */
export function registerSlots(list: Readonly<Record<string, DocumentSlots>>): void {
  for (const [name, slots] of Object.entries(list)) registered.set(name, slots)
}

const none: DocumentSlots = {}

export function slotsOf(name: string): DocumentSlots {
  return registered.get(name) ?? none
}
