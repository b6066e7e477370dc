import type { Preview } from '@kufang/contract/document/api.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ListedDocument } from '../listed-document.ts'

/** What an action would do to several documents, as far as it would do anything. */
export interface Previewed {
  previews: readonly Preview[]
  /** Of the documents, one for each preview. */
  numbers: readonly string[]
  /** Those the action would be refused for, and why. */
  refused: readonly { docNo: string; reason: Label }[]
}

export const noPreview: Previewed = { previews: [], numbers: [], refused: [] }

/**
 * Asks for one preview after the other. Among several documents one that would be refused is told
 * with its number and keeps nobody from seeing the others.
 *
 * @throws what a single document is refused with, and whatever is no refusal
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
