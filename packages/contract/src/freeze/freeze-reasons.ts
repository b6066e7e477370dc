import { date, kept } from '../document/declare/field.ts'
import type { Label } from '../document/declare/label.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'

/** Why goods are frozen (domain.md 1.4, 冻结原因); a freeze for a work order has no other reason. */
export const freezeReasons = {
  quality: label('质量', 'Quality'),
  dispute: label('争议', 'Dispute'),
  count: label('盘点', 'Count'),
  seal: label('封存', 'Sealed'),
} as const satisfies Record<string, Label>

export type FreezeReason = keyof typeof freezeReasons

/** Whether the goods become blocked stock, of which the ERP is told (344): nobody may use them, whatever he has approved. */
export const blocksStock = (reason: string | null | undefined): boolean =>
  reason === 'quality' || reason === 'dispute'

export const freezeReasonLabel = label('冻结原因', 'Reason of freeze')
export const releaseConditionLabel = label('解冻条件', 'Condition of release')
export const holdUntilLabel = label('到期日', 'Held until')
export const workOrderLabel = label('EAM工单号', 'EAM work order')

/** Usual conditions of release, offered for selection. */
export const releaseConditions: readonly Label[] = [
  label('复检合格', 'Inspected again and accepted'),
  label('供应商书面答复', 'Written answer of the supplier'),
  label('争议双方签字确认', 'Signed by both parties'),
  label('盘点差异处理完毕', 'Differences of the count handled'),
  label('主管部门通知启封', 'Released by the department in charge'),
]

/** Usual grounds on which goods are released. */
export const releaseGrounds: readonly Label[] = [
  label('复检合格', 'Inspected again and accepted'),
  label('争议已解决', 'The dispute is settled'),
  label('盘点已结束', 'The count is over'),
  label('启封通知已下达', 'The seal was lifted'),
  label('工单已取消', 'The work order was cancelled'),
]

/** Instead of a release: what is frozen stays so until a later day. Nobody's task, because what is due is the release. */
export const extension = {
  label: label('延期', 'Extend'),
  to: null,
  isOptional: true,
  input: {
    holdUntil: kept(
      'holdUntil',
      date(label('延长至', 'Extend until'), { required: true, isNotPast: true }),
    ),
    ...keptReason('extensionReason', label('延期原因', 'Reason of extension'), [
      label('复检结果未出', 'Not inspected again yet'),
      label('争议未解决', 'The dispute is not settled'),
      label('工单推迟', 'The work order is postponed'),
    ]),
  },
} as const

export const reasonsOfCancelledFreeze: readonly Label[] = [
  label('录入错误', 'Entered wrongly'),
  label('冻结货物有误', 'Wrong goods frozen'),
  label('冻结原因不成立', 'The reason does not hold'),
]
