import { readFileSync } from 'node:fs'
import pg from 'pg'
import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import { openWindow } from '../../messages/testing/window.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import { addJob, prepareJobs } from '../jobs/jobs.ts'
import { recordProof } from '../operation/proof-run.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { listenForMetrics } from './metrics-listener.ts'
import { postingText } from './readings.ts'

const metricsToken = 'prometheus-0123456789'
const password = 'Kufang@2026'
let made: TestDatabase
let server: TestServer
let userId: string

const scrape = (authorization?: string) =>
  server.app.inject({
    url: '/metrics',
    headers: authorization === undefined ? {} : { authorization },
  })

/** The value of a sample: `kufang_jobs{task="mail",state="due"}`. */
async function valueOf(sample: string): Promise<number | undefined> {
  const { body } = await scrape(`Bearer ${metricsToken}`)
  const line = body.split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length))
}

async function writePostings(state: string, count: number, agedSeconds: number): Promise<void> {
  await server.database.query(
    `insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, posting_key, state, posting_date,
       document_date, goods_movement_code, payload, user_id, created_at, material_document, material_document_year)
     select '1000', gen_random_uuid(), 'goods-receipt', gen_random_uuid(), 'RK' || n, 1, 'post', upper(left($1, 3)) || n, $1, current_date,
       current_date, '01', '{}', $2, now() - make_interval(secs => $4), '5' || n, '2026' from generate_series(1, $3) n`,
    [state, userId, count, agedSeconds],
  )
}

beforeAll(async () => {
  made = await createTestDatabase()
  await prepareJobs(made.connectionString)
  server = await startTestServer(made.connectionString, { metricsToken })
  await server.database.query(`insert into company (company_code, name) values ('1000', '甲')`)
  ;({ userId } = await ensureUser(server.database, {
    account: 'keeper',
    userName: '保管员',
    password,
    roles: ['KCCX'],
    plants: [{ companyCode: '1000' }],
    ...wholeCompany,
  }))
})
afterAll(async () => {
  await server?.close()
  await made?.drop()
})

