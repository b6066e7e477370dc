import { label } from '../document/declare/label.ts'

// Words of quotas that documents, queries and screens share.

/** The labels of the values of a quota (domain.md 1.6). */
export const quotaLabels = {
  safetyStock: label('安全库存', 'Safety stock'),
  minimumQuantity: label('最低储备', 'Minimum'),
  reorderPoint: label('补货点', 'Reorder point'),
  maximumQuantity: label('最高储备', 'Maximum'),
  leadTimeDays: label('采购周期（天）', 'Lead time (days)'),
  criticality: label('关键等级', 'Criticality'),
  quotaBasis: label('定额依据', 'Basis of the quota'),
  effectiveFrom: label('生效日期', 'In force from'),
} as const

/** The classes of demand (Syntetos, Boylan and Croston 2005). */
export const demandClasses = {
  smooth: label('平稳', 'Smooth'),
  erratic: label('波动', 'Erratic'),
  intermittent: label('间断', 'Intermittent'),
  lumpy: label('块状', 'Lumpy'),
  none: label('无消耗', 'No demand'),
} as const

/** The forecast methods, in the order in which they are shown. */
export const forecastMethodLabels = {
  naive: label('上月值', 'Last month'),
  zero: label('零', 'Zero'),
  mean: label('全期平均', 'Mean of all'),
  movingAverage: label('12 月移动平均', 'Moving average of 12'),
  smoothing: label('指数平滑', 'Exponential smoothing'),
  croston: label('Croston', 'Croston'),
  sba: label('SBA', 'SBA'),
  tsb: label('TSB', 'TSB'),
} as const

/** Usual bases of a quota, offered for selection. */
export const quotaBases = [
  label('历史消耗测算', 'Computed from consumption'),
  label('设备制造厂随机备件清单', 'Spare parts list of the maker'),
  label('检修计划', 'Maintenance plan'),
  label('事故备件，专业会审', 'Insurance spare, reviewed by the experts'),
  label('集团储备定额标准', 'Quota standard of the group'),
] as const

/** What of a material is reckoned in the replenishment, and what is missing. */
export const positionStates = {
  short: { label: label('低于安全库存', 'Below safety stock'), tone: 'failed' },
  reorder: { label: label('到补货点', 'At the reorder point'), tone: 'waiting' },
  below: { label: label('低于目标', 'Below the target'), tone: 'partial' },
  enough: { label: label('充足', 'Enough'), tone: 'done' },
  over: { label: label('超储', 'Above the maximum'), tone: 'undone' },
} as const

/** Whether a version counts. */
export const versionStates = {
  future: { label: label('未生效', 'Not yet in force'), tone: 'waiting' },
  current: { label: label('生效中', 'In force'), tone: 'active' },
  ended: { label: label('已失效', 'Ended'), tone: 'undone' },
  revoked: { label: label('已撤销', 'Revoked'), tone: 'cancelled' },
} as const
