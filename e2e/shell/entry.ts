import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import {
  callUntilSignIn,
  cookie,
  heading,
  openPage,
  password,
  tabTitles,
  titleOf,
  toast,
} from './world.ts'

const list = '/Stock/stockSearch'
const approvals = '/pickings/materialApplicationQuery'

/** Sign-in and sign-out: guard, stand-alone pages, sessions (product.md sections 2 and 4). */
export function entryJourneys(world: () => World): void {
  test('without a session every address leads to the sign-in page, and from there to the page that was wanted', async () => {
    const page = await world().stranger(`${list}?search=14010006`)
    await page.waitForURL(/#\/login\?/)
    const query = new URLSearchParams(page.url().split('#/login?')[1])
    expect(query.get('redirect')).toBe(`${list}?search=14010006`)
    expect(Number(query.get('time'))).toBeGreaterThan(1_700_000_000_000)
    await signIn(page, 'storekeeper')
    await heading(page, titleOf(list)).waitFor()
    expect(page.url()).toContain(`#${list}?search=14010006`)
  })

  // Otherwise each journey would load the product anew, which takes longer than most of them.
  test('a window that is signed out of is used by the next person, whatever cookies the server has set', async () => {
    const first = await world().shared('storekeeper')
    await world().release(first)
    const second = await world().shared('unithead')
    expect(second).toBe(first)
  })

  test('the stand-alone pages open without a session, each with words of its own', async () => {
    const page = await world().stranger('/login')
    await expect.poll(() => page.title()).toContain('库房')
    const seen = new Set<string>()
    for (const path of ['/auth-redirect', '/welcome', '/noAccess', '/error']) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, path)
      await page.locator('h2').first().waitFor()
      await expect.poll(async () => seen.has(await text(page))).toBe(false)
      seen.add(await text(page))
      expect(page.url()).toContain(`#${path}`)
    }
    expect(seen.size).toBe(4)
  })

  test('a wrong and a locked account are told what they may know', async () => {
    const page = await world().stranger('/login')
    const problem = page.getByRole('alert')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await problem.filter({ hasText: '请输入账号' }).waitFor()
    await fillIn(page, 'nobody-of-ours', 'Wrong@2026')
    await expect.poll(() => problem.first().textContent()).toMatch(/账号或密码/)
    const unknown = await problem.first().textContent()
    // A mistyped password is nothing to look up in a log.
    expect(unknown).not.toMatch(/[0-9a-f]{8}-/)
    const { account } = await world().newAccount()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(world().signIn(account, 'Wrong@2026')).rejects.toThrow()
    }
    // Others have signed in from here, so it waits twice as long after each further guess, at first a second.
    await expect
      .poll(async () => {
        await fillIn(page, account, 'Wrong@2026')
        await problem.filter({ hasText: /./ }).first().waitFor()
        return problem.first().textContent()
      })
      .toMatch(/锁定|\d+ 秒后再试/)
    expect(unknown).not.toMatch(/锁定|再试/)
  })

  test('an account that ended or was switched off is told so, with the day and whom to ask', async () => {
    const person = await world().newPerson(['KCGL', 'KCCX'])
    const page = await world().window(person.account, {
      path: list,
      ownSession: true,
      secret: person.secret,
    })
    await heading(page, titleOf(list)).waitFor()
    await world().changeAccount(person.account, { validUntil: '2026-01-31' })
    // The next call ends the session, whichever it is.
    await callUntilSignIn(page)
    const problem = page.getByRole('alert')
    await page.getByLabel('密码').waitFor()
    await fillIn(page, person.account, 'Wrong@2026')
    await expect.poll(() => problem.first().textContent()).toMatch(/账号或密码/)
    await fillIn(page, person.account, person.secret)
    await problem.filter({ hasText: '账号已于 2026-01-31 到期，请联系管理员' }).first().waitFor()
    await world().changeAccount(person.account, { validUntil: '', isEnabled: false })
    await fillIn(page, person.account, person.secret)
    await problem
      .filter({ hasText: /停用.*管理员/ })
      .first()
      .waitFor()
    await world().changeAccount(person.account, { isEnabled: true })
    await fillIn(page, person.account, person.secret)
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
  })

  test('the password leaves the browser encrypted and the name trimmed, and calls carry what the client must send', async () => {
    const page = await world().stranger('/login')
    const asked = page.waitForRequest((request) => request.url().includes('/api/oauth/token?'))
    const first = page.waitForRequest((request) => request.url().includes('/api/oauth/publicKey'))
    const noted = page.waitForRequest(/updateAccountLastLoginTime|loginUpdateAccount/)
    await fillIn(page, '  storekeeper  ', password)
    const query = new URL((await asked).url()).searchParams
    const given = (await asked).postDataJSON() as Record<string, string>
    expect(given['username']).toBe('storekeeper')
    expect(given['grant_type']).toBe('password')
    expect(given).toHaveProperty('tenantId')
    expect(given['password']).toMatch(/^[A-Za-z0-9+/=]{170,}$/)
    // An address stands in the logs of proxies.
    expect([...query.keys()]).toEqual(['timestamp'])
    expect(Math.abs(Number(query.get('timestamp')) - Date.now())).toBeLessThan(60_000)
    const before = (await first).headers()
    expect(before['authorization']).toMatch(/^Basic /)
    expect(before['version']).toBe('')
    const body = (await noted).postDataJSON() as Record<string, unknown>
    expect(typeof body['accountId']).toBe('string')
    expect(Number(body['lastLoginTime'])).toBeGreaterThan(1_700_000_000_000)
    // The token is in a cookie that the page cannot read; it names the session.
    const after = await (await noted).allHeaders()
    expect(after['authorization']).toMatch(/^Basic /)
    expect(after['cookie']).toMatch(/Admin-Token=[\w-]{43}/)
    expect(after['kufang-session']).toBe(await cookie(page, 'kufang-session'))
    expect(await page.evaluate(() => document.cookie)).not.toContain('Admin-Token')
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
  })

  test('coming to the sign-in page with a session ends it', async () => {
    const page = await world().window('poster', { ownSession: true })
    const token = await cookie(page, 'Admin-Token')
    await page.evaluate(() => {
      location.hash = '/login'
    })
    await page.getByLabel('密码').waitFor()
    await expect.poll(async () => (await cookie(page, 'Admin-Token')) ?? '').toBe('')
    expect(token).not.toBe('')
  })

  test('signing out clears token, tabs and menu list, and the next person sees nothing of it', async () => {
    const page = await world().window('poster', { ownSession: true })
    await openPage(page, '/receive/receivePosting')
    const token = await cookie(page, 'Admin-Token')
    const removed = page.waitForRequest((request) => request.url().includes('/remove/token'))
    await page.locator('[data-tour=person]').click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await removed
    await page.getByLabel('密码').waitFor()
    expect((await cookie(page, 'Admin-Token')) ?? '').toBe('')
    expect((await cookie(page, 'menuLish')) ?? '').toBe('')
    const refused = await fetch(new URL('api/user/uouser/getCurUserInfo', world().address), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(refused.status).toBe(401)
    await fillIn(page, 'storekeeper', password)
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
    await expect.poll(() => tabTitles(page)).toEqual(['首页'])
  })

  test('an unknown address ends at 404 and a foreign page at 401, inside the shell', async () => {
    const page = await world().shared('supplier', { path: '/no/such/page' })
    await page.waitForURL(/#\/404/)
    await heading(page, '页面不存在').waitFor()
    await page.getByRole('main').getByText('/no/such/page').waitFor()
    await page.getByRole('navigation', { name: '菜单' }).waitFor()
    for (const nowhere of [
      '/document/unknown/1',
      '/document/goods-receipt/1',
      `/document/unknown/${crypto.randomUUID()}`,
      '/message/foo/1',
      '/Stock/stockSearch/',
      '/404',
    ]) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, nowhere)
      await page.waitForURL(/#\/404/)
      await heading(page, '页面不存在').waitFor()
    }
    // A path that could exist names its kind, and that there is no such document.
    await page.evaluate((hash) => {
      location.hash = hash
    }, `/document/delivery-note/${crypto.randomUUID()}`)
    await heading(page, '这张送货单已不存在').waitFor()
    await page.evaluate(() => {
      location.hash = '/system/userManage'
    })
    await page.waitForURL(/#\/401/)
    await heading(page, '没有权限').waitFor()
    // The page and role to request from an administrator.
    await page.getByRole('main').getByText('系统管理 / 用户管理，角色 YHGL').waitFor()
    await page.getByRole('button', { name: '回到首页' }).click()
    await expect.poll(() => page.url()).toContain('#/index')
  })

  test('a password that must be changed is asked for before anything else', async () => {
    const { account, secret } = await world().newAccount(['KCGL', 'KCCX'])
    const page = await world().stranger('/login')
    await fillIn(page, account, secret)
    await page.getByLabel('确认新密码').waitFor()
    await page.getByText('请先修改密码').first().waitFor()
    await page.evaluate((path) => {
      location.hash = path
    }, list)
    await page.getByLabel('确认新密码').waitFor()
    expect(await page.getByRole('tablist', { name: '打开的页面' }).count()).toBe(0)
    await page.getByLabel('原密码').fill(secret)
    await page.getByLabel('新密码', { exact: true }).fill('E2e@Password1')
    await page.getByLabel('确认新密码').fill('E2e@Password1')
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('密码已修改').first().waitFor()
    await fillIn(page, account, 'E2e@Password1')
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
  })

  test('garbled and overfull cookies break nothing', async () => {
    const page = await world().window('storekeeper')
    const url = world().address
    await page
      .context()
      .addCookies([
        { name: 'menuLish', value: '%E0%A4%A', url },
        { name: 'sidebarStatus', value: '%%%', url },
        { name: 'language', value: '%C3%28', url },
        { name: 'size', value: '巨大', url },
        { name: 'theme', value: '{"x":', url },
        ...Array.from({ length: 40 }, (_, at) => ({ name: `f${at}`, value: 'x'.repeat(100), url })),
      ])
    await page.reload()
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
    await openPage(page, list)
    expect(await toast(page).count()).toBe(0)
    await page.context().addCookies([{ name: 'Admin-Token', value: '%E0%A4%A', url }])
    await page.goto(`${url}?again#${list}`)
    await page.getByLabel('密码').waitFor()
  })

  test('the unified home is there, with the title of the deployment, and an application id that is wanted but missing leads to it', async () => {
    const page = await world().window('admin', { ownSession: true })
    for (const [kind, title] of [
      ['user-centre', '用户中心'],
      ['unified-home', '统一首页'],
      ['workflow-centre', '流程中心'],
      ['home', '首页'],
    ] as const) {
      await page.unrouteAll()
      await page.route('**/api/oauth/deployment*', async (route) => {
        const response = await route.fetch()
        const answer = (await response.json()) as { datas: object }
        const datas = { ...answer.datas, deployment: kind, needsApplication: true }
        await route.fulfill({ response, json: { ...answer, datas } })
      })
      await page.evaluate(() => sessionStorage.removeItem('appId'))
      await page.goto(`${world().address}?${kind}#${list}`)
      await page.waitForURL(/#\/unifiedIndex/)
      await expect.poll(() => page.title()).toContain(title)
    }
    await page.goto(`${world().address}?appId=4517#${list}`)
    await heading(page, titleOf(list)).waitFor()
  })

  test('buttons of functions the person has not are gone when functions are checked', async () => {
    const page = await world().shared('unithead')
    for (const [functions, isThere] of [
      [[], false],
      [[{ funType: 'FUN', funCode: 'LLDSP' }], true],
      [[{ funType: 'MENU', funCode: 'LLDSP' }], false],
    ] as const) {
      await page.unrouteAll()
      await page.route('**/api/shcwms/user/getUserAppRoleAuth*', async (route) => {
        const response = await route.fetch()
        const answer = (await response.json()) as { datas: object }
        const datas = { ...answer.datas, funAuthFlag: true, functionAuthList: functions }
        await route.fulfill({ response, json: { ...answer, datas } })
      })
      await page.goto(`${world().address}?f=${functions.length}${isThere}#${approvals}`)
      await heading(page, titleOf(approvals)).waitFor()
      await listDrawn(page)
      await page.getByRole('row').getByRole('checkbox').nth(1).check()
      const approve = page.getByRole('toolbar').getByRole('button', { name: '批准', exact: true })
      await page.getByRole('toolbar').getByRole('button').first().waitFor()
      await expect.poll(() => approve.count()).toBe(isThere ? 1 : 0)
    }
  })
}

async function fillIn(page: Page, account: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: '账号' }).fill(account)
  await page.getByLabel('密码').fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

async function signIn(page: Page, account: string): Promise<void> {
  await fillIn(page, account, password)
  await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
}

async function text(page: Page): Promise<string> {
  return (await page.locator('h2').first().textContent()) ?? ''
}
