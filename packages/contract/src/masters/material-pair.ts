import { defineMaster } from '../document/declare/define-master.ts'
import { choice, decimal, instant, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** What was decided of two materials. */
export const pairStates = {
  open: label('待判定', 'To be decided'),
  same: label('同一物料', 'Same'),
  equivalent: label('可替代', 'Equivalent'),
  other: label('不同物料', 'Other'),
} as const

export type PairState = keyof typeof pairStates

/** What a pair is proposed to be: its makers or units differ, or nothing does. */
export const pairSuggestions = {
  same: label('同一物料', 'Same'),
  equivalent: label('可替代', 'Equivalent'),
} as const

const server = { by: 'server' } as const

/**
 * Pair of materials 重复物料 that are alike in description, specification, grade, drawing and maker, with what was decided of
 * them: the same, of which one is not used in new documents any more; equivalents, which are offered where stock is short; or
 * others. A job finds them; its fields are written by the acts of its page only.
 */
export const materialPair = defineMaster({
  name: 'material-pair',
  area: 'masters',
  label: label('重复物料', 'Duplicate materials'),
  fields: {
    materialNo: text(label('物料 A', 'Material A'), { required: true, lengthMax: 40, width: 120 }),
    otherNo: text(label('物料 B', 'Material B'), { required: true, lengthMax: 40, width: 120 }),
    state: choice(label('判定', 'Decision'), pairStates, { ...server, width: 90 }),
    suggestion: choice(label('建议', 'Proposal'), pairSuggestions, { ...server, width: 90 }),
    score: decimal(label('相似度', 'Likeness'), { ...server, decimals: 3, width: 80 }),
    description: text(label('描述 A', 'Description A'), { ...server, width: 220 }),
    otherDescription: text(label('描述 B', 'Description B'), { ...server, width: 220 }),
    manufacturer: text(label('制造商 A', 'Maker A'), { ...server, width: 110 }),
    otherManufacturer: text(label('制造商 B', 'Maker B'), { ...server, width: 110 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', {
      ...server,
      width: 100,
    }),
    keptNo: text(label('保留物料', 'Kept'), { ...server, width: 120 }),
    reason: text(label('判定理由', 'Reason'), { ...server, width: 180 }),
    decidedByName: text(label('判定人', 'Decided by'), { ...server, width: 90 }),
    decidedAt: instant(label('判定时间', 'Decided at'), { ...server, width: 140 }),
    foundAt: instant(label('发现时间', 'Found at'), { ...server, width: 140 }),
  },
  key: ['materialNo', 'otherNo'],
  display: 'description',
  search: ['materialNo', 'otherNo', 'description', 'otherDescription'],
  scope: { materialGroup: 'materialGroup' },
  isMirror: true,
  pages: {
    '/materialPropertyManage/duplicateMaterial': {
      kind: 'screen',
      edits: true,
      filters: ['state', 'suggestion', 'materialGroup', 'materialNo', 'decidedAt'],
    },
  },
})

/** What a person decides of a pair; `open` takes a decision back. */
export interface PairDecision {
  materialNo: string
  otherNo: string
  version: number
  state: PairState
  /** Of the same: the one that new documents name. */
  keptNo?: string | undefined
  reason: string
}

/** What is compared side by side (POST /api/duplicates/compare). */
export interface ComparedMaterial {
  materialNo: string
  description: string
  descriptionEn: string
  specification: string
  materialGrade: string
  drawingNo: string
  manufacturer: string
  materialGroup: string
  unit: string
  hazardClass: string
  isActive: boolean
  replacedBy: string
  /** In unrestricted stock of the reader's companies. */
  stockQuantity: string
}
