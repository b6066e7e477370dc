import { erpStateOf } from '@kufang/contract/document/webhook.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Logger } from 'pino'
import { databaseNameOf } from '../../platform/database/database-name.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { listen } from '../../platform/live/listener.ts'

/** What decides whether a receiver that is on wants a change of state. */
export interface WantedStates {
  documents: Readonly<Record<string, readonly string[]>>
  companyCodes: readonly string[]
}

const channel = 'kufang_webhook_receiver'

interface Cached {
  /** null while unknown. */
  receivers: readonly WantedStates[] | null
  epoch: number
  /** Rows are read in the background, never by a transaction, which could wait for a connection indefinitely. */
  reload: () => Promise<void>
}

const caches = new Map<string, Cached>()

/**
 * Keeps the receivers that are on in the memory of this process, so that a change of state costs nothing where nobody
 * wants it; coherent across processes by LISTEN/NOTIFY, within milliseconds.
 */
export async function startReceiverCache(
  database: Database,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const name = databaseNameOf(database)
  if (name === null) return { stop: async () => undefined }
  const onDeaf = () => {
    cached.receivers = null
    cached.epoch++
  }
  const onError = (error: unknown) => {
    onDeaf()
    log.error({ err: error }, 'the receivers of webhooks are read without cache')
  }
  const reload = async () => {
    const epoch = ++cached.epoch
    const receivers = await database.query<WantedStates>(
      `select documents, company_codes from webhook_receiver where is_on`,
    )
    if (epoch === cached.epoch) cached.receivers = receivers
  }
  const cached: Cached = { receivers: null, epoch: 0, reload }
  caches.set(name, cached)
  const listening = listen(database.connectionString, [channel], {
    onNotice: () => void reload().catch(onError),
    onError,
    onDeaf,
  })
  await reload()
  return {
    async stop() {
      // Several apps of a process may share a database, in tests.
      if (caches.get(name) === cached) caches.delete(name)
      cached.epoch++
      await listening.stop()
    },
  }
}

/** Tells all processes at the commit that receivers changed. */
export async function announceReceiverChange(tx: Queryable): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [channel, ''])
}

/** In the process that changed them: reads them again at once, after the commit. */
export async function reloadReceivers(database: Database): Promise<void> {
  const name = databaseNameOf(database)
  await (name === null ? undefined : caches.get(name)?.reload())
}

/** The receivers that are on; null while they are unknown, undefined where this process does not follow them. */
export function knownReceivers(queryable: Queryable): readonly WantedStates[] | null | undefined {
  const name = databaseNameOf(queryable)
  return name === null ? undefined : caches.get(name)?.receivers
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
