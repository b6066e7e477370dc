import type { MirroredNumbers } from '../document/effects/refreshes.ts'
import { erpOf, readingProblem } from '../erp.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { readNumbers, type ReadAgainName } from './synchronise.ts'

/** A user waits for the response, so a slow ERP must not delay it longer. */
const patienceMs = 4_000
/** After a failure the ERP is not read for this time, and the last mirror state is used. */
const restMs = 30_000

const restsUntil = new Map<string, number>()

/**
 * Reads ERP documents again before a commitment (domain.md 1.2). If the ERP does not answer in time, the last mirror
 * state is checked instead, which is logged.
 */
export async function readMirrorAgain(
  context: ServerContext,
  { companyCode, name, docNos }: MirroredNumbers,
): Promise<void> {
  const key = `${context.database.connectionString} ${companyCode} ${name}`
  if ((restsUntil.get(key) ?? 0) > performance.now()) return
  try {
    await readNumbers(
      { database: context.database, connections: erpOf(context).connections },
      name as ReadAgainName,
      companyCode,
      docNos,
      AbortSignal.timeout(patienceMs),
    )
    restsUntil.delete(key)
  } catch (error) {
    const problem = readingProblem(error)
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    if (problem === undefined && !isSlow)
      context.log.error({ err: error, companyCode, name }, 'a mirror could not be read again')
    else
      context.log.warn(
        { companyCode, name, problem: problem?.en ?? 'no answer in time' },
        'a mirror could not be read again; what was read last is checked',
      )
    restsUntil.set(key, performance.now() + restMs)
  }
}
