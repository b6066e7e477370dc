import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import {
  answerMeanwhile,
  callUntilSignIn,
  heading,
  openPage,
  tab,
  titleOf,
  toast,
  searchBox,
  cookie,
} from './world.ts'
import { cookiesOf } from '../support/session.ts'

const list = '/dataCenter/purchaseOrderSearch'
const other = '/base/materialSearch'
const lists = /\/api\/documents\/purchase-order\/list/

/** Section 8 of product.md, each line provoked between server and page. */
export function errorJourneys(world: () => World): void {
  test('a lapsed session speaks once in 5 s for all tabs and leads to the sign-in page, and back to what was typed', async () => {
    const page = await world().window('admin', { path: other, ownSession: true })
    const search = searchBox(page)
    await listDrawn(page)
    await search.fill('还没查')
    await openPage(page, list)
    await listDrawn(page)
    const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')?.value
    const told = countToasts(page)
    await fetch(new URL(`api/oauth/remove/token?token=${token}`, world().address), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    await callUntilSignIn(page)
    expect(new URLSearchParams(page.url().split('?')[1]).get('redirect')).toBe(list)
    await toast(page).filter({ hasText: '登录已过期，请重新登录' }).waitFor()
    expect(await told()).toBe(1)
    await page.getByLabel('账号').fill('admin')
    await page.getByLabel('密码').fill('Kufang@2026')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await heading(page, titleOf(list)).waitFor()
    await tab(page, titleOf(other)).click()
    await heading(page, titleOf(other)).waitFor()
    expect(await search.inputValue()).toBe('还没查')
  })

  test('a site that does not answer speaks once and leads to the sign-in page', async () => {
    const page = await world().window('admin', { path: list, ownSession: true })
    await listDrawn(page)
    const told = countToasts(page)
    await page.route(/\/api\/documents\//, (route) =>
      route.fulfill({ status: 502, body: 'bad gateway' }),
    )
    await callUntilSignIn(page)
    await toast(page).filter({ hasText: '站点响应失败，请稍后重试' }).waitFor()
    expect(await told()).toBe(1)
  })

  test('other errors show the detail of the server before its message, for 3 s, with a request number to copy', async () => {
    const page = await world().shared('admin', { path: list })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await answerLists(page, 500, {
      resp_code: 1,
      resp_msg: '短的话',
      resp_detail_msg: '长的说明',
      datas: { requestId: 'req-4711' },
    })
    await search(page, '4500001064')
    const shown = page.getByText('长的说明').filter({ visible: true })
    await shown.first().waitFor()
    expect(await page.getByText('短的话').count()).toBe(0)
    await page
      .getByRole('button', { name: /req-4711/ })
      .first()
      .click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('req-4711')
  })

  test('a refusal for a password that must be changed says so', async () => {
    const page = await world().window('admin', { path: list, ownSession: true })
    await answerLists(page, 403, {
      resp_code: 1,
      resp_msg: '请先修改密码',
      datas: { forceEditPwdFlag: 'Y', code: 'password-change-required' },
    })
    await callUntilSignIn(page)
    await toast(page).filter({ hasText: '修改密码' }).waitFor()
    await page.getByLabel('确认新密码').waitFor()
    expect(await page.getByRole('tablist').filter({ visible: true }).count()).toBe(0)
  })

  test('a failure in a body with 2xx is a message and keeps the session', async () => {
    const page = await world().shared('admin', { path: list })
    await answerLists(page, 200, { resp_code: 1, resp_msg: '没有成功', datas: null })
    await search(page, '4500001064')
    await page.getByText('没有成功').filter({ visible: true }).first().waitFor()
    expect(page.url()).toContain(list)
    await answerLists(page, 200, { code: '7', msg: '别的格式也失败', data: null })
    await search(page, '4500001065')
    await page.getByText('别的格式也失败').filter({ visible: true }).first().waitFor()
  })

  test('the code -1 and an answer without status are failures', async () => {
    const page = await world().shared('admin', { path: list })
    await answerLists(page, 200, { resp_code: '-1', resp_msg: '被拒绝', datas: null })
    await search(page, '4500001064')
    await page.getByText('被拒绝').filter({ visible: true }).first().waitFor()
    await page.route(lists, (route) => route.abort('connectionreset'))
    await search(page, '4500001065')
    await page.getByText('无法连接服务器').filter({ visible: true }).first().waitFor()
    expect(page.url()).toContain(list)
  })

  test('a list whose first rows cannot be read says so in their place, and reads them when asked again', async () => {
    const page = await world().shared('admin')
    const arrivals = /\/api\/documents\/arrival\/list/
    const restore = await answerMeanwhile(page, arrivals, (route) =>
      route.fulfill({ status: 500, json: { resp_code: 1, resp_msg: '数据库忙', datas: null } }),
    )
    // Its rows can be selected.
    await openPage(page, '/receive/receiveRecordRow')
    const main = page.getByRole('main')
    const retry = main.getByRole('button', { name: '重试' }).filter({ visible: true })
    await retry.waitFor()
    await main.getByText('数据库忙').filter({ visible: true }).first().waitFor()
    expect(await main.getByRole('gridcell').getByRole('checkbox').count()).toBe(0)
    restore()
    await retry.click()
    await listDrawn(page)
    await expect
      .poll(() => main.getByRole('gridcell').getByRole('checkbox').count())
      .toBeGreaterThan(0)
    expect(await retry.count()).toBe(0)
  })

  test('a list that could not be read again while the line was gone reads itself when it is back', async () => {
    const page = await world().shared('admin', { path: list })
    await listDrawn(page)
    const main = page.getByRole('main')
    const alert = main.getByRole('alert').filter({ hasText: '无法连接服务器' })
    await page.context().setOffline(true)
    await main.getByRole('button', { name: '刷新', exact: true }).click()
    await alert.waitFor()
    await page.context().setOffline(false)
    await alert.waitFor({ state: 'detached' })
    await listDrawn(page)
    expect(await main.getByRole('gridcell').count()).toBeGreaterThan(0)
  })

  test('one message at a time: a new one closes the one before', async () => {
    const page = await world().window('admin', { path: list })
    await listDrawn(page)
    const star = page.getByRole('button', { name: '全屏' })
    await page.evaluate(() => {
      Object.defineProperty(document, 'fullscreenEnabled', { value: false })
    })
    await star.click()
    await toast(page).filter({ hasText: '当前浏览器不支持全屏' }).waitFor()
    await star.click()
    expect(await toast(page).count()).toBe(1)
    // Closing it under the pointer holds none of those after it.
    await toast(page).getByRole('button', { name: '关闭' }).click()
    await toast(page).waitFor({ state: 'detached' })
    await star.click()
    // It slides in from the bottom and disappears after 3 s.
    await toast(page).waitFor()
    const box = await toast(page).boundingBox()
    expect(box!.y).toBeGreaterThan(768 / 2)
    await toast(page).waitFor({ state: 'detached', timeout: 6000 })
  })

  test('user info that cannot be loaded, is empty or has no roles ends at the sign-in page with its words', async () => {
    for (const [answer, words] of [
      [{ resp_code: 1, resp_msg: '用户服务不可用', datas: null }, '用户服务不可用'],
      [{ resp_code: 0, resp_msg: '', datas: null }, '验证失败，请重新登录'],
      [
        {
          resp_code: 0,
          resp_msg: '',
          datas: { roles: [], username: '甲', account: 'x', accountId: '1', funAuthFlag: false },
        },
        '当前用户没有权限!',
      ],
    ] as const) {
      const page = await world().stranger('/login')
      await page.route(/getUserAppRoleAuth|getUserRole/, (route) => route.fulfill({ json: answer }))
      const token = await world().signIn('admin')
      await page.context().addCookies(cookiesOf(token, world().address))
      await Promise.all([
        toast(page).filter({ hasText: words }).waitFor(),
        page.goto(`${world().address}?again#${list}`),
      ])
      await page.waitForURL(/#\/login/)
      // The server removes it.
      await expect.poll(async () => (await cookie(page, 'Admin-Token')) ?? '').toBe('')
      await page.context().close()
    }
  })

  test('requests cancelled by closing their tab say nothing', async () => {
    const page = await world().shared('admin', { path: other })
    const held: Route[] = []
    await page.route(lists, (route) => {
      held.push(route)
    })
    const cancelled = page.waitForEvent('requestfailed', (request) => lists.test(request.url()))
    await openPage(page, list)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.locator(`[data-tab="${list}"] [data-close]`).click()
    await cancelled
    await heading(page, titleOf(other)).waitFor()
    expect(await toast(page).count()).toBe(0)
  })
}

/** Responds to the list's request with the given status and body. */
async function answerLists(page: Page, status: number, json: object): Promise<void> {
  await page
    .getByRole('main')
    .locator('[data-condition]:not([data-condition="loading"])')
    .filter({ visible: true })
    .waitFor()
  await page.route(lists, (route) => route.fulfill({ status, json }))
}

async function search(page: Page, text: string): Promise<void> {
  const box = searchBox(page)
  await box.fill(text)
  await box.press('Enter')
}

/** Counts the toasts from now on. */
function countToasts(page: Page): () => Promise<number> {
  const watching = page.evaluate(() => {
    const global = globalThis as unknown as { toasts: number }
    global.toasts = 0
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof Element && node.matches('[data-kind][role]')) global.toasts += 1
        }
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
  return async () => {
    await watching
    return page.evaluate(() => (globalThis as unknown as { toasts: number }).toasts)
  }
}
