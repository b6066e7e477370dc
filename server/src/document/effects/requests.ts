import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'

/** A predecessor's line for a new line, as passed to `checkLine` and `prefill`. */
export interface SourceLine {
  id: string
  type: string
  companyCode: string
  docNo: string
  lineNo: number
  [field: string]: unknown
}

export interface PrefillRequest<Source = SourceLine> {
  tx: Transaction
  session: Session
  today: LocalDate
  /** Predecessors' lines with their free quantity and header fields. */
  sources: readonly Source[]
}

/** Fields as they were entered, unchecked. */
type AsEntered<Row> = Readonly<Partial<Record<keyof Row & string, unknown>>>

export interface ProposalRequest<
  Header = Readonly<Record<string, unknown>>,
  Line = Readonly<Record<string, unknown>>,
> {
  tx: Transaction
  session: Session
  today: LocalDate
  header: Omit<AsEntered<Header>, 'companyCode'> & { companyCode: string }
  lines: readonly AsEntered<Line>[]
}

/** A quantity that a line takes of a line of another predecessor than the one it was made from. */
export interface AlsoTaken {
  lineNo: number
  source: { id: string; lineNo: number }
  quantity: Quantity
}
