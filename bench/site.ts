import type { Database } from '../server/src/platform/database/database.ts'
import type { RunningServer } from './server.ts'

/** How much of everything a run makes. */
export interface Volume {
  receipts: number
  /** How often they are posted, in turns with the floor; odd, for there is one in the middle. */
  turns: number
  /** Of each pgbench run. */
  seconds: number
  moves: number
  balances: number
  queries: number
  monthMoves: number
  listeners: number
  exported: number
}

/** Where a run takes place. */
export interface Site {
  volume: Volume
  /** null where this machine has none: then there is nothing to hold against. */
  pgbench: string | null
  /** A database of its own per measurement, so that none sees another's rows. */
  fresh(name: string): Promise<{ connectionString: string; database: Database }>
  started(connectionString: string): Promise<RunningServer>
}

export const say = (text: string) => console.log(`… ${text}`)
