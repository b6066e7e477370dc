import pg from 'pg'
import type { Queryable } from '../database/database.ts'
import { Lag } from './lag.ts'

/** A replica that does not answer within this time is away. */
const patienceMs = 2000

export type ReplicaState = 'current' | 'lagging' | 'away'

export interface ReplicaCheck {
  /** Looks once: a statement each on the primary and on the replica. Throws nothing. */
  look(): Promise<{ state: ReplicaState; reason?: string }>
  close(): Promise<void>
}

interface Position {
  position: number
  system: string
  isStandby: boolean
}

const positionOf = (position: string) =>
  `select pg_wal_lsn_diff(${position}, '0/0')::bigint as position, pg_is_in_recovery() as "isStandby",
     (select system_identifier::text from pg_control_system()) as system`

/**
 * Tells whether a replica may be read: it answers, is a standby of this very primary, and has replayed
 * everything older than the limit. On a connection of its own, so that long reports never look like a
 * replica that is away.
 */
export function replicaCheck(
  primary: Queryable,
  connectionString: string,
  lagMaxMs: number,
): ReplicaCheck {
  const lag = new Lag(lagMaxMs)
  let client: pg.Client | undefined

  async function ofReplica(): Promise<Position> {
    const used = (client ??= await connect(connectionString))
    try {
      const { rows } = await used.query<Position>(positionOf('pg_last_wal_replay_lsn()'))
      return rows[0]!
    } catch (error) {
      client = undefined
      // It may never answer this either; nobody waits for it.
      used.end().catch(() => undefined)
      throw error
    }
  }

  return {
    async look() {
      const [ours] = await primary.query<Position>(positionOf('pg_current_wal_lsn()'))
      lag.note(performance.now(), ours!.position)
      let found
      try {
        found = await ofReplica()
      } catch (error) {
        return { state: 'away', reason: (error as Error).message }
      }
      if (!found.isStandby) return { state: 'away', reason: 'it is no standby' }
      if (found.system !== ours!.system)
        return { state: 'away', reason: 'it is a standby of another database cluster' }
      return { state: lag.isWithin(found.position) ? 'current' : 'lagging' }
    },
    async close() {
      await client?.end()
    },
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kufang replica check',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    keepAlive: true,
  })
  // A line that breaks between two looks is found by the next one.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
