import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { runForSystem } from '../database/request-work.ts'

export interface JobReading {
  task: string
  /** `due` waits for a worker; `later` has its time to come, such as a retry; `failed` has no attempts left. */
  state: 'due' | 'later' | 'running' | 'failed'
  count: number
  oldestDueSeconds: number
}

export interface PostingReading {
  state: string
  count: number
  oldestSeconds: number
}

export interface ProofReading {
  companyCode: string
  proof: string
  differenceCount: number
  ageSeconds: number
}

/** What only the database knows: the same in every process. */
export interface Readings {
  jobs: JobReading[]
  postings: PostingReading[]
  proofs: ProofReading[]
}

/** For this time readings count, however often they are asked for. */
const keptMs = 5000
/** How long the database may take, ms; a scrape is given up by Prometheus after 10 s. */
const patienceMs = 5000
/** The states of postings that nobody waits for any more: almost all of them, and not counted. */
const openStates = ['pending', 'sending', 'unknown', 'rejected', 'blocked', 'dead']

/** Reads them from the index by company and state, which holds the open ones together. */
export const postingText = `
  select s.state, coalesce(sum(p.count), 0)::integer as count,
    coalesce(extract(epoch from now() - min(p.oldest)), 0)::double precision as oldest_seconds
  from unnest($1::text[]) as s (state) cross join company c
  cross join lateral (
    select count(*) as count, min(created_at) as oldest from erp_posting
    where company_code = c.company_code and state = s.state) p
  group by s.state`

const proofText = `
  select company_code, proof, difference_count, extract(epoch from now() - finished_at)::double precision as age_seconds
  from proof_run r where company_code = '' or exists (
    select from company c where c.company_code = r.company_code and c.is_active)`

/** Reads them at most once within `keptMs`. */
export class ReadingsOfDatabase {
  readonly #database: Database
  readonly #log: Logger
  #kept: { at: number; readings: Promise<Readings | null> } | undefined

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
  }

  /** Null if the database does not answer in time. */
  read(): Promise<Readings | null> {
    const now = performance.now()
    if (this.#kept === undefined || now - this.#kept.at > keptMs)
      this.#kept = { at: now, readings: this.#readInTime() }
    return this.#kept.readings
  }

  async #readInTime(): Promise<Readings | null> {
    const patience = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => patience.reject(new Error(`no answer within ${patienceMs} ms`)),
      patienceMs,
    )
    try {
      return await Promise.race([runForSystem(() => this.#readAll()), patience.promise])
    } catch (error) {
      this.#log.warn({ err: error }, 'the values for /metrics could not be read')
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  /** One after the other: the system's connections are few. */
  async #readAll(): Promise<Readings> {
    const jobs = await this.#database.query<JobReading>(
      'select task, state, count, oldest_due_seconds from public.background_job_load()',
    )
    const postings = await this.#database.query<PostingReading>(postingText, [openStates])
    const proofs = await this.#database.query<ProofReading>(proofText)
    return { jobs, postings, proofs }
  }
}
