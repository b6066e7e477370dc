import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { hasGatePass } from '@kufang/contract/issue/gate-pass.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { letPass } from '../requisition/public.ts'

/** The goods of an issue pass. Those of an emergency's paper have left with the emergency issue. */
export function letIssuePass(context: ContextOf<typeof goodsIssue, 'passGate'>): void {
  const { document, refuse } = context
  if (!hasGatePass(document)) throw refuse('gate-pass-none', { no: document.docNo })
  letPass(context)
}
