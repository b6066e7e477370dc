import type { AnyQuery } from './document/define-list.ts'

/** The only list of every read-only query that is not a document's own list. */
export const queries: Record<string, AnyQuery> = {}
