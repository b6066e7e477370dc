import { EventEmitter } from 'node:events'
import type { Logger as PinoLogger } from 'pino'
import { Logger, run, runMigrations } from 'graphile-worker'
import type { TaskList, WorkerEvents, WorkerPool } from 'graphile-worker'
import pg from 'pg'
import { loadOf } from '../database/database.ts'
import type { Database, PoolLoad, Queryable } from '../database/database.ts'
import { newTrace, runWithTrace } from '../operation/trace.ts'

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
  /** The connections of the worker's pool. */
  load(): PoolLoad
  /** Whether jobs are taken: not after `stop`, nor if the worker has ended by itself. */
  readonly isRunning: boolean
  /**
   * Waits for running jobs, then stops. Jobs that run longer than the limit are given back, so that another process
   * repeats them at once; the caller then ends the process. Without it they would stay locked for four hours.
   */
  stop(limitMs?: number): Promise<void>
}

/**
 * Creates or updates the job tables, and functions through which the application's role adds jobs and counts them: row
 * level security denies it access to the tables. Call it before `addJob`.
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
    // Finished jobs are deleted, so the table has only those that this counts.
    await client.query(`
      create or replace function public.background_job_load()
      returns table (task text, state text, count integer, oldest_due_seconds double precision)
      language sql stable security definer set search_path = '' as $$
        select t.identifier, s.state, coalesce(j.count, 0), coalesce(j.oldest_due_seconds, 0)
        from graphile_worker._private_tasks t
        cross join (values ('due'), ('later'), ('running'), ('failed')) as s (state)
        left join (
          select task_id, case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
              when run_at <= now() then 'due' else 'later' end as state,
            count(*)::integer as count, extract(epoch from now() - min(run_at))::double precision as oldest_due_seconds
          from graphile_worker._private_jobs group by 1, 2
        ) j on j.task_id = t.id and j.state = s.state
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
      runWithTrace(newTrace(), () =>
        task(payload, {
          attempt: helpers.job.attempts,
          log: log.child({ job: name, id: helpers.job.id }),
        }),
      )
  }
  const events: WorkerEvents = new EventEmitter()
  let worker: WorkerPool | undefined
  events.once('pool:create', ({ workerPool }) => {
    worker = workerPool
  })
  const runner = await run({
    pgPool: pool,
    events,
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
  let isRunning = true
  runner.promise
    .catch((error: unknown) => log.error({ err: error }, 'the job runner ended'))
    .finally(() => (isRunning = false))
  return {
    load: () => loadOf(pool),
    get isRunning() {
      return isRunning
    },
    async stop(limitMs) {
      isRunning = false
      const stopped = runner.stop()
      if (limitMs !== undefined && !(await isSettledWithin(stopped, limitMs))) {
        await worker?.forcefulShutdown('the process stops before the job has ended')
        // The pool stays open: a job that ends in the last moment is entered as done.
        return
      }
      await stopped
      await pool.end()
    },
  }
}

async function isSettledWithin(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<false>((late) => {
    timer = setTimeout(() => late(false), limitMs)
  })
  try {
    return await Promise.race([work.then(() => true as const), isLate])
  } finally {
    clearTimeout(timer)
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
