import type { ErpState } from '../document/declare/erp-state.ts'
import type { Label } from '../document/declare/label.ts'
import type { MissingPaper } from '../document/missing-papers.ts'
import type { RuleChange } from '../document/rule-change.ts'

/** A document of a month, or of an earlier one, that is not in the ERP's books as a whole. */
export interface UnpostedDocument {
  documentType: string
  documentLabel: Label
  documentId: string
  documentNo: string
  documentDate: string
  erpState: ErpState
  plant: string
  storageLocation: string
  createdByName: string
}

/** A month of a company, open or closed for posting dates (会计期间). */
export interface PeriodView {
  companyCode: string
  /** yyyyMM */
  period: string
  isOpen: boolean
  /** Whether it may be opened or closed now; older months cannot be changed. */
  isChangeable: boolean
  changedByName: string
  changedAt: string | null
  /** Of an open month: goods whose overdue papers are missing, and whether they keep it from being closed. */
  missingPapers: MissingPaper[]
  isHeld: boolean
  /** Of an open month: what has moved in it and is not in the ERP's books yet; at most 200. */
  unposted: UnpostedDocument[]
  /** The change of it that waits for another person. */
  change: RuleChange | null
}
