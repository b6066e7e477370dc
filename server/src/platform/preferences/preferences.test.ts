import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Preference } from './preferences.ts'
import type { SharedView } from './shared-views.ts'

let test: TestDatabase
let server: TestServer
const tokens: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
  for (const [account, roles] of [
    ['keeper', ['KCGL', 'KCCX']],
    ['colleague', ['KCGL', 'KCCX']],
    ['grouponly', ['KCGL']],
    ['pageonly', ['KCCX']],
  ] as const) {
    await ensureUser(server.database, {
      account,
      userName: account,
      password: 'Kufang@2026',
      roles: [...roles],
      plants: [{ companyCode: '1000' }],
      ...wholeCompany,
    })
    tokens[account] = await server.tokenOf(account, 'Kufang@2026')
  }
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

const at = (second: number) => `2026-11-01T08:00:${String(second).padStart(2, '0')}.000Z`
const write = (account: string, ...changes: [key: string, value: unknown, changedAt: string][]) =>
  server.call<Preference[] & { code: string }>('PUT', '/api/preferences', {
    token: tokens[account]!,
    payload: { changes: changes.map(([key, value, changedAt]) => ({ key, value, changedAt })) },
  })
const read = async (account: string) =>
  (await server.call<Preference[]>('GET', '/api/preferences', { token: tokens[account]! })).body
    .datas

describe('what a person keeps', () => {
  it('is theirs alone, and read again on another machine', async () => {
    await write('keeper', ['favourites', ['/Stock/stockSearch'], at(1)])
    expect(await read('keeper')).toEqual([
      { key: 'favourites', value: ['/Stock/stockSearch'], changedAt: at(1) },
    ])
    expect(await read('colleague')).toEqual([])
    const stranger = await server.call('GET', '/api/preferences')
    expect(stranger.status).toBe(401)
  })

  it('is the latest change, whatever arrives last', async () => {
    await write('keeper', ['recents', ['/b'], at(5)])
    const late = await write('keeper', ['recents', ['/a'], at(3)])
    expect(late.body.datas).toEqual([{ key: 'recents', value: ['/b'], changedAt: at(5) }])
    await write('keeper', ['recents', null, at(6)])
    expect((await read('keeper')).map(({ key }) => key)).not.toContain('recents')
    await write('keeper', ['recents', ['/old'], at(4)])
    expect((await read('keeper')).map(({ key }) => key)).not.toContain('recents')
  })

  it('comes from no future, so that a wrong clock does not win for ever', async () => {
    const [made] = (await write('keeper', ['clock', 1, '2036-01-01T00:00:00.000Z'])).body.datas
    expect(Date.parse(made!.changedAt)).toBeLessThan(Date.now() + 61_000)
  })

  it('is bounded in size and number, and its keys in what they may be', async () => {
    const large = await write('keeper', ['columns:x', 'x'.repeat(32 * 1024), at(7)])
    expect([large.status, large.body.datas.code]).toEqual([422, 'preference-too-large'])
    for (let block = 0; block < 6; block += 1) {
      const many = Array.from({ length: 100 }, (_, index): [string, unknown, string] => [
        `k${block}.${index}`,
        1,
        at(8),
      ])
      expect((await write('colleague', ...many)).status).toBe(200)
    }
    const more = await write('colleague', ['one-more', 1, at(9)])
    expect([more.status, more.body.datas.code]).toEqual([422, 'preferences-too-many'])
    expect((await write('keeper', ["x'; drop table", 1, at(9)])).status).toBe(400)
    expect((await write('keeper', ['a', 1, at(9)], ['a', 2, at(9)])).status).toBe(400)
    expect((await write('keeper', ['a', 1, 'yesterday'])).status).toBe(400)
  })
})

describe('a view handed on as a link', () => {
  const view = {
    pagePath: '/Stock/stockSearch',
    pageKey: '/Stock/stockSearch stockQuery',
    name: '我的阀门',
    content: { search: '阀', values: { plant: ['1001'] } },
  }
  const share = (account: string, change: object = {}) =>
    server.call<{ id: string; code: string }>('POST', '/api/shared-views', {
      token: tokens[account]!,
      payload: { ...view, ...change },
    })
  const open = (account: string, id: string) =>
    server.call<SharedView & { code: string }>('GET', `/api/shared-views/${id}`, {
      token: tokens[account]!,
    })

  it('opens for another holder of the role, and for nobody else', async () => {
    const { id } = (await share('keeper')).body.datas
    expect((await open('colleague', id)).body.datas).toEqual({
      id,
      ...view,
      createdByName: 'keeper',
    })
    for (const account of ['grouponly', 'pageonly']) {
      const refused = await open(account, id)
      expect([account, refused.status, refused.body.datas.code]).toEqual([
        account,
        403,
        'role-missing',
      ])
    }
    expect((await share('grouponly')).status).toBe(403)
    expect((await open('keeper', '00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  it('has the same link while it is the same, and stays as it was shared', async () => {
    const first = (await share('keeper')).body.datas.id
    expect((await share('keeper')).body.datas.id).toBe(first)
    const changed = (await share('keeper', { content: { search: '泵' } })).body.datas.id
    expect(changed).not.toBe(first)
    expect((await open('keeper', first)).body.datas.content).toEqual(view.content)
  })

  it('belongs to a page that exists and has a size', async () => {
    expect((await share('keeper', { pagePath: '/no/such' })).status).toBe(404)
    expect((await share('keeper', { name: ' ' })).status).toBe(400)
    expect((await share('keeper', { content: { x: 'x'.repeat(40_000) } })).status).toBe(400)
  })
})
