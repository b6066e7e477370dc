import { label } from '../document/declare/label.ts'
import type { IntegerParameter } from './parameter-kinds.ts'

// Parameters of preservation tasks.

const leadDays: IntegerParameter = {
  kind: 'integer',
  label: label('保养任务提前天数', 'Days ahead of preservation'),
  help: label(
    '在应办日期之前多少天生成保养任务',
    'How many days before its day a preservation task is made',
  ),
  level: 'plant',
  isControl: false,
  minimum: 0,
  maximum: 60,
  default: 7,
}

const holdDays: IntegerParameter = {
  kind: 'integer',
  label: label('保养不合格冻结天数', 'Days that unfit goods are frozen'),
  help: label(
    '保养中报不合格的货物冻结多少天，到期后提醒解冻人判定',
    'For how many days goods found unfit are frozen; then whoever releases them is reminded',
  ),
  level: 'plant',
  isControl: false,
  minimum: 1,
  maximum: 365,
  default: 30,
}

/** The business parameters of the area. */
export const preservationParameters = {
  'preservation.leadDays': leadDays,
  'preservation.holdDays': holdDays,
} as const
