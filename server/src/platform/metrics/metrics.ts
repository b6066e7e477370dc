import type { Logger } from 'pino'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { Database, PoolLoad } from '../database/database.ts'
import { textOfProcess } from './process-metrics.ts'
import type { Readings } from './readings.ts'
import { ReadingsOfDatabase } from './readings.ts'

/** Seconds; 105 is the time-out of a request. */
const requestBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 105]

/** A finished request. `route` is the pattern, never the path, which has keys of documents. */
export interface FinishedRequest {
  method: string
  route: string
  status: number
  seconds: number
}

/**
 * What Prometheus reads of this process. Labels have few values: route patterns, states, kinds of jobs, proofs and
 * companies; never data of persons or documents.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #reports: Database
  readonly #readings: ReadingsOfDatabase
  #liveSockets = (): number => 0
  readonly #furtherPools = new Map<string, () => PoolLoad>()

  readonly #requests = new Histogram({
    name: 'kufang_http_request_duration_seconds',
    help: 'Requests by route pattern, method and status, with their duration until the last byte',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestBuckets,
    registers: [this.#registry],
  })
  readonly #connections = this.#gauge(
    'kufang_database_connections',
    'Connections of the pools of requests (people), background work (system), the worker of jobs (jobs) and reports (replica), and calls that wait for one',
    ['pool', 'state'],
  )
  readonly #connectionsMax = this.#gauge(
    'kufang_database_connections_max',
    'The limit of each pool; 0 while the replica is away',
    ['pool'],
  )
  readonly #queue = this.#gauge(
    'kufang_database_queue_requests',
    'Requests that use the database, and those that wait for their turn',
    ['state'],
  )
  readonly #sockets = this.#gauge('kufang_live_sockets', 'Open windows of the live channel', [])
  readonly #databaseUp = this.#gauge(
    'kufang_database_up',
    'Whether the values read from the database are there: 1 or 0',
    [],
  )
  readonly #jobs = this.#gauge(
    'kufang_jobs',
    'Background jobs by kind: due, later (their time is to come), running, failed (no attempts left)',
    ['task', 'state'],
  )
  readonly #jobAge = this.#gauge(
    'kufang_job_oldest_due_seconds',
    'For how long the oldest job of a kind has been due; 0 if none is',
    ['task'],
  )
  readonly #postings = this.#gauge(
    'kufang_erp_postings',
    'Postings to the ERP that are not settled, by state',
    ['state'],
  )
  readonly #postingAge = this.#gauge(
    'kufang_erp_posting_oldest_seconds',
    'Age of the oldest posting of each state that is not settled; 0 if there is none',
    ['state'],
  )
  readonly #proofs = this.#gauge(
    'kufang_proof_differences',
    'Differences that the last run of a proof found; company "" is all',
    ['company', 'proof'],
  )
  readonly #proofAge = this.#gauge(
    'kufang_proof_age_seconds',
    'Time since the last run of a proof ended',
    ['company', 'proof'],
  )

  /** @param reports the database for reports, whose load includes the replica */
  constructor(database: Database, log: Logger, reports: Database = database) {
    this.#reports = reports
    this.#readings = new ReadingsOfDatabase(database, log)
  }

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType
  }

  /** How to ask for the number of live sockets. */
  askLiveSockets(count: () => number): void {
    this.#liveSockets = count
  }

  /** How to ask for the load of a pool besides those of the database. */
  askPool(pool: string, load: () => PoolLoad): void {
    this.#furtherPools.set(pool, load)
  }

  countRequest({ method, route, status, seconds }: FinishedRequest): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds)
  }

  /** All values in Prometheus' text format. */
  async text(): Promise<string> {
    const readings = await this.#readings.read()
    this.#setLoad()
    this.#databaseUp.set(readings === null ? 0 : 1)
    // Values of a database that does not answer would be stale without a sign of it.
    for (const gauge of [
      this.#jobs,
      this.#jobAge,
      this.#postings,
      this.#postingAge,
      this.#proofs,
      this.#proofAge,
    ])
      gauge.reset()
    if (readings !== null) this.#setReadings(readings)
    return `${await this.#registry.metrics()}\n${await textOfProcess()}`
  }

  #setLoad(): void {
    const { queue, ...pools } = this.#reports.load()
    const further = [...this.#furtherPools].map(([pool, load]) => [pool, load()] as const)
    for (const [pool, { max, ...counts }] of [...Object.entries(pools), ...further]) {
      this.#connectionsMax.set({ pool }, max)
      for (const [state, count] of Object.entries(counts))
        this.#connections.set({ pool, state }, count)
    }
    for (const [state, count] of Object.entries(queue ?? {})) this.#queue.set({ state }, count)
    this.#sockets.set(this.#liveSockets())
  }

  #setReadings({ jobs, postings, proofs }: Readings): void {
    for (const { task, state, count, oldestDueSeconds } of jobs) {
      this.#jobs.set({ task, state }, count)
      if (state === 'due') this.#jobAge.set({ task }, oldestDueSeconds)
    }
    for (const { state, count, oldestSeconds } of postings) {
      this.#postings.set({ state }, count)
      this.#postingAge.set({ state }, oldestSeconds)
    }
    for (const { companyCode: company, proof, differenceCount, ageSeconds } of proofs) {
      this.#proofs.set({ company, proof }, differenceCount)
      this.#proofAge.set({ company, proof }, ageSeconds)
    }
  }

  #gauge(name: string, help: string, labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] })
  }
}
