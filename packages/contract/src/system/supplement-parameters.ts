import { label } from '../document/declare/label.ts'
import type { IntegerParameter } from './parameter-kinds.ts'

// How long goods may lie in the warehouse before their papers follow (补单, domain.md 0.4): a control, because nothing of
// them is in the books of the ERP until then.

const daysFor = (
  [zh, en]: readonly [string, string],
  [paperZh, paperEn]: readonly [string, string],
  days: number,
): IntegerParameter => ({
  kind: 'integer',
  label: label(zh, en),
  help: label(
    `${paperZh}，须在到货后几个工作日内补齐；逾期提醒经办人，再逾期升级。已登记的到货不受修改影响`,
    `${paperEn}: within how many working days after the arrival they must follow; later the people concerned are reminded, and it is escalated. Arrivals registered already are not affected by a change`,
  ),
  level: 'company',
  isControl: true,
  minimum: 1,
  maximum: 30,
  default: days,
})

/** The parameters, by name. */
export const supplementParameters = {
  'receiving.orderSupplementDays': daysFor(
    ['无订单到货补单期限（工作日）', 'Working days for the order of goods that arrived'],
    ['无采购订单先到货的，采购订单', 'Purchase orders of goods that arrived without one'],
    3,
  ),
  'receiving.noteSupplementDays': daysFor(
    ['无送货单到货补单期限（工作日）', 'Working days for the delivery note of goods that arrived'],
    ['无送货单先到货的，送货单', 'Delivery notes of goods that arrived without one'],
    1,
  ),
} as const
