import { label } from '../document/declare/label.ts'
import type { ChoiceParameter, IntegerParameter } from './parameter-kinds.ts'

// Goods are bought only if there is no stock (先利库后采购, domain.md section 3): who approves, what counts as dead, and what
// other companies see.

const requestLimit: IntegerParameter = {
  kind: 'integer',
  label: label('采购申请送货单主任审批限额（元）', 'Limit of request deliveries for the director'),
  help: label(
    '采购申请送货单的申请金额超过该限额时，除物料组负责人外还须主任审批；金额未知的一律须主任审批；0 为不论金额一律审批。可按工厂、物料组另设限额，单据取其各行中最低的。已提交的单据不受修改影响',
    'If the requested amount of a request delivery exceeds this amount, the director approves it after the person responsible for the material group; an unknown amount is always approved by the director; 0 means every amount. Plants and material groups may have limits of their own: the lowest of its lines applies to a document. Documents already submitted are not affected by a change',
  ),
  level: 'material-group',
  isControl: true,
  minimum: 0,
  maximum: 100_000_000,
  default: 20_000,
}

const deadMonths: IntegerParameter = {
  kind: 'integer',
  label: label('呆滞库存月数', 'Months until stock is dead'),
  help: label(
    '工厂内超过该月数没有领用的物料，其库存在审批采购时标为呆滞，优先利用；转储、移位和盘点不算领用',
    'Stock of a material that was not issued in its plant for more than so many months is marked as dead where purchases are approved, and used first; transfers, bin moves and counts are no issues',
  ),
  level: 'company',
  isControl: false,
  minimum: 1,
  maximum: 120,
  default: 12,
}

const sharing: ChoiceParameter<'shared' | 'own'> = {
  kind: 'choice',
  label: label('库存共享', 'Shared stock'),
  help: label(
    '审批采购时，其他公司能否看到本公司的可用库存（仅数量和地点，不含金额；关键等级为 A 的物料一律不共享）',
    'Whether other companies see the available stock of this one where purchases are approved (quantity and place only, no amounts; materials of criticality A are never shared)',
  ),
  level: 'company',
  isControl: false,
  choices: { shared: label('共享', 'Shared'), own: label('不共享', 'Not shared') },
  default: 'shared',
}

const answerDays: IntegerParameter = {
  kind: 'integer',
  label: label('共享物资申请答复期限（天）', 'Days to answer a sharing request'),
  help: label(
    '其他公司申请本公司的共享物资后，保管员须在几天内答复；不晚于需用日期，逾期提醒并升级',
    'Within how many days the keeper answers a request of another company for shared stock; not later than it is needed; overdue ones are reminded of and escalated',
  ),
  level: 'company',
  isControl: false,
  minimum: 1,
  maximum: 60,
  default: 3,
}

/** The parameters, by name. */
export const stockFirstParameters = {
  'delivery.requestLimit': requestLimit,
  'stock.deadMonths': deadMonths,
  'stock.sharing': sharing,
  'sharing.answerDays': answerDays,
} as const
