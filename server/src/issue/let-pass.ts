import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { companyMoment } from '@kufang/kernel/company-day.ts'
import type { ContextOf } from '../document/act/effects.ts'

/** The guard lets the goods pass, once: of two guards with the same pass the second one is refused. */
export function letPass({
  document,
  session,
  now,
  refuse,
  setHeader,
}: ContextOf<typeof goodsIssue, 'passGate'>): void {
  if (document.gatePassedAt !== null)
    throw refuse('gate-pass-used', {
      no: document.docNo,
      user: document.gatePassedByName ?? '',
      at: companyMoment(document.gatePassedAt),
    })
  setHeader({ gatePassedAt: now.toISOString(), gatePassedByName: session.userName })
}
