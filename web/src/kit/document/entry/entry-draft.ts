import type { Row } from '../../fields/field-column.ts'
import type { EntryLine } from './entry-lines.ts'

/** Unsent input of a form. */
export interface EntryDraft {
  header: Row
  lines: EntryLine[]
  savedAt: string
}

/** The part of the browser's storage used here. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (account: string, page: string): string => `draft:${account}:${page}`

/**
 * Stores drafts per user and page in the browser, so that they survive a closed tab, a lost session or a power failure
 * (look.md: a draft is never lost).
 */
export function draftStore(account: string, page: string, storage: DraftStorage) {
  const key = keyOf(account, page)
  return {
    read: (): EntryDraft | null => {
      const text = storage.getItem(key)
      if (text === null) return null
      try {
        const draft = JSON.parse(text) as Partial<EntryDraft>
        return Array.isArray(draft.lines) &&
          typeof draft.header === 'object' &&
          draft.header !== null
          ? { header: draft.header, lines: draft.lines, savedAt: draft.savedAt ?? '' }
          : null
      } catch {
        // Not written by us and not a draft.
        return null
      }
    },
    /** Stores the draft with the current time. */
    write: (draft: Omit<EntryDraft, 'savedAt'>, savedAt: string = new Date().toISOString()): void =>
      storage.setItem(key, JSON.stringify({ ...draft, savedAt })),
    remove: (): void => storage.removeItem(key),
  }
}

/** A draft as listed on the home page. */
export interface KeptDraft {
  /** The key of the draft: path of the page and name of the document. */
  page: string
  savedAt: string
  lineCount: number
}

/** The user's drafts in this browser, newest first. */
export function listDrafts(
  account: string,
  storage: DraftStorage & Pick<Storage, 'key' | 'length'>,
): KeptDraft[] {
  const prefix = keyOf(account, '')
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const page = key.slice(prefix.length)
      const draft = draftStore(account, page, storage).read()
      return draft === null ? [] : [{ page, savedAt: draft.savedAt, lineCount: draft.lines.length }]
    })
    .toSorted((left, right) => right.savedAt.localeCompare(left.savedAt))
}

/** Restored rows get new ids, so that these are distinct from later ones. */
export function withFreshRowIds(lines: readonly EntryLine[], newRowId: () => string): EntryLine[] {
  return lines.map((line) => ({ ...line, rowId: newRowId() }))
}
