import { label } from '../document/declare/label.ts'
import type { ChoiceParameter, IntegerParameter } from './parameter-kinds.ts'

// What the ERP accepts of a customer's goods movements, and when they are posted.

const qualityManagement: ChoiceParameter<'movements' | 'inspection-lots'> = {
  kind: 'choice',
  label: label('质检库存的转出', 'How goods leave inspection stock'),
  help: label(
    'ERP 未对物料启用质量管理时，由本系统过账 321、350、122；已启用时，ERP 只接受检验批的使用决策，这类移动在本系统提前拒绝',
    'Where the ERP has no quality management for the material, 321, 350 and 122 are posted from here; where it has, the ERP accepts only the usage decision of the inspection lot, and these movements are refused here beforehand',
  ),
  level: 'material-group',
  isControl: true,
  choices: {
    movements: label('货物移动（321、350、122）', 'Goods movements (321, 350, 122)'),
    'inspection-lots': label(
      'ERP 检验批的使用决策',
      'Usage decision of the inspection lot in the ERP',
    ),
  },
  default: 'movements',
}

const daysBeforeMovement: IntegerParameter = {
  kind: 'integer',
  label: label('过账日期可早于实物移动的天数', 'Days a posting date may precede the movement'),
  help: label(
    '过账日期不得早于物资实际移动（冲销时为原凭证过账）的日期；确需提前时（如月末已发、次月补录），由一人申请、另一人批准放宽的天数与生效日期，并写明理由；0 为不允许',
    'A posting date is not before the day on which the goods moved, and that of a reversal not before the posting it reverses; where it must be (goods issued at the end of a month and entered in the next), one person requests the days and their period with a reason and another approves them; 0: never',
  ),
  level: 'company',
  isControl: true,
  minimum: 0,
  maximum: 31,
  default: 0,
}

export const postingParameters = {
  'receiving.qualityManagement': qualityManagement,
  'posting.daysBeforeMovement': daysBeforeMovement,
} as const
