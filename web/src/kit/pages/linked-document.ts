import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { parseDocumentNumber } from '@kufang/kernel/document-number.ts'

/**
 * Which of the documents of a page a link means: the list it names (`list`), otherwise the type that its number begins
 * with (`docNo`), or the one that is made from the document it names (`source`). Null if it says nothing of these, as
 * the numbers of the ERP do.
 * @param declared the declaration of a document type, if it is loaded
 */
export function linkedDocument(
  documents: readonly AnyDocument[],
  query: URLSearchParams,
  declared: (name: string) => Pick<AnyDocument, 'prefix'> | undefined,
): string | null {
  const list = query.get('list')
  if (list !== null) return list
  const prefixOf = (name: string) => parseDocumentNumber(query.get(name) ?? '')?.prefix
  const own = prefixOf('docNo')
  const source = prefixOf('source')
  const meant = documents.find(
    (definition) =>
      (own !== undefined && definition.prefix === own) ||
      (source !== undefined &&
        definition.source !== undefined &&
        declared(definition.source.document)?.prefix === source),
  )
  return meant?.name ?? null
}
