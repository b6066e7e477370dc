import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestBrowser } from '../../kit/api/testing/browser.ts'
import { openTestBrowser } from '../../kit/api/testing/browser.ts'
import type * as sessionModule from './session.ts'
import type * as guardModule from './guard.ts'
import type * as tokenModule from '../../kit/api/session-id.ts'
import type * as toastsModule from '../../kit/feedback/toast.ts'
import type * as locationModule from '../../kit/location/hash-location.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const password = 'Kufang@2026'
const roles = '/api/shcwms/user/getUserAppRoleAuth'
const keeper = {
  roles: ['KCCX'],
  username: '保管员',
  account: 'keeper',
  accountId: 'id-1',
  avatar: null,
  introduction: null,
  funAuthFlag: true,
  functionAuthList: [
    { funType: 'FUN', funCode: 'STOCK_EXPORT' },
    { funType: 'MENU', funCode: 'OTHER' },
  ],
}

let browser: TestBrowser
let session: typeof sessionModule
let guard: typeof guardModule
let token: typeof tokenModule
let toasts: typeof toastsModule
let location: typeof locationModule

beforeAll(async () => {
  browser = await openTestBrowser()
  session = await import('./session.ts')
  guard = await import('./guard.ts')
  token = await import('../../kit/api/session-id.ts')
  toasts = await import('../../kit/feedback/toast.ts')
  location = await import('../../kit/location/hash-location.ts')
})
afterAll(() => browser?.close())
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  browser.requests.length = 0
  browser.answers.clear()
  session.dropSession()
  begun('fresh')
  token.forgetSession()
  toasts.toast.close()
  location.replaceLocation('/index')
  succeed('/api/oauth/deployment', {
    deployment: 'home',
    needsApplication: false,
    hasUserCentre: false,
    samlLabel: null,
  })
  succeed('/api/oauth/publicKey', {
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }),
    nonce: 'nonce-of-the-server',
  })
  signedIn('token-1')
  succeed('/api/user/uouseraccount/updateAccountLastLoginTime', null)
  succeed('/api/oauth/remove/token', null)
  succeed(roles, keeper)
})
afterEach(() => vi.restoreAllMocks())

/** The server has begun a session, and this window keeps it. */
function begun(id: string): void {
  document.cookie = `kufang-session=${id}; path=/`
  token.keepSession(id)
}

/** The answer to a sign-in; the page cannot read the cookie with the token. */
function signedIn(id: string, forceEditPwdFlag = 'N'): void {
  browser.answers.set('/api/oauth/token', {
    body: { resp_code: 0, resp_msg: '', datas: { session_id: id, forceEditPwdFlag } },
    cookies: [`kufang-session=${id}; Path=/`, 'Admin-Token=secret; Path=/; HttpOnly'],
  })
}

function succeed(path: string, datas: unknown) {
  browser.answers.set(path, { body: { resp_code: 0, resp_msg: '', datas } })
}
function refuse(path: string, status: number, body: object) {
  browser.answers.set(path, { status, body: { resp_code: 1, datas: null, ...body } })
}
const asked = (path: string) => browser.requests.find((request) => request.url.pathname === path)
const toastText = () => toasts.toastStore.get()?.text
const place = () => browser.hash().replace(/time=\d+/, 'time=T')

