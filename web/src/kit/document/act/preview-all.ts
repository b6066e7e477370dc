import type { Preview } from '@kufang/contract/document/api.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ListedDocument } from '../listed-document.ts'

/** The previews of an action on several documents. */
export interface Previewed {
  previews: readonly Preview[]
  /** The document numbers, one per preview. */
  numbers: readonly string[]
  /** The documents for which the action would be refused, with reasons. */
  refused: readonly { docNo: string; reason: Label }[]
}

export const noPreview: Previewed = { previews: [], numbers: [], refused: [] }

/**
 * Requests the previews one after the other. For several documents, a refused one is reported with its number and does
 * not hide the others.
 * @throws the refusal of a single document, and any other error
 */
export async function previewAll(
  documents: readonly ListedDocument[],
  preview: (document: ListedDocument) => Promise<Preview>,
): Promise<Previewed> {
  const previews: Preview[] = []
  const numbers: string[] = []
  const refused: { docNo: string; reason: Label }[] = []
  for (const document of documents) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the server is not flooded
      previews.push(await preview(document))
      numbers.push(document.docNo)
    } catch (thrown) {
      const isRefusal = thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500
      if (documents.length === 1 || !isRefusal || thrown.status === 401) throw thrown
      refused.push({ docNo: document.docNo, reason: { zh: thrown.zh, en: thrown.en } })
    }
  }
  return { previews, numbers, refused }
}
