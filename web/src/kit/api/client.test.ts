import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestBrowser } from './testing/browser.ts'
import { openTestBrowser } from './testing/browser.ts'
import type * as clientModule from './client.ts'
import type * as tokenModule from './session-id.ts'
import type * as errorsModule from './api-error.ts'

let browser: TestBrowser
let client: typeof clientModule
let token: typeof tokenModule
let errors: typeof errorsModule

beforeAll(async () => {
  browser = await openTestBrowser()
  client = await import('./client.ts')
  token = await import('./session-id.ts')
  errors = await import('./api-error.ts')
})
afterAll(() => browser?.close())
beforeEach(() => {
  browser.requests.length = 0
  browser.answers.clear()
  token.forgetSession()
})
afterEach(() => vi.restoreAllMocks())

const answer = (body: unknown, status = 200) => browser.answers.set('/api/probe', { status, body })
const failed = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call must fail'),
    (thrown: unknown) => thrown as InstanceType<typeof errors.ApiError>,
  )

describe('a request', () => {
  it('carries a timestamp, an empty version, and the client’s name until somebody signed in', async () => {
    answer({ resp_code: 0, datas: 1 })
    await client.api.get('/api/probe', { query: { a: 'x', b: null, c: [1, 2] } })
    begun('abc')
    await client.api.post('/api/probe', { plant: '1010' }, { idempotencyKey: 'key-12345' })
    const [first, second] = browser.requests
    expect(first?.headers['authorization']).toBe(`Basic ${btoa('webApp:')}`)
    expect(first?.headers['version']).toBe('')
    expect(first?.url.searchParams.getAll('c')).toEqual(['1', '2'])
    expect(first?.url.searchParams.has('b')).toBe(false)
    expect(Math.abs(Number(first?.url.searchParams.get('timestamp')) - Date.now())).toBeLessThan(
      60_000,
    )
    // The token is in a cookie; the page names its session.
    expect(second?.headers['authorization']).toBe(`Basic ${btoa('webApp:')}`)
    expect(first?.headers['kufang-session']).toBeUndefined()
    expect(second?.headers['kufang-session']).toBe('abc')
    expect(second?.headers['idempotency-key']).toBe('key-12345')
    expect(JSON.parse(second?.body ?? '')).toEqual({ plant: '1010' })
  })

  it('waits 105 s for an answer, and for a file as long as it takes', async () => {
    const wait = vi.spyOn(AbortSignal, 'timeout')
    answer({ resp_code: 0, datas: 1 })
    await client.api.get('/api/probe')
    expect(wait.mock.calls).toEqual([[105_000]])
    browser.answers.set('/api/probe', { body: 'bytes', type: 'application/octet-stream' })
    const file = await client.callForFile('/api/probe', { method: 'GET' })
    expect(await file.text()).toBe('bytes')
    expect(wait).toHaveBeenCalledTimes(1)
  })

  it('says after that time that the action may have been carried out', async () => {
    const soon = AbortSignal.timeout(30)
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon)
    browser.answers.set('/api/probe', { silent: true })
    const error = await failed(client.api.get('/api/probe'))
    expect([error.code, error.zh.includes('105')]).toEqual(['time-out', true])
  })

  it('cancelled by closing its tab is no error to tell', async () => {
    browser.answers.set('/api/probe', { silent: true })
    const tab = new AbortController()
    const call = failed(client.api.get('/api/probe', { signal: tab.signal }))
    tab.abort()
    expect(errors.isAborted(await call)).toBe(true)
  })
})

describe('an answer', () => {
  it('with resp_code 0 is a success with its message and count', async () => {
    answer({ resp_code: 0, resp_msg: '操作成功', datas: [1], count: 40 })
    expect(await client.callApi('/api/probe', { method: 'GET' })).toEqual({
      datas: [1],
      message: '操作成功',
      count: 40,
      code: 0,
    })
  })

  it('with resp_code 1 is a failure that shows the detail, else the message', async () => {
    answer({ resp_code: 1, resp_msg: '失败', resp_detail_msg: '第 2 行失败' })
    const detailed = await failed(client.api.get('/api/probe'))
    expect(errors.describeError(detailed)).toEqual({ text: '第 2 行失败', requestId: 'req-7' })
    answer({ resp_code: 1, resp_msg: '失败' })
    const plain = await failed(client.api.get('/api/probe'))
    expect(errors.describeError(plain).text).toBe('失败')
  })

  it.each([101, 104])('of 400 with resp_code %i is a normal result', async (code) => {
    answer({ resp_code: code, resp_msg: '说明', datas: { a: 1 } }, 400)
    expect(await client.callApi('/api/probe', { method: 'GET' })).toEqual({
      datas: { a: 1 },
      message: '说明',
      count: undefined,
      code,
    })
  })

  it('of 400 with another code, or with 101 on another status, is an error', async () => {
    answer({ resp_code: 102, resp_msg: '错' }, 400)
    expect((await failed(client.api.get('/api/probe'))).zh).toBe('错')
    answer({ resp_code: 101, resp_msg: '错' }, 500)
    expect((await failed(client.api.get('/api/probe'))).status).toBe(500)
  })

  it("with the code '0' gives its data, with another its message", async () => {
    answer({ code: '0', data: { rows: 3 }, msg: '' })
    expect(await client.api.get('/api/probe')).toEqual({ rows: 3 })
    answer({ code: '7', data: null, msg: '库存不足' })
    expect(errors.describeError(await failed(client.api.get('/api/probe'))).text).toBe('库存不足')
  })

  it("with the code '-1' is rejected", async () => {
    answer({ code: '-1', data: { rows: 3 }, msg: '接口异常' })
    const error = await failed(client.api.get('/api/probe'))
    expect([error.code, error.zh]).toEqual(['-1', '接口异常'])
  })

  it('without a status is rejected: nothing came', async () => {
    browser.answers.set('/api/probe', { cut: true })
    const error = await failed(client.api.get('/api/probe'))
    expect([error.code, error.status, error.isTransient]).toEqual(['no-answer', 0, true])
  })

  it('that a proxy made has words of its own, and the request’s id', async () => {
    browser.answers.set('/api/probe', { status: 500, body: '<html>', type: 'text/html' })
    const error = await failed(client.api.get('/api/probe'))
    expect([error.code, error.requestId]).toEqual(['server-failed', 'req-7'])
  })

  it('of a file call that is an error tells it', async () => {
    answer({ resp_code: 1, resp_msg: '没有文件' }, 404)
    const error = await failed(client.callForFile('/api/probe', { method: 'GET' }))
    expect([error.status, error.zh]).toEqual([404, '没有文件'])
  })
})

