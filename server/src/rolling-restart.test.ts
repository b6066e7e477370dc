import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ensureUser, wholeCompany } from './identity/ensure-user.ts'
import type { Database } from './platform/database/database.ts'
import { openDatabase } from './platform/database/database.ts'
import { compiledModules } from './platform/testing/cluster.ts'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'

/*
 * Two server processes behind a proxy that sends requests, without repeating any, to those that answer /ready with yes.
 * Each is restarted while people work.
 */

const password = 'Kufang@2026'
/** How often the proxy asks /ready; the processes drain for ten times as long. */
const askEveryMs = 100
const drainSeconds = 1
const peopleCount = 4

class Process {
  readonly child: ChildProcess
  readonly ended: Promise<number>
  address = ''

  constructor(child: ChildProcess) {
    this.child = child
    this.ended = once(child, 'exit').then(([code]) => code as number)
  }

  static async start(databaseUrl: string, folder: string): Promise<Process> {
    const started = new Process(
      spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
        env: {
          PATH: process.env['PATH'],
          ...compiledModules(),
          DATABASE_URL: databaseUrl,
          KUFANG_DATA: folder,
          KUFANG_DRAIN_SECONDS: String(drainSeconds),
          PORT: '0',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    )
    let output = ''
    for await (const piece of started.child.stdout!) {
      output += String(piece)
      const address = /^listening (http:\/\/127\.0\.0\.1:\d+)\/$/m.exec(output)?.[1]
      if (address === undefined) continue
      started.address = address
      started.child.stdout!.resume()
      return started
    }
    throw new Error(`the server ended: ${output}`)
  }
}

/** One of the processes, as the proxy knows it. */
interface Target {
  process: Process
  isReady: boolean
  /** What it lacked at the last question. */
  missing: string[]
}

class Proxy {
  targets: Target[] = []
  readonly failures: string[] = []
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #asking: NodeJS.Timeout
  #turn = 0

  constructor() {
    this.#server = createServer((asked, answer) => this.#pass(asked, answer))
    this.#asking = setInterval(() => void this.#askAll(), askEveryMs)
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    clearInterval(this.#asking)
    this.#server.close()
    this.#server.closeAllConnections()
    this.#agent.destroy()
  }

  async #askAll(): Promise<void> {
    await Promise.all(
      this.targets.map(async (target) => {
        try {
          const answer = await fetch(`${target.process.address}/ready`)
          const { missing } = (await answer.json()) as { missing: { code: string }[] }
          target.missing = missing.map(({ code }) => code)
          target.isReady = answer.status === 200
        } catch {
          // It has ended.
          target.isReady = false
        }
      }),
    )
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const ready = this.targets.filter(({ isReady }) => isReady)
    const target = ready[this.#turn++ % ready.length]
    if (target === undefined) {
      this.failures.push('no process is ready')
      answer.writeHead(502).end()
      return
    }
    const passed = request(
      target.process.address + asked.url!,
      { method: asked.method, headers: asked.headers, agent: this.#agent },
      (reply) => {
        const { connection: _, ...headers } = reply.headers
        answer.writeHead(reply.statusCode!, headers)
        reply.pipe(answer)
      },
    )
    passed.once('error', (error) => {
      this.failures.push(`${asked.url}: ${error.message}`)
      answer.writeHead(502).end()
    })
    asked.pipe(passed)
  }
}

let made: TestDatabase
let database: Database
let folder: string
let proxy: Proxy
let address: string
const processes: Process[] = []

const start = async (): Promise<Process> => {
  const started = await Process.start(made.connectionString, folder)
  processes.push(started)
  return started
}

beforeAll(async () => {
  made = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kufang-rolling-'))
  database = openDatabase({ connectionString: made.connectionString })
  await database.query(`insert into company (company_code, name) values ('1000', '甲')`)
  for (let person = 0; person < peopleCount; person++)
    await ensureUser(database, {
      account: `person${person}`,
      userName: '管理员',
      password,
      roles: ['admin'],
      plants: [{ companyCode: '1000' }],
      ...wholeCompany,
    })
  proxy = new Proxy()
  const started = await Promise.all([start(), start()])
  proxy.targets = started.map((one) => ({ process: one, isReady: false, missing: [] }))
  address = await proxy.listen()
})

afterAll(async () => {
  proxy?.close()
  for (const { child, ended } of processes) {
    if (child.exitCode !== null) continue
    child.kill('SIGKILL')
    await ended
  }
  await database?.close()
  await made?.drop()
  rmSync(folder, { recursive: true, force: true })
})

interface Work {
  written: string[]
  failures: string[]
}

/** Signs in, then writes a row and reads the list, again and again. */
async function work(person: number, until: AbortSignal): Promise<Work> {
  const done: Work = { written: [], failures: [] }
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 200) done.failures.push(`${path}: ${answer.status} ${text}`)
    return text
  }
  const signedIn = await send('/api/oauth/token', { username: `person${person}`, password })
  const { datas } = JSON.parse(signedIn) as { datas: { access_token: string } }
  const authorization = `Bearer ${datas.access_token}`
  for (let count = 0; !until.aborted; count++) {
    const pickingUnit = `P${person}-${String(count).padStart(6, '0')}`
    const before = done.failures.length
    await send(
      '/api/masters/picking-unit',
      { companyCode: '1000', pickingUnit, name: pickingUnit },
      { authorization, 'idempotency-key': `picking-unit-${pickingUnit}` },
    )
    if (done.failures.length === before) done.written.push(pickingUnit)
    await send('/api/masters/picking-unit/list', {}, { authorization })
  }
  return done
}

/** Opens a live window; a promise alone would be awaited with it. */
async function openSocket(target: Process): Promise<{ closed: Promise<number> }> {
  const answer = await fetch(`${target.address}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'person0', password }),
  })
  const { datas } = (await answer.json()) as { datas: { access_token: string } }
  const socket = new WebSocket(`${target.address.replace('http', 'ws')}/websocket`, {
    headers: { authorization: `Bearer ${datas.access_token}` },
  })
  await once(socket, 'open')
  return { closed: once(socket, 'close').then(([code]) => code as number) }
}

test('a restart of one process after the other fails no request and loses none', async () => {
  await expect.poll(() => proxy.targets.map(({ isReady }) => isReady)).toEqual([true, true])
  const finish = new AbortController()
  const working = Array.from({ length: peopleCount }, (_, person) => work(person, finish.signal))
  for (const target of proxy.targets) {
    const old = target.process
    const { closed } = await openSocket(old)
    old.child.kill('SIGTERM')
    await expect.poll(() => target.missing, { interval: 10 }).toEqual(['stopping'])
    expect(await closed).toBe(1012)
    expect(await old.ended).toBe(0)
    target.process = await start()
    await expect.poll(() => target.isReady, { timeout: 20_000 }).toBe(true)
  }
  finish.abort()
  const all = await Promise.all(working)
  expect(all.flatMap(({ failures }) => failures)).toEqual([])
  expect(proxy.failures).toEqual([])
  const rows = await database.query<{ pickingUnit: string }>(
    'select picking_unit from picking_unit order by picking_unit',
  )
  const written = all.flatMap((one) => one.written).sort()
  expect(rows.map(({ pickingUnit }) => pickingUnit)).toEqual(written)
  expect(written.length).toBeGreaterThan(100)
}, 120_000)
