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

const countDifferences: ChoiceParameter<'goods-movements' | 'inventory-documents'> = {
  kind: 'choice',
  label: label('盘点差异的过账方式', 'How count differences are posted'),
  help: label(
    'ERP 接受直接以 701、702 等移动类型过账盘点差异时，按货物移动过账；ERP 只接受盘点凭证的差异过账（MI01、MI04、MI07）时，由本系统建立盘点凭证、录入实盘并过账差异，冲销时以差异相反的盘点凭证冲回，须先配置接口“盘点凭证”；有序列号的物资不能这样过账。适用于修改之后调账的盘点和丢失，此前调账未过账的按原方式',
    'Where the ERP accepts 701, 702 and their like as goods movements, differences are posted so; where it posts them by physical inventory documents only (MI01, MI04, MI07), the document is created, counted and posted from here and taken back by another one with the opposite difference, which needs the interface "Physical inventory documents"; goods with serial numbers cannot be posted so. Applies to counts and losses that move stock after the change; those before it are posted as before',
  ),
  level: 'plant',
  isControl: true,
  choices: {
    'goods-movements': label('货物移动（701、702 等）', 'Goods movements (701, 702 …)'),
    'inventory-documents': label('盘点凭证', 'Physical inventory documents'),
  },
  default: 'goods-movements',
}

export const postingParameters = {
  'receiving.qualityManagement': qualityManagement,
  'posting.daysBeforeMovement': daysBeforeMovement,
  'posting.countDifferences': countDifferences,
} as const
