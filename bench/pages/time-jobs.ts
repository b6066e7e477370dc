import { backgroundTimetable } from '../../server/src/timetable.ts'
import { runJobs, type JobRun } from '../run-jobs.ts'
import type { FilledInstallation } from './filled-installation.ts'

export interface JobFigure extends JobRun {
  goalSeconds: number
}

/** What is done in the night is done before the morning, also one after the other. */
const nightlySeconds = 600
const patienceSeconds = 3600

/**
 * Runs every job of the timetable once at volume. What they do stays done.
 * @param wanted names of jobs; all if there are none
 */
export async function timeJobs(
  installation: FilledInstallation,
  wanted: readonly string[],
  say: (text: string) => void,
): Promise<JobFigure[]> {
  await installation.serve()
  const runs = await runJobs(
    installation.database,
    patienceSeconds,
    ({ name, seconds, error }) =>
      say(`${name}: ${seconds.toFixed(1)} s${error === null ? '' : `, failed: ${error}`}`),
    (name) => wanted.length === 0 || wanted.includes(name),
  )
  return runs.map((run) => ({ ...run, goalSeconds: goalOf(run.name) }))
}

/** Lines for jobs that failed or are beyond their goal. */
export const slowOf = (jobs: readonly JobFigure[]): string[] =>
  jobs
    .filter(({ seconds, goalSeconds, error }) => error !== null || seconds > goalSeconds)
    .map(
      ({ name, seconds, goalSeconds, error }) =>
        `job ${name}: ${seconds.toFixed(1)} s of ${goalSeconds}${error === null ? '' : `, ${error}`}`,
    )

/** A tenth of the interval of a job that is repeated every few minutes. */
function goalOf(job: string): number {
  const [minutes = ''] = backgroundTimetable.find((line) => line.split(' ')[5] === job)!.split(' ')
  if (minutes === '*') return 6
  const every = /^\*\/(\d+)$/.exec(minutes)?.[1]
  return every === undefined ? nightlySeconds : Number(every) * 6
}