describe('a server that is busy', () => {
  it('is asked again by the page, with the same key', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    answer({ resp_code: 1, resp_msg: '系统繁忙', datas: { code: 'server-busy' } }, 503)
    const call = client.api.post('/api/probe', {}, { idempotencyKey: 'key-12345' })
    await expect.poll(() => browser.requests.length).toBe(1)
    answer({ resp_code: 0, datas: 7 })
    expect(await call).toBe(7)
    expect(browser.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-12345',
      'key-12345',
    ])
  })
})

describe('a lost session', () => {
  const told: [unknown, boolean][] = []
  beforeAll(() => token.onSessionLost((loss, isFirst) => told.push([loss, isFirst])))
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    told.length = 0
    begun('abc')
  })
  afterEach(() => vi.useRealTimers())
  const call = (options = {}) => failed(client.api.get('/api/probe', options))

  it('is told with 401, 502 and a password that is due', async () => {
    answer({ resp_code: 1, resp_msg: '登录已过期' }, 401)
    await call()
    vi.setSystemTime(Date.now() + 5001)
    browser.answers.set('/api/probe', { status: 502, body: '<html>', type: 'text/html' })
    await call()
    vi.setSystemTime(Date.now() + 5001)
    answer({ resp_code: 1, resp_msg: '请先修改密码', datas: { forceEditPwdFlag: 'Y' } }, 403)
    const error = await call()
    expect(errors.describeError(error).text).toBe('请先修改密码')
    expect(told).toEqual([
      ['expired', true],
      ['unreachable', true],
      ['password-due', true],
    ])
  })

  it('is spoken of once per five seconds, by a cookie that all windows share', async () => {
    answer({ resp_code: 1 }, 401)
    await Promise.all([call(), call(), call()])
    vi.setSystemTime(Date.now() + 4000)
    await call()
    vi.setSystemTime(Date.now() + 1001)
    await call()
    expect(told.map(([, isFirst]) => isFirst)).toEqual([true, false, false, false, true])
  })

  it('says nothing for the sign-in itself, for a closed tab, or for a token given up before', async () => {
    answer({ resp_code: 1 }, 401)
    await call({ isSessionCall: true })
    const late = call()
    begun('new')
    await late
    token.forgetSession()
    await call()
    expect(told).toEqual([])
  })

  it('is noted once until somebody has signed in again', () => {
    expect([token.expireSessionOnce(), token.expireSessionOnce()]).toEqual([true, false])
    begun('again')
    expect(token.expireSessionOnce()).toBe(true)
  })
})

describe('the session', () => {
  it('is named by the cookie kufang-session, and this window stays with its own', () => {
    begun('mine')
    // Another window signs in as a different user.
    document.cookie = 'kufang-session=theirs; path=/'
    expect(token.sessionId()).toBe('mine')
    expect(token.adoptSession()).toBe('theirs')
  })

  it('forgotten by this window leaves a newer one of another window alone', () => {
    begun('mine')
    document.cookie = 'kufang-session=theirs; path=/'
    token.forgetSession()
    expect([token.sessionId(), document.cookie.includes('kufang-session=theirs')]).toEqual([
      null,
      true,
    ])
  })

  it('that the browser does not keep is said to be refused', () => {
    document.cookie = 'kufang-session=; max-age=0'
    expect(token.keepSession('new')).toBe(false)
  })

  it('that is garbled counts as none', () => {
    document.cookie = 'kufang-session=%E5%B'
    expect(token.adoptSession()).toBeNull()
  })

  it('of another person in the browser is told by the server, with who it is', async () => {
    const told: unknown[] = []
    const stop = token.onSessionLost((loss) => told.push(loss))
    begun('mine')
    const detail = { code: 'signed-in-elsewhere', params: { account: 'other', user: '验收员' } }
    answer({ resp_code: 1, resp_msg: '', datas: { ...detail, details: [detail] } }, 401)
    await failed(client.api.get('/api/probe'))
    expect(told).toEqual([{ account: 'other', username: '验收员' }])
    stop()
  })
})

/** The server has begun a session, and this window keeps it. */
function begun(id: string): void {
  document.cookie = `kufang-session=${id}; path=/`
  token.keepSession(id)
}
