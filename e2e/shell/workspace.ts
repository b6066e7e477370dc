import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import {
  answerMeanwhile,
  heading,
  openPage,
  password,
  searchBox,
  tabTitles,
  titleOf,
} from './world.ts'

const materials = '/base/materialSearch'

/** Features for long working days (shell.md section 8). */
export function workspaceJourneys(world: () => World): void {
  test('dark mode, density and watermark follow the settings', async () => {
    const page = await world().window('admin', { path: materials })
    await listDrawn(page)
    const row = page.getByRole('main').getByRole('row').nth(2)
    const height = async (): Promise<number> => Math.round((await row.boundingBox())?.height ?? 0)
    const before = await height()
    // Nothing lies over the data unless the person, or the installation, wants it.
    expect(await page.locator('[class*=watermark i]').count()).toBe(0)
    await personMenu(page, '界面设置')
    const drawer = page.getByRole('dialog', { name: '界面设置' })
    await drawer.getByText('深色', { exact: true }).click()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['theme']))
      .toBe('dark')
    await drawer.getByText('宽松', { exact: true }).click()
    await drawer.getByRole('switch', { name: '水印' }).click()
    await drawer
      .getByRole('button', { name: /关闭|Close/ })
      .first()
      .click()
    await expect.poll(height).toBeGreaterThan(before)
    await expect.poll(() => page.locator('[class*=watermark i]').count()).toBeGreaterThan(0)
    await page.reload()
    await listDrawn(page)
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    expect(await height()).toBeGreaterThan(before)
  })

  test('the idle lock hides the pages and keeps the tabs', async () => {
    const page = await world().window('storekeeper', {
      path: '/Stock/stockSearch',
      ownSession: true,
    })
    await listDrawn(page)
    const search = searchBox(page)
    await search.fill('还没查')
    await personMenu(page, '立即锁定')
    const unlock = page.getByRole('button', { name: '解锁' })
    await unlock.waitFor()
    await expect.poll(() => heading(page, titleOf('/Stock/stockSearch')).isVisible()).toBe(false)
    await page.getByLabel('密码').fill('Wrong@2026')
    await unlock.click()
    await page
      .getByText(/账号或密码/)
      .first()
      .waitFor()
    await page.getByLabel('密码').fill(password)
    await unlock.click()
    await heading(page, titleOf('/Stock/stockSearch')).waitFor()
    expect(await tabTitles(page)).toContain(titleOf('/Stock/stockSearch'))
    expect(await search.inputValue()).toBe('还没查')
  })

  test('a new build shows a bar and reloads only when told', async () => {
    const page = await world().window('admin', { path: materials })
    await listDrawn(page)
    await page.evaluate(() => {
      ;(globalThis as unknown as { isSame: boolean }).isSame = true
    })
    await page.route(`${world().address}**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      if (!/^\/(index\.html)?$/.test(pathname)) return route.fallback()
      if (route.request().method() === 'HEAD') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/index-[\w-]+\.js/g, 'index-newer0.js')
      return route.fulfill({ response, body })
    })
    // The page checks when an unavailable server is back. Every request fails until then: one that succeeded would say
    // that it is back already.
    const restore = await answerMeanwhile(page, /^http/, (route) =>
      route.abort('connectionrefused'),
    )
    await page.getByRole('button', { name: '刷新', exact: true }).filter({ visible: true }).click()
    await page.getByText('服务器暂时无法访问').waitFor()
    restore()
    await page.getByText('系统已更新').waitFor()
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
    await page.getByRole('button', { name: '稍后' }).click()
    await page.getByText('系统已更新').waitFor({ state: 'detached' })
  })

  test('without a network a banner says so and goes when it is back', async () => {
    const page = await world().shared('admin', { path: materials })
    await listDrawn(page)
    const search = searchBox(page)
    await search.fill('还在')
    const table = page.getByRole('main').getByRole('grid').filter({ visible: true })
    const place = await table.boundingBox()
    await page.context().setOffline(true)
    await page.getByText('网络已断开').waitFor()
    // The rows stay where they are, so that a press hits the row it was meant for.
    expect(await table.boundingBox()).toEqual(place)
    await page.context().setOffline(false)
    await page.getByText('网络已断开').waitFor({ state: 'detached' })
    expect(await search.inputValue()).toBe('还在')
  })

  test('? lists the keys, / searches, Alt+N makes new', async () => {
    const page = await world().shared('admin', { path: '/base/locationMgr' })
    await listDrawn(page)
    await heading(page, titleOf('/base/locationMgr')).click()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: '键盘操作' })
    await list.waitFor()
    for (const key of ['Ctrl', 'Alt', '/']) await list.getByText(key).first().waitFor()
    await list.getByRole('button', { name: '关闭' }).first().click()
    await list.waitFor({ state: 'hidden' })
    await heading(page, titleOf('/base/locationMgr')).click()
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.press('Alt+n')
    await page.getByRole('dialog').filter({ visible: true }).getByRole('textbox').first().waitFor()
  })

  test('the first tour has four steps and comes once', async () => {
    const { account, secret } = await world().newPerson(['KCGL', 'KCCX'])
    const page = await world().window(account, { secret, ownSession: true })
    await page.getByText('四步认识库房').waitFor()
    await page.getByRole('button', { name: '开始', exact: true }).click()
    for (const title of ['找页面', '同时打开多个页面', '等您处理的事', '个人与界面']) {
      const step = page.locator('.ant-tour').filter({ hasText: title })
      await step.waitFor()
      await step.getByRole('button', { name: /下一步|结束/ }).click()
    }
    await openPage(page, '/Stock/stockSearch')
    await page.reload()
    await page.getByRole('tab', { name: '首页' }).click()
    await page.getByRole('main').getByText('收藏', { exact: true }).first().waitFor()
    expect(await page.getByText('四步认识库房').count()).toBe(0)
  })
}

async function personMenu(page: Page, entry: string): Promise<void> {
  await page.locator('[data-tour=person]').click()
  await page.getByRole('menuitem', { name: entry }).click()
}
