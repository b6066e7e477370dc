import { label } from '../document/declare/label.ts'

/** What a key of the stock is held as. */
export const holdKinds = {
  reservation: label('领料占用', 'Reserved'),
  freeze: label('冻结', 'Frozen'),
  eam: label('EAM冻结', 'Frozen for a work order'),
  scrap: label('待报废', 'To be scrapped'),
  batch: label('批次冻结', 'Batch frozen'),
  place: label('货位冻结', 'Place frozen'),
} as const

/** What holds a row of the stock (POST /api/stock/holds). */
export interface HeldStock {
  kind: keyof typeof holdKinds
  documentType: string
  documentId: string
  documentNo: string
  /** How much of it; null: everything that lies there. */
  quantity: string | null
  placedByName: string
  placedAt: string
  /** The last day; null if it has none. */
  heldUntil: string | null
}
