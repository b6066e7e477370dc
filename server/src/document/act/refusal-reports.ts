import { isRefusal, refusalDetails, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ServerContext } from '../../platform/http/context.ts'
import type { Session } from '../../platform/session/session.ts'

/** What somebody else must learn of a refusal of this type of document. */
export interface RefusalReport {
  /** The codes that are reported. */
  codes: readonly string[]
  /**
   * Writes the report, in a transaction of its own: that of the refused work is rolled back.
   * @returns all details, those that were reported with what was reported
   */
  report: (
    tx: Transaction,
    session: Session,
    details: readonly RefusalDetail[],
  ) => Promise<RefusalDetail[]>
}

/** Two reports as one, each of its own codes. */
export const reportingBoth = (first: RefusalReport, second: RefusalReport): RefusalReport => ({
  codes: [...first.codes, ...second.codes],
  report: async (tx, session, details) =>
    second.report(tx, session, await first.report(tx, session, details)),
})

let reports: Readonly<Record<string, RefusalReport>> = {}

/** Registers the reports by type of document; called once at startup. */
export function registerRefusalReports(registered: Readonly<Record<string, RefusalReport>>): void {
  reports = registered
}

/**
 * Performs the work of a request on a document; if it is refused with a code that is reported, reports it. A report that
 * fails is logged, and the refusal stays as it was.
 */
export async function reportingRefusals<T>(
  { database, log }: Pick<ServerContext, 'database' | 'log'>,
  session: Session,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const report = Object.hasOwn(reports, name) ? reports[name] : undefined
    if (report === undefined || !isRefusal(error)) throw error
    const details = refusalDetails(error)
    if (!details.some(({ code }) => report.codes.includes(code))) throw error
    let told: RefusalDetail[]
    try {
      told = await database.transaction((tx) => report.report(tx, session, details))
    } catch (failure) {
      log.error({ err: failure, name }, 'a refusal could not be reported')
      throw error
    }
    throw refuseAll(told)
  }
}
