import { isRefusal, refusalDetails, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { ServerContext } from '../../platform/http/context.ts'
import type { Session } from '../../platform/session/session.ts'
import { reportOf } from '../effects/effects.ts'

/**
 * Performs the work of a request on a document; if it is refused with a code that is reported, reports it. A report that
 * fails is logged, and the refusal stays as it was.
 * @param isAsked the person asks for reports of what may be a typing error
 */
export async function reportingRefusals<T>(
  { database, log }: Pick<ServerContext, 'database' | 'log'>,
  session: Session,
  name: string,
  isAsked: boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const report = reportOf(name)
    if (report === undefined || !isRefusal(error)) throw error
    const details = refusalDetails(error)
    if (!details.some(({ code }) => report.codes.includes(code))) throw error
    let told: RefusalDetail[]
    try {
      told = await database.transaction((tx) => report.report(tx, session, details, isAsked))
    } catch (failure) {
      log.error({ err: failure, name }, 'a refusal could not be reported')
      throw error
    }
    throw refuseAll(told)
  }
}