describe('signing in', () => {
  it('sends the password encrypted only, the name trimmed, and the given parameters', async () => {
    expect(await session.signIn(' keeper ', password)).toBe(true)
    const sent = asked('/api/oauth/token')!
    expect([...sent.url.searchParams.keys()]).toEqual(['timestamp'])
    const given = JSON.parse(sent.body) as Record<string, string>
    expect([given['username'], given['grant_type'], given['tenantId']]).toEqual([
      'keeper',
      'password',
      '',
    ])
    const plain = privateDecrypt(
      { key: keys.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(given['password'] ?? '', 'base64'),
    )
    expect(plain.toString('utf8')).toBe(`n1:nonce-of-the-server:${password}`)
    for (const { url, body } of browser.requests) {
      expect(decodeURIComponent(url.href) + body).not.toContain(password)
    }
  })

  it('keeps who it is and which buttons they have, and notes the sign-in', async () => {
    await session.signIn('keeper', password)
    expect(session.currentUser()).toMatchObject({
      account: 'keeper',
      accountId: 'id-1',
      roles: ['KCCX'],
      checksFunctions: true,
    })
    expect([...session.currentUser().functions]).toEqual(['STOCK_EXPORT'])
    expect(document.cookie).toContain('kufang-session=token-1')
    expect(document.cookie).not.toContain('Admin-Token')
    await expect
      .poll(() => asked('/api/user/uouseraccount/updateAccountLastLoginTime')?.body)
      .toMatch(/^\{"accountId":"id-1","lastLoginTime":\d{13}\}$/)
  })

  it('makes the account named admin an administrator', async () => {
    succeed(roles, { ...keeper, account: 'admin', roles: ['KCCX'] })
    await session.signIn('admin', password)
    expect(session.currentUser().roles).toEqual(['KCCX', 'admin'])
  })

  it('stops before a password that must be changed', async () => {
    signedIn('token-1', 'Y')
    expect(await session.signIn('keeper', password)).toBe(false)
    expect(session.sessionStore.get()).toMatchObject({ user: null, mustChangePasswordOf: 'keeper' })
    expect(asked(roles)).toBeUndefined()
  })

  it('says that a browser that keeps no cookie cannot sign in', async () => {
    succeed('/api/oauth/token', { session_id: 'not-kept', forceEditPwdFlag: 'N' })
    await expect(session.signIn('keeper', password)).rejects.toMatchObject({
      code: 'cookies-refused',
    })
  })
})

describe('loading the user', () => {
  it('that answers nothing ends with the words of the catalogue', async () => {
    succeed(roles, null)
    await expect(session.signIn('keeper', password)).rejects.toMatchObject({
      zh: '验证失败，请重新登录。',
      en: 'Verification failed, please login again.',
    })
    expect(token.sessionId()).toBeNull()
  })

  it.each([
    ['an empty body', ''],
    ['an empty object', {}],
    ['no data', { resp_code: 0, resp_msg: '' }],
    ['data that hold nothing', { resp_code: 0, resp_msg: '', datas: {} }],
  ])('that answers %s ends with the same words', async (_what, body) => {
    browser.answers.set(roles, { body })
    await expect(session.signIn('keeper', password)).rejects.toMatchObject({
      en: 'Verification failed, please login again.',
    })
    expect(token.sessionId()).toBeNull()
  })

  it('without roles ends with 当前用户没有权限！', async () => {
    succeed(roles, { ...keeper, roles: [] })
    await expect(session.signIn('keeper', password)).rejects.toMatchObject({
      zh: '当前用户没有权限!',
    })
  })

  it('that fails logs out, shows the message and goes to the start, which asks to sign in', async () => {
    begun('token-1')
    location.replaceLocation('/stockSearch?plant=1010')
    refuse(roles, 200, { resp_msg: '用户信息加载失败' })
    guard.guard()
    await expect.poll(toastText).toBe('用户信息加载失败')
    expect(browser.hash()).toBe('#/')
    expect([token.sessionId(), session.sessionStore.get().phase]).toEqual([null, 'out'])
    // The flag is set: the end of the session was noticed.
    expect(token.expireSessionOnce()).toBe(false)
    guard.guard()
    expect(place()).toBe('#/login?time=T')
  })

  it('under an ended token asks to sign in and leads back', async () => {
    begun('token-1')
    location.replaceLocation('/stockSearch?plant=1010')
    refuse(roles, 401, { resp_msg: '登录已过期，请重新登录' })
    guard.guard()
    await expect.poll(place).toBe('#/login?redirect=%2FstockSearch%3Fplant%3D1010&time=T')
    expect(toastText()).toBe('登录已过期，请重新登录')
  })
})

describe('the guard', () => {
  it('leads who has no token to the sign-in page with the place they wanted', () => {
    location.replaceLocation('/stockSearch?plant=1010')
    guard.guard()
    expect(place()).toBe('#/login?redirect=%2FstockSearch%3Fplant%3D1010&time=T')
    expect(guard.redirectTarget(location.currentLocation().search)).toBe('/stockSearch?plant=1010')
  })

  it('never leads outside, or back to a page for nobody in particular', () => {
    const to = (redirect: string) =>
      guard.redirectTarget(`?${new URLSearchParams({ redirect }).toString()}`)
    expect(
      ['//evil.example', 'https://evil.example', '', '/login?time=1', '/error'].map(to),
    ).toEqual(['/index', '/index', '/index', '/index', '/index'])
    expect(to('/a?b=c#d')).toBe('/a?b=c#d')
  })

  it('clears the token of who visits the sign-in page, also on the server', async () => {
    await session.signIn('keeper', password)
    guard.arriveAtSignIn()
    expect([token.sessionId(), document.cookie.includes('kufang-session=token')]).toEqual([
      null,
      false,
    ])
    await expect
      .poll(() => asked('/api/oauth/remove/token')?.headers['kufang-session'])
      .toBe('token-1')
    // The pages remain for the return of the same user.
    expect(session.sessionStore.get()).toMatchObject({
      phase: 'lapsed',
      user: { account: 'keeper' },
    })
  })

  it('gives the sign-in page its time', () => {
    location.replaceLocation('/login?redirect=%2FstockSearch')
    guard.arriveAtSignIn()
    expect(place()).toBe('#/login?redirect=%2FstockSearch&time=T')
  })

  it('asks for an application where one is needed, and remembers it', async () => {
    vi.resetModules()
    succeed('/api/oauth/deployment', {
      deployment: 'unified-home',
      needsApplication: true,
      hasUserCentre: true,
      samlLabel: null,
    })
    const centre = '/api/user/uouser/getUserRoleAuthByUserCenter'
    succeed(centre, keeper)
    const again = await import('./session.ts')
    const { guard: guardAgain } = await import('./guard.ts')
    const place2 = await import('../../kit/location/hash-location.ts')
    await again.signIn('keeper', password)
    expect(asked(centre)?.body).toBe('{}')
    place2.replaceLocation('/stockSearch')
    guardAgain()
    await expect.poll(place).toBe('#/unifiedIndex?redirect=%2FstockSearch')
    place2.replaceLocation('/stockSearch?appId=4517')
    guardAgain()
    await vi.waitFor(() => expect(sessionStorage.getItem('appId')).toBe('4517'))
    expect(browser.hash()).toBe('#/stockSearch?appId=4517')
    sessionStorage.removeItem('appId')
  })
})

describe('an ended session', () => {
  it('says so once, keeps the pages and leads to the sign-in page', async () => {
    await session.signIn('keeper', password)
    location.replaceLocation('/stockSearch')
    guard.reactToLoss('expired', true)
    expect(toastText()).toBe('登录已过期，请重新登录')
    expect(place()).toBe('#/login?redirect=%2FstockSearch&time=T')
    toasts.toast.close()
    guard.reactToLoss('expired', false)
    expect(toastText()).toBeUndefined()
    expect(place()).toBe('#/login?redirect=%2FstockSearch&time=T')
    const { generation } = session.sessionStore.get()
    await session.signIn('keeper', password)
    expect(session.sessionStore.get()).toMatchObject({ phase: 'in', generation })
  })

  it('of 502 has the words of the catalogue', () => {
    guard.reactToLoss('unreachable', true)
    expect(toastText()).toBe('站点响应失败，请稍后重试')
  })

  it('by a password that ran out keeps the token for changing it', async () => {
    await session.signIn('keeper', password)
    guard.reactToLoss('password-due', true)
    guard.arriveAtSignIn()
    expect([token.sessionId(), session.sessionStore.get().mustChangePasswordOf]).toEqual([
      'token-1',
      'keeper',
    ])
    expect(toastText()).toBe('请先修改密码后再使用系统')
  })

  it('in another window ends here; the same person’s sign-in there is taken up', async () => {
    await session.signIn('keeper', password)
    document.cookie = 'kufang-session=; max-age=0'
    guard.reactToOtherWindow(null)
    expect(session.sessionStore.get()).toMatchObject({
      phase: 'lapsed',
      lapseReason: 'signed-out-elsewhere',
    })
    expect(place()).toBe('#/login?redirect=%2Findex&time=T')
    document.cookie = 'kufang-session=token-2; path=/'
    const { generation } = session.sessionStore.get()
    guard.reactToOtherWindow(keeper)
    await expect.poll(() => browser.hash()).toBe('#/index')
    expect(session.sessionStore.get()).toMatchObject({ phase: 'in', generation })
    expect(token.sessionId()).toBe('token-2')
  })

  it('in another window ends here though the cookie is still seen, or a request was refused before', async () => {
    const elsewhere = { phase: 'lapsed', lapseReason: 'signed-out-elsewhere' }
    await session.signIn('keeper', password)
    guard.reactToOtherWindow(null)
    expect(session.sessionStore.get()).toMatchObject(elsewhere)
    expect(place()).toBe('#/login?redirect=%2Findex&time=T')
    await session.signIn('keeper', password)
    guard.reactToLoss('expired', true)
    expect(session.sessionStore.get()).toMatchObject({ phase: 'lapsed', lapseReason: 'expired' })
    guard.reactToOtherWindow(null)
    expect(session.sessionStore.get()).toMatchObject(elsewhere)
  })

  it('by another person in another window leaves the pages to whose they are', async () => {
    await session.signIn('keeper', password)
    const { generation } = session.sessionStore.get()
    const theirs = 'kufang-session=token-2'
    document.cookie = `${theirs}; path=/`
    const other = { account: 'other', username: '验收员' }
    const waits = {
      phase: 'lapsed',
      user: { account: 'keeper' },
      generation,
      lapseReason: { signedInElsewhere: '验收员' },
    }
    guard.reactToOtherWindow(other)
    expect(session.sessionStore.get()).toMatchObject(waits)
    expect(token.sessionId()).toBeNull()
    // Navigating back to a page also leads to the sign-in page.
    succeed(roles, { ...keeper, ...other })
    location.replaceLocation('/stockSearch')
    guard.guard()
    await expect.poll(place).toBe('#/login?redirect=%2FstockSearch&time=T')
    expect(session.sessionStore.get()).toMatchObject(waits)
    expect(document.cookie).toContain(theirs)
  })

  it('by another person whom only the server has told about leaves the pages as well', async () => {
    await session.signIn('keeper', password)
    document.cookie = 'kufang-session=token-2; path=/'
    guard.reactToLoss({ account: 'other', username: '验收员' }, true)
    expect(session.sessionStore.get()).toMatchObject({
      phase: 'lapsed',
      user: { account: 'keeper' },
      lapseReason: { signedInElsewhere: '验收员' },
    })
    expect(document.cookie).toContain('kufang-session=token-2')
    expect(place()).toBe('#/login?redirect=%2Findex&time=T')
  })

  it('by signing out forgets everything, also when the server does not answer', async () => {
    await session.signIn('keeper', password)
    browser.answers.set('/api/oauth/remove/token', { cut: true })
    await expect(session.signOut()).rejects.toMatchObject({ code: 'no-answer' })
    expect(session.sessionStore.get()).toMatchObject({ phase: 'out', user: null })
    expect(document.cookie).not.toContain('kufang-session=token')
  })
})

describe('toasts', () => {
  it('are one at a time: a new one takes the place of the old', () => {
    toasts.toast.success('第一条')
    const first = toasts.toastStore.get()
    toasts.toast.error(new Error('第二条'))
    expect(toasts.toastStore.get()).not.toBe(first)
    expect(toasts.toastStore.get()?.kind).toBe('error')
  })
})

describe('errors nobody caught', () => {
  it('are recorded with the page’s address and printed, and nothing is shown', async () => {
    const { errorLogStore, recordError } = await import('../../kit/feedback/error-log.ts')
    recordError(new Error('boom'), 'window')
    const [entry] = errorLogStore.get()
    expect(entry).toMatchObject({ message: 'boom', info: 'window', url: globalThis.location.href })
    expect(entry?.stack).toContain('boom')
    expect(console.error).toHaveBeenCalledTimes(1)
    expect(toasts.toastStore.get()).toBeNull()
  })
})
