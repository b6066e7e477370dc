import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { administer } from '../../server/src/platform/database/administer.ts'
import type { EmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'

const workers = 2
/** Shards per table: as many as machines use, few enough that a small database is distributed quickly. */
const shards = 4
/** The folder of the PostgreSQL without Citus. */
const plain = 'plain'
const startAttempts = 20
const portFirst = 5600
const portLast = 6600

/** A coordinator and two workers of Citus on this machine, in a temporary folder, from a folder with its programs. */
export class CitusCluster {
  readonly folder: string
  readonly #port: number
  readonly #script: string

  private constructor(folder: string, port: number, script: string) {
    this.folder = folder
    this.#port = port
    this.#script = script
  }

  /** @param programs the folder with `citus-cluster.sh` */
  static async start(programs: string): Promise<CitusCluster> {
    const script = join(resolve(programs), 'citus-cluster.sh')
    if (!existsSync(script)) throw new Error(`no citus-cluster.sh in ${programs}`)
    const folder = mkdtempSync(join(tmpdir(), 'kufang-citus-'))
    const cluster = new CitusCluster(folder, await freePorts(workers + 2), script)
    execute('bash', [script, 'start', folder, String(workers), String(cluster.#port)])
    return cluster
  }

  /** The URL of a database of the coordinator, or of a worker (1…). */
  url(database: string, node = 0): string {
    return `postgresql://kufang@127.0.0.1:${this.#port + node}/${database}`
  }

  get nodes(): readonly number[] {
    return Array.from({ length: workers + 1 }, (_one, node) => node)
  }

  /** The process of a node's PostgreSQL. */
  pidOf(node: number): number {
    return pidIn(this.#data(node))
  }

  /** The process of the PostgreSQL that `startPlain` started. */
  get plainPid(): number {
    return pidIn(join(this.folder, plain))
  }

  /** Starts a node again. Processes of one that was killed may still be ending, which PostgreSQL refuses to disturb. */
  async startNode(node: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#control(`node${node}`, '-l', `${this.#data(node)}.log`, '-w', 'start')
        return
      } catch (error) {
        if (attempt === startAttempts) throw error
        await pause(300)
      }
    }
  }

  /** Kills a node, as a power cut does. */
  async killNode(node: number): Promise<void> {
    const pid = this.pidOf(node)
    process.kill(pid, 'SIGKILL')
    while (runs(pid)) await pause(20)
  }

  /**
   * Starts a PostgreSQL of the same programs and settings without Citus beside the cluster, to compare with.
   * @returns the URL of its database `postgres`
   */
  startPlain(): string {
    const [data, port] = [join(this.folder, plain), this.#port + workers + 1]
    this.#execute(
      'initdb',
      '-D',
      data,
      '-U',
      'kufang',
      '-A',
      'trust',
      '--no-sync',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    )
    const settings = readFileSync(join(this.#data(0), 'postgresql.auto.conf'), 'utf8')
      .split('\n')
      .filter((line) => !line.includes('citus') && !line.startsWith('port'))
    writeFileSync(
      join(data, 'postgresql.auto.conf'),
      [...settings, `port = ${port}`, ''].join('\n'),
    )
    this.#control(plain, '-l', `${data}.log`, '-w', 'start')
    return `postgresql://kufang@127.0.0.1:${port}/postgres`
  }

  isRunning(node: number): boolean {
    return existsSync(join(this.#data(node), 'postmaster.pid')) && runs(this.pidOf(node))
  }

  /** The coordinator as the database of a site of `bench/faults`. */
  asPostgres(): EmbeddedPostgres {
    const pid = this.pidOf(0)
    const ended = (async () => {
      while (runs(pid)) await pause(50)
    })()
    // The cluster is stopped by whoever has started it.
    return { connectionString: this.url('postgres'), pid, ended, stop: () => Promise.resolve() }
  }

  /**
   * Creates a database on all machines with the extension, so that they know each other, and lets each table have few
   * shards.
   */
  async createDatabase(name: string): Promise<string> {
    await this.dropDatabase(name)
    for (const node of this.nodes) {
      await run(this.url('postgres', node), `create database ${name}`)
      await run(
        this.url('postgres', node),
        `alter database ${name} set citus.shard_count = ${shards}`,
      )
      await run(this.url(name, node), 'create extension if not exists citus')
    }
    const coordinator = this.url(name)
    await run(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${this.#port})`)
    for (const node of this.nodes.slice(1))
      await run(coordinator, `select citus_add_node('127.0.0.1', ${this.#port + node})`)
    return coordinator
  }

  /** Makes a database a template: nobody may connect to it, not even the extension's own process. */
  async freeze(name: string): Promise<void> {
    for (const node of this.nodes)
      await run(
        this.url('postgres', node),
        `alter database ${name} with is_template true allow_connections false`,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
      )
  }

  async dropDatabase(name: string): Promise<void> {
    for (const node of this.nodes)
      await run(this.url('postgres', node), `drop database if exists ${name} with (force)`)
  }

  /** Stops all machines and removes their data. */
  stop(keeps = false): void {
    execute('bash', [this.#script, 'stop', this.folder])
    if (existsSync(join(this.folder, plain))) this.#control(plain, '-m', 'fast', '-w', 'stop')
    if (!keeps) rmSync(this.folder, { recursive: true, force: true })
  }

  #data(node: number): string {
    return join(this.folder, `node${node}`)
  }

  #control(folder: string, ...words: string[]): void {
    this.#execute('pg_ctl', '-D', join(this.folder, folder), ...words)
  }

  #execute(program: string, ...words: string[]): void {
    const programs = join(this.folder, 'pg18-citus14')
    const command = [join(programs, 'bin', program), ...words]
    const [first, ...rest] =
      process.getuid?.() === 0
        ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...command]
        : command
    execute(first!, rest, { LD_LIBRARY_PATH: join(programs, 'lib') })
  }
}

/** Runs statements one after the other, each alone: some must not be in a transaction. */
export async function run(connectionString: string, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await administer(connectionString, text)
}

/** Distributes a migrated, empty database by `tools/citus/distribute.sql`. */
export async function distribute(connectionString: string): Promise<void> {
  const script = readFileSync(join(import.meta.dirname, 'distribute.sql'), 'utf8')
  await administer(connectionString, script)
}

const pidIn = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function execute(program: string, words: readonly string[], environment = {}): void {
  // Its output goes to files: PostgreSQL inherits the streams, and a pipe would stay open.
  const { status, error } = spawnSync(program, words, {
    cwd: '/',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}`)
}

/** The first of so many ports in a row on which nobody listens. */
async function freePorts(count: number): Promise<number> {
  for (let port = portFirst; port < portLast; port += count) {
    const free = await Promise.all(Array.from({ length: count }, (_one, at) => isFree(port + at)))
    if (free.every(Boolean)) return port
  }
  throw new Error(`no ${count} free ports between ${portFirst} and ${portLast}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
