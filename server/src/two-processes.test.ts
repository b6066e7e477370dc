import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { constants, publicEncrypt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@kufang/kernel/identifier.ts'
import { todayIn } from '@kufang/kernel/local-date.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureUser, wholeCompany } from './identity/ensure-user.ts'
import type { Database } from './platform/database/database.ts'
import { openDatabase } from './platform/database/database.ts'
import type { FailureData } from './platform/http/envelope.ts'
import { addJob, prepareJobs, startJobs } from './platform/jobs/jobs.ts'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { compiledModules } from './platform/testing/cluster.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'

/*
 * Two server processes on one database and one data folder, as behind a proxy: changes through one are visible to the
 * other. Live windows are tested in live.test.ts, single sending of postings by `npm run faults`.
 */

const password = 'Kufang@2026'
let test: TestDatabase
let database: Database
let folder: string
const children: ChildProcess[] = []
let first: string
let second: string
let admin: string

async function start(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      ...compiledModules(),
      DATABASE_URL: test.connectionString,
      KUFANG_DATA: folder,
      KUFANG_DRAIN_SECONDS: '0',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  for await (const piece of child.stdout) {
    output += String(piece)
    const address = /^listening (http:\/\/127\.0\.0\.1:\d+)\/$/m.exec(output)?.[1]
    if (address !== undefined) {
      child.stdout.resume()
      return address
    }
  }
  throw new Error(`the server ended: ${output}`)
}

interface Answer<T> {
  status: number
  datas: T & FailureData
}

async function call<T = Record<string, unknown>>(
  process: string,
  token: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer<T>> {
  const response = await fetch(`${process}${path}`, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const text = await response.text()
  const datas = isJson ? (JSON.parse(text) as { datas: T & FailureData }).datas : undefined
  return { status: response.status, datas: datas as T & FailureData }
}

async function tokenOf(process: string, username: string): Promise<string> {
  const { status, datas } = await call<{ access_token: string }>(process, '', '/api/oauth/token', {
    username,
    password,
  })
  expect(status).toBe(200)
  return datas.access_token
}

beforeAll(async () => {
  test = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kufang-two-'))
  database = openDatabase({ connectionString: test.connectionString })
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  await ensureUser(database, { account: 'root', userName: '管理员', password, roles: ['admin'] })
  await ensureUser(database, {
    account: 'reader',
    userName: '查阅人',
    password,
    roles: ['CZRZCX'],
    plants: [{ companyCode: '1000' }],
    ...wholeCompany,
  })
  // Started concurrently: one migrates and creates the jobs, the other waits.
  ;[first, second] = (await Promise.all([start(), start()])) as [string, string]
  admin = await tokenOf(first, 'root')
})

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await database?.close()
  await test?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const log = '/api/queries/operation/list'

describe('two processes', () => {
  it('know the same sign-ins: made at one, good and ended at both', async () => {
    const token = await tokenOf(first, 'reader')
    for (const process of [first, second])
      expect((await call(process, token, log, {})).status).toBe(200)
    expect((await call(second, token, '/api/oauth/remove/token', {})).status).toBe(200)
    await expect.poll(async () => (await call(first, token, log, {})).status).toBe(401)
  })

  it('have the same key for passwords: encrypted for one, understood by both', async () => {
    const { datas } = await call<{ publicKey: string }>(
      first,
      '',
      '/api/oauth/publicKey',
      undefined,
      {},
      'GET',
    )
    const sealed = () => {
      const cipher = publicEncrypt(
        { key: datas.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(password),
      )
      return { username: 'reader', password: `rsa:${cipher.toString('base64')}` }
    }
    for (const process of [first, second])
      expect((await call(process, '', '/api/oauth/token', sealed())).status).toBe(200)
    const once = sealed()
    const statuses = []
    for (const process of [first, second])
      statuses.push((await call(process, '', '/api/oauth/token', once)).status)
    expect(statuses).toEqual([200, 400])
  })

  it('know the same rights: taken at one, missing at both', async () => {
    const token = await tokenOf(second, 'reader')
    for (const process of [first, second])
      expect((await call(process, token, log, {})).status).toBe(200)
    const [user] = await database.query<{ userId: string; version: number }>(
      `select id as user_id, version from app_user where account = 'reader'`,
    )
    const path = `/api/system/users/${user!.userId}/roles`
    const change = { version: user!.version, roles: ['KCCX'] }
    expect((await call(first, admin, path, change)).status).toBe(200)
    expect((await call(first, token, log, {})).status).toBe(403)
    await expect.poll(async () => (await call(second, token, log, {})).status).toBe(403)
  })

  it('know the same parameters: set at one, counted with at both', async () => {
    await database.query(
      `insert into audit_entry (company_code, id, user_id, user_name, subject_type, subject_id, action)
       select '1000', gen_random_uuid(), gen_random_uuid(), 'x', 'thing', n::text, 'post' from generate_series(1, 1500) n`,
    )
    const columns = [{ field: 'userName', title: '操作人' }]
    const exported = async (process: string) => {
      const { status, datas } = await call(process, admin, '/api/queries/operation/export', {
        columns,
      })
      return status === 200 ? 'exported' : datas.code
    }
    const set = async (process: string, value: number, version: number) => {
      const { status } = await call(
        process,
        admin,
        '/api/settings/business',
        { name: 'export.rowsMax', value, version, validFrom: todayIn('Asia/Shanghai', new Date()) },
        { 'idempotency-key': newId() },
        'PUT',
      )
      expect(status).toBe(200)
    }
    for (const process of [first, second]) expect(await exported(process)).toBe('exported')
    await set(first, 1000, 0)
    expect(await exported(first)).toBe('export-too-large')
    await expect.poll(() => exported(second)).toBe('export-too-large')
    await set(second, 5000, 1)
    expect(await exported(second)).toBe('exported')
    await expect.poll(() => exported(first)).toBe('exported')
  })

  it('know the same masters, and act once on a request that reaches both', async () => {
    const company = { companyCode: '3000', name: '丙', currency: 'CNY' }
    const send = (process: string) =>
      call(process, admin, '/api/masters/company', company, { 'idempotency-key': 'company-3000' })
    const answers = await Promise.all([send(first), send(second), send(first), send(second)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ datas }) => datas)).toEqual(answers.map(() => answers[0]!.datas))
    for (const process of [first, second]) {
      const list = await call<{ rows: { companyCode: string }[] }>(
        process,
        admin,
        '/api/masters/company/list',
        {},
      )
      expect(list.datas.rows.filter(({ companyCode }) => companyCode === '3000')).toHaveLength(1)
    }
    expect(
      await database.query(
        `select count(*)::integer as entries from audit_entry where subject_type = 'company' and company_code = '3000'`,
      ),
    ).toEqual([{ entries: 1 }])
  })
})

describe('the jobs of two workers', () => {
  let jobs: TestDatabase
  let queue: Database

  beforeAll(async () => {
    jobs = await createTestDatabase()
    queue = openDatabase({ connectionString: jobs.connectionString })
    await prepareJobs(jobs.connectionString)
  })
  afterAll(async () => {
    await queue?.close()
    await jobs?.drop()
  })

  it('run once each, and so do the turns of the timetable', async () => {
    const runs: { worker: number; job: string }[] = []
    const turns: string[] = []
    const count = 200
    // Timetable runs missed in the last half hour: the next process to start catches up.
    const client = await queue.pool.connect()
    await client.query('reset role')
    await client.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('turn', now() - interval '1 day', now() - interval '30 minutes')`,
    )
    client.release(true)
    const worker = (number: number) =>
      startJobs({
        database: queue,
        log: pino({ level: 'silent' }),
        crontab: '* * * * * turn ?fill=25m',
        tasks: {
          turn: async (payload) => {
            turns.push((payload as { _cron: { ts: string } })._cron.ts)
          },
          note: async (payload) => {
            runs.push({ worker: number, job: String((payload as { job: number }).job) })
          },
        },
      })
    const workers = await Promise.all([worker(1), worker(2)])
    try {
      await queue.transaction(async (tx) => {
        for (let job = 0; job < count; job++) await addJob(tx, 'note', { job })
      })
      await expect.poll(() => runs.length, { timeout: 30_000 }).toBe(count)
      await expect.poll(() => turns.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(25)
    } finally {
      for (const one of workers) await one.stop()
    }
    expect(new Set(runs.map(({ job }) => job)).size).toBe(count)
    expect(runs).toHaveLength(count)
    expect(new Set(runs.map((run) => run.worker))).toEqual(new Set([1, 2]))
    expect(new Set(turns).size).toBe(turns.length)
  })
})
