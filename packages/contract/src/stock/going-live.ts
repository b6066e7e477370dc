import type { Tone } from '../document/declare/tone.ts'
import { label, type Label } from '../document/declare/label.ts'
import { erpStatesToPost, type ErpState } from '../document/declare/erp-state.ts'

// Going live 上线: how far the initial stock of each storage location is (trade review 1).

/** A storage location on its way. */
export interface GoingLiveRow {
  companyCode: string
  plant: string
  storageLocation: string
  name: string
  /** When the ERP's stock there was last read; null if never. */
  readAt: string | null
  /** Kinds of stock the ERP held then: material, batch, category, special stock. */
  erpKeys: number
  /** The document that enters its initial stock; null if there is none, or only reversed ones. */
  document: {
    id: string
    docNo: string
    state: string
    erpState: ErpState
    lines: number
    /** Lines whose count differs from the ERP's quantity. */
    differing: number
  } | null
  /** Goods moved there by other documents. */
  hasMoved: boolean
  /** Lines of purchase orders and reservations that are open there. */
  openOrderLines: number
  openReservationLines: number
}

/** The result of comparing both books of a storage location. */
export interface BooksComparison {
  /** When (ISO). */
  at: string
  /** Kinds of stock on either side. */
  keys: number
  /** Of them explained by documents that are not posted yet. */
  explained: number
  /** Of them unexplained: to be looked into. */
  unexplained: number
}

/** The steps of a storage location in their order, by what is to be done next. */
export const goingLiveSteps = {
  toRead: { label: label('待读取 SAP 库存', 'Read the ERP stock'), tone: 'draft' },
  nothingThere: { label: label('SAP 无库存', 'Nothing in the ERP'), tone: 'cancelled' },
  toCount: { label: label('待录入实盘', 'Enter the count'), tone: 'waiting' },
  toSubmit: { label: label('待提交', 'Submit'), tone: 'waiting' },
  toReview: { label: label('待审核', 'Review'), tone: 'waiting' },
  toPost: { label: label('差异待过账', 'Post differences'), tone: 'waiting' },
  live: { label: label('已上线', 'Live'), tone: 'done' },
  begunOtherwise: { label: label('已有其他移动', 'Begun otherwise'), tone: 'done' },
} as const satisfies Record<string, { label: Label; tone: Tone }>

export type GoingLiveStep = keyof typeof goingLiveSteps

/** What is to be done next for a storage location. */
export function goingLiveStep({
  readAt,
  erpKeys,
  document,
  hasMoved,
}: Pick<GoingLiveRow, 'readAt' | 'erpKeys' | 'document' | 'hasMoved'>): GoingLiveStep {
  if (document !== null) {
    const { state, erpState } = document
    if (state === 'draft' || state === 'returned') return 'toSubmit'
    if (state === 'submitted') return 'toReview'
    return erpStatesToPost.includes(erpState) ? 'toPost' : 'live'
  }
  if (hasMoved) return 'begunOtherwise'
  if (readAt === null) return 'toRead'
  return erpKeys === 0 ? 'nothingThere' : 'toCount'
}
