import { label } from '../document/declare/label.ts'
import type { ChoiceParameter, IntegerParameter } from './parameter-kinds.ts'

// Parameters of what suppliers owe in time: overdue order items, and rejects to be picked up. What they say of the penalty is a term of contract, so it is a control.

const penaltyRate: IntegerParameter = {
  kind: 'integer',
  label: label('逾期违约金比例（万分之）', 'Penalty for late delivery (per ten thousand)'),
  help: label(
    '每逾期一期（天或周），按未到数量订单价款的万分之几计算违约金；0 为不计。已到货或已关闭的逾期记录不受修改影响',
    'For each period overdue (day or week), the share of the order value of the missing quantity, in ten thousandths; 0 is none. Overdue records that have arrived or are closed are not affected by a change',
  ),
  level: 'plant',
  isControl: true,
  minimum: 0,
  maximum: 1000,
  default: 5,
}

const penaltyPeriod: ChoiceParameter<'day' | 'week'> = {
  kind: 'choice',
  label: label('逾期违约金计算周期', 'Period of the penalty'),
  help: label(
    '违约金比例按天或按周计；按周计时不足一周按一周',
    'Whether the penalty counts per day or per week; a week begun counts in full',
  ),
  level: 'plant',
  isControl: true,
  choices: { day: label('按天', 'Per day'), week: label('按周', 'Per week') },
  default: 'day',
}

const penaltyMaximum: IntegerParameter = {
  kind: 'integer',
  label: label('逾期违约金上限（%）', 'Maximum penalty (%)'),
  help: label(
    '违约金最高为逾期数量订单价款的百分之几',
    'The most that the penalty becomes, in percent of the order value of the overdue quantity',
  ),
  level: 'plant',
  isControl: true,
  minimum: 0,
  maximum: 100,
  default: 10,
}

const answerDays: IntegerParameter = {
  kind: 'integer',
  label: label('逾期记录办理天数', 'Days to act on an overdue record'),
  help: label(
    '供应商说明、采购员认定责任、批准剔除各须在多少天内办理，超过后提醒并升级',
    'Within how many days the supplier explains, the buyer decides who is responsible, and an exclusion is approved; later they are reminded, and it is escalated',
  ),
  level: 'company',
  isControl: false,
  minimum: 1,
  maximum: 60,
  default: 3,
}

const pickUpDays: IntegerParameter = {
  kind: 'integer',
  label: label('不合格品取货期限（天）', 'Days for the supplier to pick up rejects'),
  help: label(
    '退货单提交后，供应商须在几天内取走不合格品；逾期提醒供应商和采购员，并升级到可将货物收回的人。已提交的退货单不受修改影响',
    'Within how many days after a return was submitted the supplier must have picked up the rejects; the supplier and the buyer are reminded of overdue ones, then whoever may take the goods back. Returns already submitted are not affected by a change',
  ),
  level: 'company',
  isControl: false,
  minimum: 1,
  maximum: 90,
  default: 10,
}

/** The business parameters of what suppliers owe in time. */
export const overdueParameters = {
  'overdue.penaltyRate': penaltyRate,
  'overdue.penaltyPeriod': penaltyPeriod,
  'overdue.penaltyMaximum': penaltyMaximum,
  'overdue.answerDays': answerDays,
  'rejects.pickUpDays': pickUpDays,
} as const
