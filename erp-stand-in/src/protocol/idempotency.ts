import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'
import { Table } from '../database.ts'
import type { Settings } from '../settings.ts'
import { parseProperties } from './edm.ts'
import { ODataError } from './odata-error.ts'
import type { Reply } from './reply.ts'

const tableName = 'RepeatableRequest'

export function defineIdempotencyTable(database: Database): void {
  database.add(new Table(tableName, parseProperties('RequestKey 64')))
}

/** RequestID and RepeatabilityCreation of a request; null without them. */
export function requestKey(
  requestId: string | undefined,
  creation: string | undefined,
): string | null {
  if (requestId === undefined || creation === undefined) return null
  return createHash('sha256').update(`${requestId.toUpperCase()} ${creation}`).digest('hex')
}

/**
 * Executes a changing request at most once per key if the framework is enabled; otherwise executes it and reports
 * "unsupported".
 */
export function runRepeatable(
  database: Database,
  settings: Settings,
  key: string | null,
  run: () => Reply,
): Reply {
  if (key === null) return run()
  if (!settings.idempotency) return withResult(run(), 'unsupported')
  const known = database.table(tableName).byKey(key)
  if (known !== undefined) {
    const age = Date.now() - Number(known.Moment)
    if (age > settings.idempotencySeconds * 1000) {
      const text = 'Request was already processed; the response is no longer stored'
      throw new ODataError(400, '/IWBEP/CM_COS/005', text)
    }
    return withResult(JSON.parse(String(known.Reply)) as Reply, 'accepted')
  }
  const reply = run()
  database.transact((transaction) =>
    transaction.put(tableName, {
      RequestKey: key,
      Moment: transaction.moment,
      Reply: JSON.stringify(reply),
    }),
  )
  return withResult(reply, 'accepted')
}

function withResult(reply: Reply, result: string): Reply {
  return { ...reply, headers: { ...reply.headers, RepeatabilityResult: result } }
}
