import type { Database } from '../server/src/platform/database/database.ts'
import type { RunningServer, ServerOptions } from './server.ts'

/** Volumes of a run. */
export interface Volume {
  receipts: number
  /** Number of single receipts compared between a full and an empty ledger. */
  rounds: number
  /** Number of turns with the floor; odd, so that there is a median. */
  turns: number
  /** Duration of each pgbench run. */
  seconds: number
  moves: number
  balances: number
  queries: number
  monthMoves: number
  listeners: number
  exported: number
  /** Seconds of each measurement of people beside a hostile one. */
  beside: number
}

/** The environment of a run. */
export interface Site {
  volume: Volume
  /** null if pgbench is not installed: then there is nothing to compare with. */
  pgbench: string | null
  /** A separate database per measurement, so that none sees the rows of another. */
  fresh(name: string): Promise<{ connectionString: string; database: Database }>
  started(connectionString: string, options?: ServerOptions): Promise<RunningServer>
}

export const say = (text: string) => console.log(`… ${text}`)
