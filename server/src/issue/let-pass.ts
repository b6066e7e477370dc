import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { hasGatePass } from '@kufang/contract/issue/gate-pass.ts'
import { companyMoment } from '@kufang/kernel/company-day.ts'
import type { ContextOf } from '../document/act/effects.ts'

/**
 * The guard lets the goods pass, once: of two guards with the same pass the second one is refused. What left in an emergency
 * has no pass.
 */
export function letPass({
  document,
  session,
  now,
  refuse,
  setHeader,
}: ContextOf<typeof goodsIssue, 'passGate'>): void {
  if (!hasGatePass(document)) throw refuse('gate-pass-none', { no: document.docNo })
  if (document.gatePassedAt !== null)
    throw refuse('gate-pass-used', {
      no: document.docNo,
      user: document.gatePassedByName ?? '',
      at: companyMoment(document.gatePassedAt),
    })
  setHeader({ gatePassedAt: now.toISOString(), gatePassedByName: session.userName })
}