describe('the metrics', () => {
  it('are there for whoever has the token, and nowhere without one', async () => {
    expect((await scrape()).statusCode).toBe(401)
    for (const wrong of [`Bearer ${metricsToken}x`, 'Bearer x', `Basic ${metricsToken}`])
      expect((await scrape(wrong)).statusCode, wrong).toBe(401)
    expect((await scrape()).json()).toMatchObject({
      code: 'metrics-token-wrong',
      zh: expect.stringContaining('KUFANG_METRICS_TOKEN') as string,
      en: expect.stringContaining('KUFANG_METRICS_TOKEN') as string,
    })
    const { statusCode, headers } = await scrape(`Bearer ${metricsToken}`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('version=0.0.4') as string,
      'cache-control': 'no-store',
    })
    const plain = await startTestServer(made.connectionString)
    expect((await plain.app.inject('/metrics')).statusCode).toBe(404)
    expect(
      (await plain.app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } }))
        .statusCode,
    ).toBe(404)
    await plain.close()
  })

  it('count what the database knows, read at most every few seconds', async () => {
    await addJob(server.database, 'mail', {}, { runAt: new Date(Date.now() - 60_000) })
    await addJob(server.database, 'mail', {}, { runAt: new Date(Date.now() + 60_000) })
    await writePostings('pending', 2, 3600)
    await writePostings('posted', 3, 7200)
    await recordProof(server.database, { companyCode: '1000', proof: 'moves', differenceCount: 4 })
    await expect
      .poll(() => valueOf('kufang_jobs{task="mail",state="due"}'), { timeout: 10_000 })
      .toBe(1)
    expect(await valueOf('kufang_jobs{task="mail",state="later"}')).toBe(1)
    expect(await valueOf('kufang_jobs{task="mail",state="failed"}')).toBe(0)
    const dueSeconds = await valueOf('kufang_job_oldest_due_seconds{task="mail"}')
    expect(dueSeconds).toBeGreaterThanOrEqual(60)
    expect(dueSeconds).toBeLessThan(120)
    expect(await valueOf('kufang_erp_postings{state="pending"}')).toBe(2)
    expect(await valueOf('kufang_erp_postings{state="dead"}')).toBe(0)
    expect(await valueOf('kufang_erp_postings{state="posted"}')).toBeUndefined()
    expect(
      await valueOf('kufang_erp_posting_oldest_seconds{state="pending"}'),
    ).toBeGreaterThanOrEqual(3600)
    const differences = 'kufang_proof_differences{company="1000",proof="moves"}'
    expect(await valueOf(differences)).toBe(4)
    expect(await valueOf('kufang_proof_age_seconds{company="1000",proof="moves"}')).toBeLessThan(60)
    await recordProof(server.database, { companyCode: '1000', proof: 'moves', differenceCount: 0 })
    expect(await valueOf(differences)).toBe(4)
    await expect.poll(() => valueOf(differences), { timeout: 10_000 }).toBe(0)
  })

  it('read open postings from an index, however many are posted', async () => {
    await writePostings('closed', 20_000, 10)
    const client = new pg.Client({ connectionString: made.connectionString })
    await client.connect()
    await client.query('analyze erp_posting')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${postingText}`, [
      ['pending', 'dead'],
    ])
    await client.end()
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('using erp_posting_state on erp_posting')
    expect(plan).not.toContain('Seq Scan on erp_posting')
  })

  it('count requests by their pattern, and name no person and no document', async () => {
    const id = newId()
    const token = await server.tokenOf('keeper', password)
    await server.call('GET', `/api/documents/goods-receipt/${id}`, { token })
    await server.call('GET', `/api/nowhere/${id}`)
    await server.call('GET', '/ready')
    await server.call('GET', `/${id}.png`)
    const { body } = await scrape(`Bearer ${metricsToken}`)
    expect(body).toMatch(
      /^kufang_http_request_duration_seconds_count\{method="GET",route="\/api\/documents\/:name\/:id",status="\d{3}"\} 1$/m,
    )
    expect(body).not.toContain('/ready')
    expect(body).not.toContain(id)
    expect(body).not.toContain(userId)
    expect(body).not.toContain('keeper')
  })

  it('count failed sign-ins, live windows, and show pools, event loop and heap', async () => {
    const failures = 'kufang_sign_in_failures_total{reason="wrong-password"}'
    const before = (await valueOf(failures))!
    await server.call('POST', '/api/oauth/token', {
      payload: { username: 'keeper', password: 'wrong' },
    })
    expect(await valueOf(failures)).toBe(before + 1)
    expect(await valueOf('kufang_live_sockets')).toBe(0)
    const token = await server.tokenOf('keeper', password)
    const window = await openWindow(server, { authorization: `Bearer ${token}` })
    expect(await valueOf('kufang_live_sockets')).toBe(1)
    window.socket.terminate()
    await expect.poll(() => valueOf('kufang_live_sockets')).toBe(0)
    expect(await valueOf('kufang_database_connections_max{pool="people"}')).toBe(10)
    for (const sample of [
      'kufang_database_connections{pool="people",state="waiting"}',
      'kufang_database_connections{pool="system",state="idle"}',
      'kufang_database_queue_requests{state="waiting"}',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
    ])
      expect(await valueOf(sample), sample).toBeGreaterThanOrEqual(0)
  })

  it('have the names by which operators are told to watch them', async () => {
    const handbook = readFileSync(
      new URL('../../../../docs/operations.md', import.meta.url),
      'utf8',
    )
    const { body } = await scrape(`Bearer ${metricsToken}`)
    const chapter = /## Watching\n([\s\S]*?)\n## /.exec(handbook)![1]!
    const named = new Set(chapter.match(/\b(?:kufang|nodejs)_[a-z\d_]+/g))
    expect(named.size).toBeGreaterThan(10)
    for (const name of named)
      expect(body, name).toContain(`# TYPE ${name.replace(/_(?:bucket|count)$/, '')} `)
  })

  it('are served at an address of their own without a token', async () => {
    const { url, stop } = await listenForMetrics(
      server.app.metrics,
      { host: '127.0.0.1', port: 0 },
      server.context.log,
    )
    try {
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('kufang_database_up 1')
      for (const [path, method] of [
        ['/ready', 'GET'],
        ['/metrics', 'POST'],
      ] as const)
        expect((await fetch(new URL(path, url), { method })).status).toBe(404)
    } finally {
      await stop()
    }
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('without a database say so, instead of showing old values', async () => {
    const name = new URL(made.connectionString).pathname.slice(1)
    const address = new URL(made.connectionString)
    address.pathname = '/postgres'
    const owner = new pg.Client({ connectionString: address.href })
    await owner.connect()
    await owner.query(`alter database ${name} allow_connections false`)
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
      name,
    ])
    await expect.poll(() => valueOf('kufang_database_up'), { timeout: 15_000 }).toBe(0)
    expect(await valueOf('kufang_erp_postings{state="pending"}')).toBeUndefined()
    await owner.query(`alter database ${name} allow_connections true`)
    await expect.poll(() => valueOf('kufang_database_up'), { timeout: 15_000 }).toBe(1)
    await owner.end()
  })
})
