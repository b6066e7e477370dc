import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'

/** A refusal returned as data rather than an error, with its text in both languages. */
export function bilingualRefusal(
  detail: RefusalDetail,
): RefusalDetail & { zh: string; en: string } {
  return { ...detail, zh: describeRefusal(detail, 'zh'), en: describeRefusal(detail, 'en') }
}
