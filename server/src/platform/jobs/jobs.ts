import type { Logger as PinoLogger } from 'pino'
import { Logger, run, runMigrations } from 'graphile-worker'
import type { TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Database, Queryable } from '../database/database.ts'

/** A job's function. `payload` is the JSON passed to `addJob`; throwing causes a retry. */
export type JobTask = (
  payload: unknown,
  context: { attempt: number; log: PinoLogger },
) => Promise<void>

export interface JobsOptions {
  database: Database
  log: PinoLogger
  tasks: Record<string, JobTask>
  /** Lines of graphile-worker's crontab, UTC: `0 18 * * * nightly`. */
  crontab?: string
  /** Number of concurrent jobs in this process. */
  concurrency?: number
}

export interface Jobs {
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>
}

/**
 * Creates or updates the job tables, and a function through which the application's role adds jobs: row level security
 * denies it access to the tables. Call it before `addJob`.
 */
export async function prepareJobs(connectionString: string): Promise<void> {
  await runMigrations({ connectionString })
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // Two processes starting concurrently would conflict on the same catalog row.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7310002)')
    await client.query(`
      create or replace function public.add_background_job(
        task text, payload json, queue text, run_at timestamptz, attempts_max integer, job_key text
      ) returns void language sql security definer set search_path = '' as $$
        select graphile_worker.add_job(task, payload, queue, run_at, attempts_max, job_key)
      $$`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Starts the worker in this process with its own pool. Any number of processes may do so. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { database, log } = options
  await prepareJobs(database.connectionString)
  const concurrency = options.concurrency ?? 2
  const pool = new pg.Pool({
    connectionString: database.connectionString,
    max: concurrency + 2,
    application_name: 'kufang jobs',
    types: { getTypeParser: parserOfJobs as typeof pg.types.getTypeParser },
  })
  const broken = (error: unknown) => log.error({ err: error }, 'the job pool broke')
  pool.on('error', broken)
  pool.on('connect', (client) => client.on('error', broken))
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(options.tasks)) {
    taskList[name] = (payload, helpers) =>
      task(payload, {
        attempt: helpers.job.attempts,
        log: log.child({ job: name, id: helpers.job.id }),
      })
  }
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    taskList,
    // An empty text is a crontab without lines; without it graphile-worker would look for a file.
    crontab: options.crontab ?? '',
    logger: new Logger((scope) => (given, message) => {
      const level = String(given)
      const write = level === 'error' ? log.error : level === 'warning' ? log.warn : log.debug
      write.call(log, { scope: scope.label ?? 'jobs' }, message)
    }),
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner ended'))
  return {
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}

/**
 * graphile-worker needs instants as Date, while ours are texts (`installTypeParsers`); with texts, missed runs of the
 * timetable would never be caught up.
 */
function parserOfJobs(type: number, format?: 'text'): (text: string) => unknown {
  const parse = pg.types.getTypeParser(type, format) as (text: string) => unknown
  const instant: number = pg.types.builtins.TIMESTAMPTZ
  return type === instant ? (text) => new Date(parse(text) as string) : parse
}

export interface JobOptions {
  /** Jobs of one queue run sequentially. */
  queue?: string
  /** Not before this time. */
  runAt?: Date
  attemptsMax?: number
  /** A later job with the same key replaces one not yet started. */
  key?: string
}

/** Adds a job in the caller's transaction. */
export async function addJob(
  tx: Queryable,
  task: string,
  payload: unknown = {},
  options: JobOptions = {},
): Promise<void> {
  await tx.query(
    `select public.add_background_job($1, $2::json, $3, $4::timestamptz, $5::integer, $6)`,
    [
      task,
      JSON.stringify(payload),
      options.queue ?? null,
      options.runAt?.toISOString() ?? null,
      options.attemptsMax ?? null,
      options.key ?? null,
    ],
  )
}
