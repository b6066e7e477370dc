import { erpStateOf } from '@kufang/contract/document/webhook.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Logger } from 'pino'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { tableCache } from '../../platform/live/table-cache.ts'

/** What decides whether a receiver that is on wants a change of state. */
export interface WantedStates {
  documents: Readonly<Record<string, readonly string[]>>
  companyCodes: readonly string[]
}

const channel = 'kufang_webhook_receiver'

const cache = tableCache<readonly WantedStates[]>({
  channel,
  what: 'the receivers of webhooks',
  read: (database) =>
    database.query<WantedStates>(
      `select documents, company_codes from webhook_receiver where is_on`,
    ),
})

/**
 * Keeps the receivers that are on in the memory of this process, so that a change of state costs nothing where nobody
 * wants it.
 */
export function startReceiverCache(database: Database, log: Logger): { stop(): Promise<void> } {
  return cache.start(database, log)
}

/** Tells all processes at the commit that receivers changed; this one has forgotten them when the act is answered. */
export async function announceReceiverChange(tx: Transaction): Promise<void> {
  tx.afterCommit(() => cache.forget(tx))
  await tx.query('select pg_notify($1, $2)', [channel, ''])
}

/** The receivers that are on; null while they are unknown, undefined where this process does not follow them. */
export function knownReceivers(queryable: Queryable): readonly WantedStates[] | null | undefined {
  return cache.known(queryable)
}

/** Whether a state is sent only to receivers that name it, or its document type: see `WebhookReceiver`. */
export function isNamedOnly({ type, after }: { type: string; after: string }): boolean {
  return erpStateOf(after) !== null || documentDefinition(type)?.isMirror === true
}

/** Whether a receiver wants this state of this document. */
export function wants(
  { documents, companyCodes }: WantedStates,
  change: { companyCode: string; type: string; after: string },
): boolean {
  if (companyCodes.length > 0 && !companyCodes.includes(change.companyCode)) return false
  if (Object.keys(documents).length === 0) return !isNamedOnly(change)
  const states = documents[change.type]
  if (states === undefined) return false
  return states.includes(change.after) || (states.length === 0 && erpStateOf(change.after) === null)
}
