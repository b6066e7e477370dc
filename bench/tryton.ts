import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureDatabase } from '../server/src/platform/embedded-postgres/ensure-database.ts'
import { record, valueOf } from './results.ts'
import { say } from './site.ts'

/** About three seconds of work. */
const shipments = 20
const script = join(import.meta.dirname, 'tryton/receipts.py')

/**
 * Tryton's receive and done of shipments of ten lines, called in process on the same PostgreSQL, compared with receipts
 * posted through our API in this run. Tryton is Debian's (`tryton-server`, `tryton-modules-stock`, `python3-psycopg2`);
 * if it is not installed, one line reports it.
 */
export async function measureTryton(connectionString: string): Promise<void> {
  const python = findPython()
  if (python === null) {
    say(
      'no Tryton on this machine: its figure is left out (tryton-server, tryton-modules-stock, python3-psycopg2)',
    )
    return
  }
  say('Tryton: shipments of ten lines')
  const database = 'bench_tryton'
  const made = new URL(await ensureDatabase(connectionString, database))
  const address = `postgresql://${made.username}:${made.password}@${made.host}/`
  const output = execFileSync(
    python,
    ['-W', 'ignore', script, address, database, String(shipments)],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const told = JSON.parse(output.trim().split('\n').at(-1)!) as {
    version: string
    doneMoves: number
    linesPerSecond: number
  }
  // Each line has a move into the warehouse's input and one from there to storage; one shipment is for warming up.
  if (told.doneMoves !== (shipments + 1) * 20)
    throw new Error(`Tryton has ${told.doneMoves} moves done, not ${(shipments + 1) * 20}`)
  record(`Tryton ${told.version}, receive and done`, told.linesPerSecond, 'lines/s')
  const own = Math.max(
    valueOf('receipts posted through the API'),
    valueOf('receipts posted through two processes'),
  )
  record('receipts against Tryton', own / told.linesPerSecond, 'times', { atLeast: 500 })
}

/** The Python of Debian's packages, if they are installed. */
function findPython(): string | null {
  const needed = 'import psycopg2, trytond.modules.stock'
  for (const python of ['/usr/bin/python3', 'python3'])
    if (spawnSync(python, ['-W', 'ignore', '-c', needed], { stdio: 'ignore' }).status === 0)
      return python
  return null
}
