import { decide } from '@kufang/contract/document/decide.ts'
import type { Decider } from '@kufang/contract/document/decide.ts'
import type { Act, AnyDocument } from '@kufang/contract/document/define-document.ts'
import type { Label } from '@kufang/contract/document/label.ts'
import { describeRefusal } from '@kufang/contract/document/refusal-catalogue.ts'
import type { Row } from '../fields/field-column.ts'

/** A document as a list shows it, as far as actions need it. */
export interface ListedDocument {
  id: string
  docNo: string
  version: number
  state: string
  erpState: string
  acts: Record<string, Act>
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The document of a list's row; several rows may be lines of the same one. */
export function listedDocument(row: Row): ListedDocument {
  const acts = row['acts']
  return {
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

/**
 * Why an action is not possible for the chosen documents, or null when it is for all of them. The
 * first refusal is said in full, with how many of the chosen it concerns.
 */
export function actionRefusal(
  definition: AnyDocument,
  action: string,
  decider: Decider,
  documents: readonly ListedDocument[],
): Label | null {
  if (documents.length === 0) {
    return { zh: '请先选择单据', en: 'Select documents first' }
  }
  const refusals = documents.flatMap((document) => {
    const refusal = decide(definition, action, decider, document)
    return refusal === null ? [] : [refusal]
  })
  const [first] = refusals
  if (first === undefined) return null
  const zh = describeRefusal(first, 'zh')
  const en = describeRefusal(first, 'en')
  if (documents.length === 1) return { zh, en }
  return {
    zh: `所选 ${documents.length} 项中 ${refusals.length} 项不可执行:${zh}`,
    en: `${refusals.length} of ${documents.length} selected cannot: ${en}`,
  }
}
