import pg from 'pg'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../database/database.ts'
import { Lag } from './lag.ts'

/** A replica that does not answer within this time counts as away. */
const patienceMs = 2000

export type ReplicaState = 'current' | 'lagging' | 'away'

export interface ReplicaCheck {
  /** Checks once, with a statement on the primary and one on the replica. Never throws. */
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
 * Checks whether a replica may be read: it answers, is a standby of this primary, and has replayed everything older
 * than the limit. Uses a separate connection, so that long reports do not make the replica look unavailable.
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
      return firstOf(rows)
    } catch (error) {
      client = undefined
      // It may never answer; do not wait for it.
      used.end().catch(() => undefined)
      throw error
    }
  }

  return {
    async look() {
      const ours = firstOf(await primary.query<Position>(positionOf('pg_current_wal_lsn()')))
      lag.note(performance.now(), ours.position)
      let found
      try {
        found = await ofReplica()
      } catch (error) {
        return { state: 'away', reason: (error as Error).message }
      }
      if (!found.isStandby) return { state: 'away', reason: 'it is no standby' }
      if (found.system !== ours.system)
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
  // A broken connection is found by the next check.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
