import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'

/** What somebody else must learn of a refusal of this type of document. */
export interface RefusalReport {
  /** The codes that are reported. */
  codes: readonly string[]
  /**
   * Writes the report, in a transaction of its own: that of the refused work is rolled back.
   * @param isAsked the person asks for the report: what may be a typing error is reported only then, and otherwise refused
   *   with what a report would say
   * @returns all details, those that were reported with what was reported
   */
  report: (
    tx: Transaction,
    session: Session,
    details: readonly RefusalDetail[],
    isAsked: boolean,
  ) => Promise<RefusalDetail[]>
}

/** Two reports as one, each of its own codes. */
export const reportingBoth = (first: RefusalReport, second: RefusalReport): RefusalReport => ({
  codes: [...first.codes, ...second.codes],
  report: async (tx, session, details, isAsked) =>
    second.report(tx, session, await first.report(tx, session, details, isAsked), isAsked),
})
