import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { renderSentence } from '@kufang/kernel/refusal.ts'
import { adjustmentRefusals } from './adjustment-refusals.ts'
import { batchRefusals } from './batch-refusals.ts'
import { directRefusals } from './direct-refusals.ts'
import { countRefusals } from './count-refusals.ts'
import { chemicalRefusals } from './chemical-refusals.ts'
import { distributionRefusals } from './distribution-refusals.ts'
import { erpRefusals } from './erp-refusals.ts'
import { withUnitWords } from './unit-words.ts'
import { freezeRefusals } from './freeze-refusals.ts'
import { gateRefusals } from './gate-refusals.ts'
import { generalRefusals } from './general-refusals.ts'
import { inspectionRefusals } from './inspection-refusals.ts'
import { legacyRefusals } from './legacy-refusals.ts'
import { masterRefusals } from './master-refusals.ts'
import { openingRefusals } from './opening-refusals.ts'
import { deliveryRefusals } from './delivery-refusals.ts'
import { outboundRefusals } from './outbound-refusals.ts'
import { preservationRefusals } from './preservation-refusals.ts'
import { quotaRefusals } from './quota-refusals.ts'
import type { RefusalEntry } from './refusal-entry.ts'
import { serialRefusals } from './serial-refusals.ts'
import { stockFirstRefusals } from './stock-first-refusals.ts'
import { supplementRefusals } from './supplement-refusals.ts'
import { transferRefusals } from './transfer-refusals.ts'
import { warehouseRefusals } from './warehouse-refusals.ts'

/** All refusals: what is wrong, which number, what to do. Line and field are prepended. */
export const refusalCatalogue = {
  ...gateRefusals,
  ...generalRefusals,
  ...warehouseRefusals,
  ...outboundRefusals,
  ...deliveryRefusals,
  ...chemicalRefusals,
  ...batchRefusals,
  ...serialRefusals,
  ...freezeRefusals,
  ...inspectionRefusals,
  ...supplementRefusals,
  ...stockFirstRefusals,
  ...countRefusals,
  ...adjustmentRefusals,
  ...quotaRefusals,
  ...distributionRefusals,
  ...directRefusals,
  ...openingRefusals,
  ...legacyRefusals,
  ...transferRefusals,
  ...masterRefusals,
  ...preservationRefusals,
  ...erpRefusals,
} as const

export type RefusalCode = keyof typeof refusalCatalogue

/** The text of a refusal, preceded by its line: `第 3 行：数量 120 超过 …`. */
export function describeRefusal(detail: RefusalDetail, language: 'zh' | 'en'): string {
  const found: RefusalEntry | undefined = refusalCatalogue[detail.code as RefusalCode]
  const sentence = found
    ? renderSentence(found[language], paramsIn(language, detail.params))
    : detail.code
  if (detail.line === undefined) return sentence
  return language === 'zh'
    ? `第 ${detail.line} 行：${sentence}`
    : `Line ${detail.line}: ${sentence}`
}

/** The parameters in a language: `action` for Chinese, `actionEn` for English, and units as people say them. */
export function paramsIn(
  language: 'zh' | 'en',
  params: RefusalDetail['params'],
): RefusalDetail['params'] {
  if (language === 'zh') return withUnitWords(params, 'zh')
  const result = { ...params }
  for (const name of Object.keys(params)) {
    const english = params[`${name}En`]
    if (english !== undefined) result[name] = english
  }
  return withUnitWords(result, language)
}
