import { label } from '../document/declare/label.ts'

/** Why stock is counted, and so which of it. */
export const countTypes = {
  annual: label('年度盘点', 'Annual'),
  cycle: label('循环盘点', 'Cycle'),
  movement: label('动碰盘点', 'After movement'),
  spot: label('抽盘', 'Spot check'),
} as const

export type CountType = keyof typeof countTypes
