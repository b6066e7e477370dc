import { setTimeout as pause } from 'node:timers/promises'
import { administer } from '../server/src/platform/database/administer.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { addJob } from '../server/src/platform/jobs/jobs.ts'

/** A job of the timetable that has run once. */
export interface JobRun {
  name: string
  /** With what it waited for a free worker. */
  seconds: number
  /** Null if it succeeded. */
  error: string | null
}

/**
 * Lets the running server do every job of its timetable once, one after the other, those of the night too.
 * @param patienceSeconds a job that takes longer ends the run
 * @param onRun called after each job
 * @param isWanted of a job by its name; all if absent
 * @throws if a job takes too long
 */
export async function runJobs(
  database: Database,
  patienceSeconds: number,
  onRun: (run: JobRun) => void = () => undefined,
  isWanted: (name: string) => boolean = () => true,
): Promise<JobRun[]> {
  const known = await administer<{ name: string }>(
    database.connectionString,
    'select identifier as name from graphile_worker._private_known_crontabs order by 1',
  )
  const runs: JobRun[] = []
  for (const { name } of known.filter((one) => isWanted(one.name))) {
    const run = await runJob(database, name, patienceSeconds)
    runs.push(run)
    onRun(run)
  }
  return runs
}

async function runJob(database: Database, name: string, patienceSeconds: number): Promise<JobRun> {
  const key = `measured ${name}`
  const began = performance.now()
  await addJob(database, name, {}, { attemptsMax: 1, key })
  for (;;) {
    // A job that has succeeded is deleted.
    const [standing] = await administer<{ error: string | null }>(
      database.connectionString,
      'select last_error as error from graphile_worker._private_jobs where key = $1',
      [key],
    )
    const seconds = (performance.now() - began) / 1000
    if (standing === undefined) return { name, seconds, error: null }
    if (standing.error !== null) return { name, seconds, error: standing.error }
    if (seconds > patienceSeconds) throw new Error(`${name} has run for ${Math.round(seconds)} s`)
    await pause(50)
  }
}
