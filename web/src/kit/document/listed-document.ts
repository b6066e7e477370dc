import { textOf } from '@kufang/kernel/text-of.ts'
import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import type { Decided } from '@kufang/contract/document/decide.ts'
import type { Row } from '../fields/field-column.ts'

/** A document of a list with the data actions need; `acts` contains only acts of the current user. */
export interface ListedDocument extends Decided {
  id: string
  version: number
}

/** The document of a list row; several rows may be lines of the same document. */
export function listedDocument(row: Row): ListedDocument {
  const acts = row['acts']
  return {
    // The row includes the fields that determine the variant (`where` of pages).
    ...row,
    // On line level `id` belongs to the line, and `documentId` to the document, if they differ.
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
