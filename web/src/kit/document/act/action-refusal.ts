import { decide } from '@kufang/contract/document/decide.ts'
import type { Decider } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import type { ListedDocument } from '../listed-document.ts'

/**
 * Why an action is not possible for the selected documents, or null if it is possible for all. The first refusal is
 * given in full, with the number of documents it applies to.
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
    zh: `所选 ${documents.length} 项中 ${refusals.length} 项不可执行：${zh}`,
    en: `${refusals.length} of ${documents.length} selected cannot: ${en}`,
  }
}
