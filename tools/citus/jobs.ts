import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '../../bench/faults/site.ts'
import { addJob } from '../../server/src/platform/jobs/jobs.ts'
import { administer } from '../../server/src/platform/database/administer.ts'

const patienceMs = 120_000

/** Lets the product run every job of its timetable once, those of the night too, and reads which failed. */
export async function runJobs(site: Site): Promise<string> {
  await site.serve(1)
  try {
    const known = await administer<{ name: string }>(
      site.database.connectionString,
      'select identifier as name from graphile_worker._private_known_crontabs order by 1',
    )
    const names = known.map(({ name }) => name)
    await finish(site, names)
    return `${names.length} jobs of the timetable: ${names.join(', ')}`
  } finally {
    await site.serve(0)
  }
}

/** Adds the jobs, and waits until all have run. */
async function finish(site: Site, names: readonly string[]): Promise<void> {
  for (const name of names) await addJob(site.database, name, {}, { attemptsMax: 1 })
  const left = () =>
    administer<{ name: string; error: string | null; attempts: number }>(
      site.database.connectionString,
      `select t.identifier as name, j.last_error as error, j.attempts
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.last_error is not null or (j.run_at <= now() and t.identifier = any($1))`,
      [names],
    )
  for (const until = Date.now() + patienceMs; ; await pause(300)) {
    const jobs = await left()
    const failed = jobs.filter(({ error }) => error !== null)
    if (failed.length > 0)
      throw new Error(
        failed.map(({ name, error }) => `${name}: ${error?.slice(0, 500)}`).join('\n'),
      )
    if (jobs.length === 0) return
    if (Date.now() > until)
      throw new Error(`still not run: ${jobs.map(({ name }) => name).join(', ')}`)
  }
}
