import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { cookie, heading, isMarked, mark, openPage } from './world.ts'
import { searchBox, tab, tabMenu, tabTitles, titleOf } from './world.ts'

const orders = '/dataCenter/purchaseOrderSearch'
const reservations = '/dataCenter/reservedSearch'
const requests = '/dataCenter/purchaseRequestSearch'
const materials = '/base/materialSearch'
const create = '/pickings/picking'
const many = [
  orders,
  reservations,
  requests,
  materials,
  '/deliverManager/supplierMaintain',
  '/deliverManager/queryDelivery',
  '/receive/receiveRecordRow',
  create,
]

/** All requirements of shell.md section 2. */
export function tabJourneys(world: () => World): void {
  test('a page has one tab whatever its filters, a document its own with its number', async () => {
    const page = await world().shared('admin', { path: orders })
    await listDrawn(page)
    await page.evaluate((path) => {
      location.hash = `${path}?state=open`
    }, orders)
    await expect.poll(() => tabTitles(page)).toEqual(['首页', titleOf(orders)])
    await openPage(page, '/deliverManager/queryDelivery')
    await listDrawn(page)
    const row = page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('button') })
    const docNo = (await row.first().getByRole('button').first().textContent()) ?? ''
    await row
      .first()
      .getByRole('gridcell')
      .nth(3)
      .dblclick({ modifiers: ['Control'] })
    await tab(page, docNo).waitFor()
    expect(await tab(page, docNo).count()).toBe(1)
  })

  test('the start page has no X, no middle click closes it, and it survives others and all', async () => {
    const page = await world().shared('admin')
    await openPage(page, orders)
    await openPage(page, materials)
    expect((await tabTitles(page))[0]).toBe('首页')
    const home = page.locator('[data-tab="/index"]')
    expect(await home.locator('[data-close]').count()).toBe(0)
    await home.click({ button: 'middle' })
    await tabMenu(page, titleOf(orders), '关闭其他')
    await expect.poll(() => tabTitles(page)).toEqual(['首页', titleOf(orders)])
    await tabMenu(page, titleOf(orders), '关闭全部')
    await expect.poll(() => tabTitles(page)).toEqual(['首页'])
    // Not cached: mounted anew when shown again.
    const greeting = page.getByRole('main').getByRole('heading', { level: 1 })
    await greeting.evaluate((element) => element.setAttribute('data-before', 'yes'))
    await openPage(page, orders)
    await tab(page, '首页').click()
    await greeting.waitFor()
    expect(await greeting.getAttribute('data-before')).toBeNull()
  })

  test('the menu of a tab opens at the pointer inside the window and closes on a click outside and when the strip scrolls', async () => {
    const page = await world().shared('admin', { width: 1000 })
    await openAll(page, many)
    const last = page.getByRole('tab').last()
    await last.click({ button: 'right' })
    const menu = page.getByRole('menu').filter({ hasText: '关闭其他' })
    await menu.waitFor()
    const box = await menu.boundingBox()
    const at = await last.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(1000)
    expect(box!.y + box!.height).toBeLessThanOrEqual(768)
    expect(Math.abs(box!.y - (at!.y + at!.height / 2))).toBeLessThan(60)
    await page.mouse.click(500, 600)
    await menu.waitFor({ state: 'hidden' })
    await last.click({ button: 'right' })
    await menu.waitFor()
    await page.getByRole('tablist').evaluate((strip) => strip.scrollBy({ left: -50 }))
    await menu.waitFor({ state: 'hidden' })
  })

  test('closing left, right, others and all leaves what it should in front', async () => {
    const page = await world().shared('admin')
    await openAll(page, [orders, reservations, requests, materials])
    await tabMenu(page, titleOf(reservations), '关闭左侧')
    await expect
      .poll(() => tabTitles(page))
      .toEqual(
        ['首页', reservations, requests, materials].map((path, at) => (at ? titleOf(path) : path)),
      )
    await tabMenu(page, titleOf(requests), '关闭右侧')
    await expect
      .poll(() => tabTitles(page))
      .toEqual(['首页', titleOf(reservations), titleOf(requests)])
    // The active tab was closed: the last one is shown.
    await heading(page, titleOf(requests)).waitFor()
    await tabMenu(page, titleOf(reservations), '关闭其他')
    await heading(page, titleOf(reservations)).waitFor()
    await openPage(page, orders)
    await tabMenu(page, '首页', '关闭全部')
    await expect.poll(() => page.url()).toContain('#/index')
    await openAll(page, [orders, materials])
    await page.locator(`[data-tab="${materials}"] [data-close]`).click()
    await heading(page, titleOf(orders)).waitFor()
    await tabMenu(page, titleOf(orders), '关闭全部')
    await expect.poll(() => page.url()).toContain('#/index')
  })

  test('a tab can be pinned and opened in a new window', async () => {
    const page = await world().window('admin')
    await openAll(page, [reservations, orders, materials])
    await tabMenu(page, titleOf(materials), '固定')
    await expect
      .poll(() => tabTitles(page))
      .toEqual(['首页', ...[materials, reservations, orders].map(titleOf)])
    await tabMenu(page, titleOf(orders), '关闭其他')
    await expect.poll(() => tabTitles(page)).toEqual(['首页', ...[materials, orders].map(titleOf)])
    const opened = page.context().waitForEvent('page')
    await tabMenu(page, titleOf(materials), '在新窗口打开')
    await heading(await opened, titleOf(materials)).waitFor()
  })

  test('the wheel moves the strip by 100 px and the tab in front is wholly in view', async () => {
    const page = await world().shared('admin', { width: 1000 })
    await openAll(page, many)
    const strip = page.getByRole('tablist')
    const left = () => strip.evaluate((element) => Math.round(element.scrollLeft))
    const view = await strip.boundingBox()
    const front = await page.locator('[data-tab][data-active=true]').boundingBox()
    expect(front!.x).toBeGreaterThanOrEqual(view!.x - 1)
    expect(front!.x + front!.width).toBeLessThanOrEqual(view!.x + view!.width + 1)
    const before = await left()
    expect(before).toBeGreaterThan(100)
    await strip.hover()
    await page.mouse.wheel(0, -30)
    await expect.poll(left).toBe(before - 100)
    await page.mouse.wheel(0, 30)
    await expect.poll(left).toBe(before)
    await tab(page, '首页').evaluate((element: HTMLElement) => element.click())
    await expect.poll(left).toBe(0)
  })

  test('tabs out of view are reached by arrows and a list of all, and the one in front stays in view in a narrower window', async () => {
    const page = await world().shared('admin')
    await openAll(page, many)
    const last = titleOf(many.at(-1)!)
    await page.setViewportSize({ width: 1000, height: 768 })
    const isInView = (title: string) =>
      tab(page, title).evaluate((element) => {
        const own = element.closest('[data-tab]')!.getBoundingClientRect()
        const strip = element.closest('[role=tablist]')!.getBoundingClientRect()
        return own.left >= strip.left - 1 && own.right <= strip.right + 1
      })
    await expect.poll(() => isInView(last)).toBe(true)
    const toTheLeft = page.getByRole('button', { name: '向左滚动标签' })
    await toTheLeft.click()
    // The arrow is disabled a moment after the last press has scrolled the strip: a press then does nothing.
    const isAtStart = async () => {
      await toTheLeft.evaluate((button: HTMLButtonElement) => button.click())
      return isInView('首页')
    }
    await expect.poll(isAtStart).toBe(true)
    expect(await isInView(last)).toBe(false)
    await page.getByRole('button', { name: '向右滚动标签' }).click()
    await page.getByRole('button', { name: /^全部标签/ }).click()
    const listed = page.getByRole('banner').getByRole('menuitem', { name: titleOf(many[0]!) })
    await listed.click()
    await heading(page, titleOf(many[0]!)).waitFor()
    await expect.poll(() => isInView(titleOf(many[0]!))).toBe(true)
    await page.setViewportSize({ width: 1920, height: 768 })
    await expect.poll(() => page.getByRole('button', { name: /^全部标签/ }).count()).toBe(0)
  })

  test('in the strip arrows move, Delete closes and the focus lands on the heading of the page', async () => {
    const page = await world().shared('admin')
    await openAll(page, [orders, materials])
    await tab(page, titleOf(materials)).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await focused(page)).toContain(titleOf(orders))
    await page.keyboard.press('Enter')
    await heading(page, titleOf(orders)).waitFor()
    await tab(page, titleOf(orders)).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await expect.poll(() => tabTitles(page)).toEqual(['首页', titleOf(materials)])
    await expect.poll(() => page.evaluate(() => `${document.activeElement?.tagName}`)).toBe('H1')
    expect(await focused(page)).toContain(titleOf(materials))
  })

  test('the address that makes a page anew leads no further than the pages of the layout', async () => {
    const page = await world().shared('storekeeper')
    await page.evaluate(() => {
      location.hash = '/redirect/login'
    })
    await page.waitForURL(/#\/index/)
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
    expect(await cookie(page, 'Admin-Token')).not.toBe('')
  })

  test('refresh makes that page anew, keeps query and hash and leaves no entry in the history', async () => {
    const page = await world().window('admin', { path: `${materials}?search=valve` })
    await listDrawn(page)
    await openPage(page, orders)
    const entries = () => page.evaluate(() => history.length)
    await page.getByRole('tab', { name: titleOf(materials) }).click()
    await heading(page, titleOf(materials)).waitFor()
    const before = await entries()
    await mark(page, titleOf(materials))
    await tabMenu(page, titleOf(materials), '刷新')
    await expect.poll(() => isMarked(page, titleOf(materials))).toBe(false)
    expect(page.url()).toContain(`#${materials}?search=valve`)
    expect(await entries()).toBe(before)
    // The other page is still the same instance.
    await tab(page, titleOf(orders)).click()
    await mark(page, titleOf(orders))
    await tab(page, titleOf(materials)).click()
    await tabMenu(page, titleOf(materials), '刷新')
    await tab(page, titleOf(orders)).click()
    expect(await isMarked(page, titleOf(orders))).toBe(true)
  })

  test('the tabs survive F5 unless the person does not want it', async () => {
    const page = await world().window('admin')
    await openAll(page, [orders, materials])
    await page.reload()
    await heading(page, titleOf(materials)).waitFor()
    expect(await tabTitles(page)).toEqual(['首页', titleOf(orders), titleOf(materials)])
    await tab(page, titleOf(orders)).click()
    await heading(page, titleOf(orders)).waitFor()
    await keepsTabs(page)
    await page.reload()
    await heading(page, titleOf(orders)).waitFor()
    expect(await tabTitles(page)).toEqual(['首页', titleOf(orders)])
    await keepsTabs(page)
  })

  test('unsaved work asks once whether closed by X, middle click, menu, signing out or F5', async () => {
    const page = await world().window('requester', { path: create, ownSession: true })
    await dirty(page)
    const question = page.getByRole('dialog').filter({ hasText: '有未保存的内容' })
    const close = page.locator(`[data-tab="${create}"] [data-close]`)
    const ways: (() => Promise<void>)[] = [
      () => close.click(),
      () => page.locator(`[data-tab="${create}"]`).click({ button: 'middle' }),
      () => tabMenu(page, titleOf(create), '关闭'),
      () => tabMenu(page, titleOf(create), '刷新'),
      async () => {
        await page.locator('[data-tour=person]').click()
        await page.getByRole('menuitem', { name: '退出登录' }).click()
      },
    ]
    for (const way of ways) {
      await way()
      await question.waitFor()
      expect(await question.count()).toBe(1)
      await question.getByRole('button', { name: '留在此页' }).click()
      await question.waitFor({ state: 'hidden' })
      await heading(page, titleOf(create)).waitFor()
    }
    const asked = page.waitForEvent('dialog')
    const reload = page.reload({ waitUntil: 'commit' }).catch(() => null)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reload
  })

  test('what is discarded on closing is gone, after F5 too; what is saved as a draft is there again', async () => {
    const page = await world().shared('requester', { path: create })
    const close = page.locator(`[data-tab="${create}"] [data-close]`)
    const question = page.getByRole('dialog').filter({ hasText: '有未保存的内容' })
    const restored = page.getByText(/已恢复/).filter({ visible: true })
    await dirty(page)
    await close.click()
    await question.getByRole('button', { name: '保存草稿并继续' }).click()
    await expect.poll(() => tabTitles(page)).not.toContain(titleOf(create))
    await openPage(page, create)
    await restored.waitFor()
    await close.click()
    await question.getByRole('button', { name: '放弃并继续' }).click()
    await expect.poll(() => tabTitles(page)).not.toContain(titleOf(create))
    await openPage(page, create)
    await listDrawn(page)
    expect(await restored.count()).toBe(0)
    await page.reload()
    await listDrawn(page)
    expect(await restored.count()).toBe(0)
    expect(await tab(page, titleOf(create)).getByText('有未保存的内容').count()).toBe(0)
  })

  test('the open tabs are kept in the cookie, and in full in the session storage', async () => {
    const page = await world().shared('admin')
    await openAll(page, [orders, materials])
    await expect
      .poll(async () => decodeURIComponent((await cookie(page, 'menuLish')) ?? ''))
      .toContain(materials)
    const kept = JSON.parse(decodeURIComponent((await cookie(page, 'menuLish')) ?? '')) as object[]
    expect(kept.at(-1)).toMatchObject({ path: materials, name: 'materialSearch' })
    const full = await page.evaluate(() => sessionStorage.getItem('tabs:admin') ?? '')
    expect(full).toContain(orders)
    expect(full).toContain(materials)
  })

  test('a page closed and opened again is fresh', async () => {
    const page = await world().shared('admin', { path: materials })
    const search = searchBox(page)
    await search.fill('法兰')
    await search.press('Enter')
    await listDrawn(page)
    await page.locator(`[data-tab="${materials}"] [data-close]`).click()
    await openPage(page, materials)
    await expect.poll(() => search.inputValue()).toBe('')
  })

  test('what a list was narrowed to is there again after F5', async () => {
    const page = await world().shared('admin', { path: materials })
    await listDrawn(page)
    const count = page.getByText(/^共 [\d,]+ 条$/).filter({ visible: true })
    const all = await count.textContent()
    await searchBox(page).fill('法兰')
    await searchBox(page).press('Enter')
    await expect.poll(() => count.textContent()).not.toBe(all)
    const narrowed = await count.textContent()
    await page.reload()
    await expect.poll(() => searchBox(page).inputValue()).toBe('法兰')
    await expect.poll(() => count.textContent()).toBe(narrowed)
  })
}

/** Toggles the setting. */
async function keepsTabs(page: Page): Promise<void> {
  const kept = page.waitForResponse(/\/api\/preferences/)
  await page.locator('[data-tour=person]').click()
  await page.getByRole('menuitem', { name: '界面设置' }).click()
  await page.getByRole('switch', { name: '刷新后恢复标签页' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Close|关闭/ })
    .first()
    .click()
  await kept
}

async function openAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) await openPage(page, path)
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}

/** Selects a line for the entry form, so that there is unsaved input. */
async function dirty(page: Page): Promise<void> {
  await listDrawn(page)
  const row = page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
  await row.nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: /^填写/ }).click()
  await page.locator('main [role=tabpanel]:visible input[type=text]').first().waitFor()
  const field = page.getByRole('main').getByRole('textbox').last()
  await field.fill('E2E')
  await page
    .locator(`[data-tab="${create}"]`)
    .getByText('有未保存的内容')
    .waitFor({ state: 'attached' })
}
