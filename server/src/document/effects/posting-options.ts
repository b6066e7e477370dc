import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { MovementItem } from '../../erp/erp-movement.ts'
import type { PostingReference } from '../../erp/posting-model.ts'

/** How the movements of a document are posted. */
export interface PostOptions {
  /** Postings that come first; they may still be pending. */
  dependsOn?: readonly PostingReference[] | Promise<readonly PostingReference[]>
  /** Added to the data of each ERP item, or of those of a line. */
  item?: MovementItem | ((lineNo: number) => MovementItem)
  /** As the person chose it; otherwise the day on which the goods moved (`postingDateOf`). */
  postingDate?: LocalDate | null
  /** Only these lines, of a document that others post; what of them is asked already stays as it is. */
  lines?: readonly number[]
}

/** How the postings of a document are reversed. */
export interface ReversePostingOptions {
  dependsOn?: readonly PostingReference[]
  /** As the person chose it; otherwise today. */
  postingDate?: LocalDate | null
  /** Only these postings of a document that others post (`postingsToReverse`). */
  part?: PostingPart
}

/** Some of a document's postings, with their lines. */
export interface PostingPart {
  postingIds: readonly string[]
  lineNos: readonly number[]
}
