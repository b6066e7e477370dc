import { label } from '../document/declare/label.ts'
import type { ChoiceParameter, IntegerParameter } from './parameter-kinds.ts'

// How long goods may lie in the warehouse before their papers follow (补单, domain.md 0.4), and what happens at the end of the
// month if they do not: controls, because nothing of the goods is in the books of the ERP until then.

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

const monthEnd: ChoiceParameter<'hold' | 'warn'> = {
  kind: 'choice',
  label: label('逾期未补单与月结', 'Missing papers at month end'),
  help: label(
    '有货物逾期未补单时：阻止关闭该月期间，月份过后该工厂不得再登记无单到货；或仅在关闭期间时提示。两种情况下，月份过后都逐单报警，直到补单',
    'If papers of goods are overdue: the period of their month is not closed, and once the month is over no further goods without papers are registered in their plant; or they are only shown where the period is closed. Either way there is an alarm for each document from the end of the month until its papers are there',
  ),
  level: 'company',
  isControl: true,
  choices: { hold: label('阻止', 'Block'), warn: label('仅提示', 'Only show') },
  default: 'hold',
}

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
  'periods.missingPapers': monthEnd,
} as const
