import type { Label } from './declare/label.ts'

/**
 * A line of goods that have moved and whose paper is overdue (补单): what keeps a month from being closed (`holdsMonth` of
 * the declaration).
 */
export interface MissingPaper {
  companyCode: string
  documentType: string
  documentLabel: Label
  documentId: string
  documentNo: string
  lineNo: number
  materialNo: string
  description: string
  /** What still waits for its paper. */
  quantity: string
  unit: string
  plant: string
  storageLocation: string
  /** The month in which the goods moved, yyyyMM. */
  month: string
  dueDate: string
  /** Who has registered the goods. */
  registeredByName: string
  /** The unit that has them and answers for them; '' if they are in the warehouse. */
  pickingUnit: string
  /** What to do with the document. */
  todo: Label
}
