import type { Row } from '../../fields/field-column.ts'
import type { EntryLine } from './entry-lines.ts'

/** Work that was begun and not sent. */
export interface EntryDraft {
  header: Row
  lines: EntryLine[]
  savedAt: string
}

/** The part of the browser's storage that is needed. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (account: string, page: string): string => `draft:${account}:${page}`

/**
 * Keeps begun work per person and page in the browser, so that neither a closed tab nor a lost
 * session nor a power cut takes it (look.md: a draft is never lost).
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
        // Written by something else; there is no draft in it.
        return null
      }
    },
    /** Keeps it, as of now. */
    write: (draft: Omit<EntryDraft, 'savedAt'>, savedAt: string = new Date().toISOString()): void =>
      storage.setItem(key, JSON.stringify({ ...draft, savedAt })),
    remove: (): void => storage.removeItem(key),
  }
}

/** A draft as the home page lists it. */
export interface KeptDraft {
  /** Path of the page and name of the document, as the draft was kept under. */
  page: string
  savedAt: string
  lineCount: number
}

/** The drafts of a person in this browser, the newest first. */
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

/** Row names of a restored draft must not meet those given from now on. */
export function withFreshRowIds(lines: readonly EntryLine[], newRowId: () => string): EntryLine[] {
  return lines.map((line) => ({ ...line, rowId: newRowId() }))
}
