import { label } from '../document/declare/label.ts'

/** How much depends on a material; each level has a service level of its own (business parameters `quota.serviceLevel…`). */
export const criticalities = {
  A: label('A 关键', 'A critical'),
  B: label('B 重要', 'B important'),
  C: label('C 一般', 'C ordinary'),
} as const

export type Criticality = keyof typeof criticalities
