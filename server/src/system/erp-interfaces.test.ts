import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { interfaceCodes } from '../erp/interface-settings.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { standInPassword, startStandIn } from '../erp/testing/stand-in.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { fingerprintOf } from '../platform/http/idempotency.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const password = 'Kufang@2026'
let test: TestDatabase
let standIn: StandIn
let server: TestServer
const tokens: Record<string, string> = {}

const post = <T = FailureData>(who: string, url: string, payload: object) =>
  server.call<T>('POST', url, {
    token: tokens[who]!,
    payload,
    headers: { 'idempotency-key': newId() },
  })

const put = <T = FailureData>(who: string, url: string, payload: object) =>
  server.call<T>('PUT', url, {
    token: tokens[who]!,
    payload,
    headers: { 'idempotency-key': newId() },
  })

beforeAll(async () => {
  test = await createTestDatabase()
  standIn = await startStandIn()
  server = await startTestServer(test.connectionString, { erpUrl: standIn.url })
  const { database } = server
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  const plants = [{ companyCode: '1000' }]
  const users = {
    admin: { roles: ['admin'] },
    buyer: { roles: ['SAPJKPZ'], plants },
    ofOnePlant: { roles: ['SAPJKPZ'], plants: [{ companyCode: '1000', plant: '1000' }] },
    nobody: { roles: ['KCCX'], plants },
  }
  for (const [account, user] of Object.entries(users)) {
    await ensureUser(database, { account, userName: account, password, ...wholeCompany, ...user })
    tokens[account] = await server.tokenOf(account, password)
  }
})

afterAll(async () => {
  await server?.close()
  await standIn?.stop()
  await test?.drop()
})

