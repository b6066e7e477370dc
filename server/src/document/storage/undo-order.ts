import type { Act, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { firstOf } from '@kufang/kernel/present.ts'

interface Ordered {
  id: string
  createdAt: string
  acts: Record<string, Act>
  definition: Pick<AnyDocument, 'actions'>
}

/**
 * Documents of a chain in the order in which they are undone: each after everything derived from it, and of documents that
 * do not depend on each other the one acted on last. A decision may rest on a document that was created after its draft,
 * such as an inspection order on a record sheet, so the time of creation does not say which comes first.
 */
export function undoOrder<Document extends Ordered>(
  documents: readonly Document[],
  links: readonly { fromId: string; toId: string }[],
): Document[] {
  const left = new Map(
    documents
      .toSorted((one, other) => (lastActAt(one) < lastActAt(other) ? 1 : -1))
      .map((document) => [document.id, document]),
  )
  const ordered: Document[] = []
  while (left.size > 0) {
    const waiting = new Set(links.filter(({ toId }) => left.has(toId)).map(({ fromId }) => fromId))
    // Links form no circle; if they did, the one acted on last would be tried.
    const next = left.values().find(({ id }) => !waiting.has(id)) ?? firstOf([...left.values()])
    left.delete(next.id)
    ordered.push(next)
  }
  return ordered
}

/** When the document was last brought forward; what was undone of it does not count. */
function lastActAt({ acts, definition, createdAt }: Ordered): string {
  return Object.entries(acts)
    .filter(([name]) => definition.actions[name]?.isUndo !== true)
    .reduce((latest, [, { at }]) => (at > latest ? at : latest), createdAt)
}
