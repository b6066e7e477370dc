import { kept, text } from './field.ts'
import type { Label } from './label.ts'
import { label } from './label.ts'

// Reasons for refusing, undoing or closing: free text, with usual reasons offered for selection.

export const reasonsOfRefusal = [
  label('数量与实物不符', 'Quantity differs from the goods'),
  label('物料或规格不符', 'Wrong material or specification'),
  label('货位或批次有误', 'Wrong bin or batch'),
  label('资料不全', 'Documents missing'),
  label('重复制单', 'Entered twice'),
] as const

export const reasonsOfRefusedDemand = [
  label('数量超出需要', 'More than is needed'),
  label('用途不明', 'Purpose not stated'),
  label('本单位有库存可用', 'The unit has stock of its own'),
  label('需用日期不合理', 'Unreasonable required date'),
  label('重复申请', 'Requested twice'),
] as const

export const reasonsOfReversal = [
  label('数量录入错误', 'Wrong quantity entered'),
  label('货位或批次录入错误', 'Wrong bin or batch entered'),
  label('物料不符', 'Wrong material'),
  label('重复办理', 'Done twice'),
  label('过账日期有误', 'Wrong posting date'),
] as const

export const reasonsOfRefusedReversal = [
  label('冲销理由不充分', 'The reason does not justify it'),
  label('货物已使用', 'The goods are used already'),
  label('期间已月结', 'The period is closed'),
] as const

export const reasonsOfWriteOff = [
  label('不再交货', 'No more will be delivered'),
  label('需求取消', 'No longer needed'),
  label('订单已变更', 'The order was changed'),
  label('剩余数量可忽略', 'The remainder is negligible'),
] as const

export const reasonsOfWithdrawal = [
  label('录入错误', 'Entered wrongly'),
  label('需要复检', 'To be inspected again'),
  label('资料补齐后重判', 'To be decided again with complete documents'),
] as const

export const reasonsOfWithdrawnRelease = [
  label('登记有误', 'Entered wrongly'),
  label('海关撤销', 'Withdrawn by customs'),
  label('改单重报', 'Declared again after correction'),
] as const

export const reasonsOfOtherStock = [
  label('建议的货物取不到', 'The goods proposed cannot be reached'),
  label('包装破损或外观有疑问', 'Packing damaged or appearance doubtful'),
  label('领料单位指定批次', 'The unit asked for this batch'),
  label('整包发放，不拆零', 'A whole package instead of loose pieces'),
  label('实物与账面货位不符', 'The goods lie in another bin than in the books'),
] as const

export const reasonsOfRefusedGoods = [
  label('物料或规格不符', 'Wrong material or specification'),
  label('包装或外观破损', 'Packing or surface damaged'),
  label('数量多于需要', 'More than is needed'),
  label('随货资料不全', 'Documents missing'),
] as const

export const reasonsOfNoDelivery = [
  label('现场无人签收', 'Nobody there to sign'),
  label('现场不具备卸货条件', 'Cannot be unloaded there'),
  label('道路或作业管制', 'Road or work area closed'),
] as const

/** The input of an action that asks for a reason, with usual reasons. */
export function reasonInput(title: Label, suggestions: readonly Label[]) {
  return { reason: text(title, { required: true, lengthMax: 200, suggestions }) }
}

/** A reason that the document keeps in a header field of this name, declared with it (`kept`). */
export function keptReason<const K extends string>(
  keptAs: K,
  title: Label,
  suggestions: readonly Label[],
) {
  const { reason } = reasonInput(title, suggestions)
  return { reason: kept(keptAs, reason) }
}