describe('interfaces', () => {
  it('take a secret in, never give it out, and say whether the service answers', async () => {
    const reached = (body: object) =>
      post<{ isReachable: boolean; problem: { zh: string; en: string } | null }>(
        'admin',
        '/api/erp/interfaces/product/test',
        body,
      )
    const before = await reached({ companyCode: '' })
    expect(before.body.datas).toMatchObject({
      isReachable: false,
      problem: {
        zh: expect.stringContaining('授权有误') as string,
        en: expect.stringContaining('401') as string,
      },
    })
    for (const code of interfaceCodes) {
      const answer = await put('admin', `/api/erp/interfaces/${code}`, {
        account: 'KUFANG',
        secret: standInPassword,
        sapClient: '100',
        timeoutMs: 3000,
        retryDelaySeconds: 0,
        unknownWaitSeconds: 0,
        secondLookSeconds: 0,
      })
      expect([answer.status, answer.text.includes(standInPassword)]).toEqual([200, false])
    }
    expect((await reached({ companyCode: '' })).body.datas).toMatchObject({
      isReachable: true,
      problem: null,
    })
    const list = await server.call<Record<string, unknown>[]>('GET', '/api/erp/interfaces', {
      token: tokens['buyer']!,
    })
    expect(list.body.datas).toHaveLength(interfaceCodes.length)
    expect(list.body.datas[0]).toMatchObject({ hasSecret: true, effectiveBaseUrl: standIn.url })
    expect(list.text).not.toContain('v1:')
    const [trace] = await server.database.query<{ after: object }>(
      `select after from audit_entry where subject_type = 'erp-interface' limit 1`,
    )
    expect(JSON.stringify(trace)).not.toContain(standInPassword)
    expect(trace!.after).toMatchObject({ isSecretChanged: true, hasSecret: true })
  })

  it('are changed by whom they concern, on the version that was read', async () => {
    expect(
      (await put('buyer', '/api/erp/interfaces/product', { timeoutMs: 5000 })).body.datas.code,
    ).toBe('role-missing')
    expect(
      (await put('buyer', '/api/erp/interfaces/product', { companyCode: '2000', timeoutMs: 5000 }))
        .body.datas.code,
    ).toBe('outside-scope')
    const company = { companyCode: '1000', timeoutMs: 5000 }
    expect((await put('ofOnePlant', '/api/erp/interfaces/product', company)).body.datas.code).toBe(
      'whole-company-only',
    )
    expect(
      (await put('nobody', '/api/erp/interfaces/product', { companyCode: '1000' })).status,
    ).toBe(403)
    expect(
      (await put('admin', '/api/erp/interfaces/product', { version: 1, timeoutMs: 5000 })).body
        .datas.code,
    ).toBe('version-stale')
    expect(
      (await put('admin', '/api/erp/interfaces/product', { baseUrl: 'ftp://erp' })).body.datas.code,
    ).toBe('input-invalid')
  })

  it('keep their secret with their address: another host, path or authentication removes it', async () => {
    const second = await startTestServer(test.connectionString, {
      erpUrl: standIn.url,
      dataFolder: server.context.dataFolder,
      outgoingHosts: ['sap.example.com:44300', '*.corp.example.com'],
    })
    const change = async (fields: object) => {
      const { body } = await second.call<{ hasSecret: boolean; code: string; field: string }>(
        'PUT',
        '/api/erp/interfaces/product',
        {
          token: tokens['admin']!,
          payload: { companyCode: '2000', ...fields },
          headers: { 'idempotency-key': newId() },
        },
      )
      return body.datas
    }
    expect(await change({ account: 'KUFANG', secret: standInPassword })).toMatchObject({
      hasSecret: true,
    })
    for (const fields of [
      { baseUrl: 'https://a.corp.example.com' },
      { servicePath: '/other/path' },
      { authentication: 'bearer' },
      { baseUrl: '' },
    ]) {
      await change({ secret: standInPassword })
      expect([fields, (await change({ timeoutMs: 4000, ...fields })).hasSecret]).toEqual([
        fields,
        false,
      ])
    }
    expect(await change({ secret: standInPassword })).toMatchObject({ hasSecret: true })
    // Unchanged fields sent along, as the page does, keep it.
    expect(
      await change({ baseUrl: '', servicePath: '/other/path', authentication: 'bearer' }),
    ).toMatchObject({ hasSecret: true })
    for (const [baseUrl, code] of [
      ['https://evil.example.org', 'address-not-permitted'],
      ['https://sap.example.com', 'address-not-permitted'],
      ['https://169.254.169.254', 'address-not-permitted'],
      [standIn.url, 'address-not-permitted'],
      ['http://a.corp.example.com', 'address-not-encrypted'],
    ])
      expect(await change({ baseUrl })).toMatchObject({ code, field: 'baseUrl' })
    await second.close()
  })

  it('with an address that the operator no longer permits are not called', async () => {
    await server.database.query(
      `update erp_interface set base_url = $1 where company_code = '2000' and interface_code = 'product'`,
      [standIn.url],
    )
    const tried = await post<{ isReachable: boolean; problem: { zh: string } }>(
      'admin',
      '/api/erp/interfaces/product/test',
      { companyCode: '2000' },
    )
    expect(tried.body.datas).toMatchObject({
      isReachable: false,
      problem: { zh: expect.stringContaining('不在运维允许的主机列表中') as string },
    })
  })

  it('leave nothing of their secret with the request from which it could be guessed', async () => {
    const key = newId()
    const change = (secret: string) =>
      server.call<FailureData>('PUT', '/api/erp/interfaces/product', {
        token: tokens['admin']!,
        payload: { companyCode: '2000', secret },
        headers: { 'idempotency-key': key },
      })
    const first = await change('Guess-me-1')
    const again = await change('Guess-me-1')
    expect([first.status, again.body.datas]).toEqual([200, first.body.datas])
    expect((await change('Guess-me-2')).body.datas.code).toBe('idempotency-key-reused')
    const [{ fingerprint } = { fingerprint: '' }] = await server.database.query<{
      fingerprint: string
    }>(`select fingerprint from action_request where idempotency_key = $1`, [key])
    // The body as it was validated, its fields in either order.
    const guessed = [
      { secret: 'Guess-me-1', companyCode: '2000' },
      { companyCode: '2000', secret: 'Guess-me-1' },
    ].map((body) => fingerprintOf('erp-interface.change', 'product', body))
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(guessed).not.toContain(fingerprint)
  })
})
