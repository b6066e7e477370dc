import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import type { Decided } from '@kufang/contract/document/decide.ts'
import type { Row } from '../fields/field-column.ts'

/** A document as a list shows it, as far as actions need it; of its acts those of the person who looks. */
export interface ListedDocument extends Decided {
  id: string
  version: number
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The document of a list's row; several rows may be lines of the same one. */
export function listedDocument(row: Row): ListedDocument {
  const acts = row['acts']
  return {
    // Which variant of its type it is stands in fields of its own (`where` of pages).
    ...row,
    // On line level the row is a line, and the document's id has a name of its own when they differ.
    id: textOf(row['documentId']) || textOf(row['id']),
    docNo: textOf(row['docNo']),
    version: Number(row['version'] ?? 0),
    state: textOf(row['state']),
    erpState: textOf(row['erpState']),
    acts: typeof acts === 'object' && acts !== null ? (acts as Record<string, Act>) : {},
  }
}

/** Each document once, in the order of the rows. */
export function listedDocuments(rows: readonly Row[]): ListedDocument[] {
  const known = new Map<string, ListedDocument>()
  for (const row of rows) {
    const document = listedDocument(row)
    if (!known.has(document.id)) known.set(document.id, document)
  }
  return [...known.values()]
}
