import type { Site } from '../../bench/faults/site.ts'
import { runJobs as runTimetable } from '../../bench/run-jobs.ts'

const patienceSeconds = 120

/** Lets the product run every job of its timetable once, those of the night too, and reads which failed. */
export async function runJobs(site: Site): Promise<string> {
  await site.serve(1)
  try {
    const runs = await runTimetable(site.database, patienceSeconds)
    const failed = runs.filter(({ error }) => error !== null)
    if (failed.length > 0)
      throw new Error(
        failed.map(({ name, error }) => `${name}: ${error?.slice(0, 500)}`).join('\n'),
      )
    return `${runs.length} jobs of the timetable: ${runs.map(({ name }) => name).join(', ')}`
  } finally {
    await site.serve(0)
  }
}
