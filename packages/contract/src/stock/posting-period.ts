import type { MissingPaper } from '../document/missing-papers.ts'

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
}
