import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { cookie, heading, openPage, tab, tabTitles, titleOf, toast } from './world.ts'

const materials = '/base/materialSearch'
const orders = '/dataCenter/purchaseOrderSearch'

/** The frame around the pages (product.md section 2), including the start page. */
export function layoutJourneys(world: () => World): void {
  test('the sidebar is 240 px open and 54 px collapsed, which a cookie keeps', async () => {
    const page = await world().window('admin')
    expect(await sidebarWidth(page)).toBe(240)
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(() => sidebarWidth(page)).toBe(54)
    expect(await cookie(page, 'sidebarStatus')).toBe('0')
    await page.reload()
    await page.getByRole('button', { name: '展开菜单' }).waitFor()
    expect(await sidebarWidth(page)).toBe(54)
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect.poll(() => sidebarWidth(page)).toBe(240)
    expect(await cookie(page, 'sidebarStatus')).toBe('1')
  })

  test('the search box of the menu finds pages at once and leads there', async () => {
    const page = await world().window('storekeeper')
    // At once: before the 3 s after which the entries of the menu are collected.
    const box = page.getByRole('combobox', { name: '搜索页面' })
    await box.fill('库存查')
    await page.getByRole('option').first().waitFor({ state: 'attached' })
    await page.locator('.ant-select-item-option').filter({ hasText: '库存查询' }).first().click()
    await heading(page, titleOf('/Stock/stockSearch')).waitFor()
    for (const text of ['kccx', 'kucun', 'KCCX']) {
      await box.fill(text)
      await page
        .locator('.ant-select-item-option')
        .filter({ hasText: '库存查询' })
        .first()
        .waitFor()
    }
    await box.fill('用户管理')
    await page.getByText('没有找到页面').waitFor()
    expect(await page.locator('.ant-select-item-option').filter({ visible: true }).count()).toBe(0)
  })

  test('what opens stands still from the frame that shows it, so that a quick press hits', async () => {
    const page = await world().window('admin')
    const person = page.locator('[data-tour=person]')
    expect(
      await placesWhileOpening(page, '[data-tour=person]', '[role=menuitem]', '界面设置'),
    ).toHaveLength(1)
    await person.press('Escape')
    await page.getByRole('menuitem', { name: '界面设置' }).waitFor({ state: 'hidden' })
    await person.click()
    const settings = page.getByRole('menuitem', { name: '界面设置' })
    await settings.waitFor()
    await settings.evaluate((element) => element.setAttribute('data-under-hand', ''))
    expect(await placesWhileOpening(page, '[data-under-hand]', '[role=switch]', '')).toHaveLength(1)
  })

  test('the menu shows the entry of the page in front, but never moves under the hand that is choosing in it', async () => {
    const page = await world().window('admin', { path: materials })
    const menu = page.getByRole('navigation', { name: '菜单' })
    const chosen = menu.locator('.ant-menu-item-selected')
    await chosen.filter({ hasText: titleOf(materials) }).waitFor()
    // The test controls the clock.
    await page.clock.install()
    await menu.getByRole('menuitem', { name: '日志管理', exact: true }).hover()
    const before = await menuScroll(page)
    expect(before).toBeGreaterThan(0)
    await goTo(page, '/index')
    await chosen.filter({ hasText: '首页' }).waitFor({ state: 'attached' })
    await page.clock.runFor(2000)
    expect(await menuScroll(page)).toBe(before)
    await page.getByRole('main').hover()
    await goTo(page, materials)
    await chosen.filter({ hasText: titleOf(materials) }).waitFor({ state: 'attached' })
    await goTo(page, '/index')
    await chosen.filter({ hasText: '首页' }).waitFor({ state: 'attached' })
    await page.clock.runFor(2000)
    expect(await menuScroll(page)).toBeLessThan(before)
  })

  test('below 992 px the menu closes, lies over the page and closes on a click outside, without writing the cookie', async () => {
    const page = await world().window('admin', { width: 992 })
    expect(await sidebarWidth(page)).toBe(240)
    await page.setViewportSize({ width: 991, height: 844 })
    const open = page.getByRole('button', { name: '展开菜单' })
    await open.waitFor()
    const before = await cookie(page, 'sidebarStatus')
    await open.click()
    const main = page.getByRole('main')
    const wide = (await main.boundingBox())!.width
    expect(wide).toBeGreaterThan(700)
    await page.mouse.click(900, 500)
    await open.waitFor()
    expect((await main.boundingBox())!.width).toBe(wide)
    expect(await cookie(page, 'sidebarStatus')).toBe(before)
    await page.setViewportSize({ width: 390, height: 844 })
    await openPage(page, materials)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await overflow()).toBeLessThanOrEqual(390)
  })

  test('each page has its title, its breadcrumb and 100 px above it; the footer can be hidden', async () => {
    const page = await world().window('admin')
    await openPage(page, materials)
    await expect.poll(() => page.title()).toBe(`${titleOf(materials)} - 库房`)
    const trail = page.getByRole('navigation', { name: '当前位置' })
    await expect
      .poll(() => trail.getByRole('listitem').allTextContents())
      .toEqual(['首页', '主数据管理', titleOf(materials)])
    expect((await page.getByRole('main').boundingBox())!.y).toBe(100)
    await trail.getByRole('link', { name: '首页' }).click()
    await page.waitForURL(/#\/index/)
    expect(await tabTitles(page)).toContain(titleOf(materials))
    await openPage(page, materials)
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('button', { name: '隐藏页脚' }).click()
    await footer.waitFor({ state: 'detached' })
    await page.reload()
    await heading(page, titleOf(materials)).waitFor()
    expect(await footer.count()).toBe(0)
    // A request of more than a second shows the overlay.
    let answer = (): void => undefined
    const seen = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/api\/documents\/purchase-order\/list/, async (route) => {
      await seen
      await route.continue()
    })
    await openPage(page, orders)
    await page.locator('[class*=loadingMark]').waitFor()
    answer()
    await page.locator('[class*=loadingMark]').waitFor({ state: 'detached' })
  })

  test('fullscreen is offered, and a browser without it is told so', async () => {
    const page = await world().window('admin')
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await page.getByRole('button', { name: '退出全屏' }).click()
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
    await page.evaluate(() => {
      Object.defineProperty(document, 'fullscreenEnabled', { value: false })
    })
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await toast(page).filter({ hasText: '当前浏览器不支持全屏' }).waitFor()
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  })

  test('the error log is shown on local and internal hosts, with message, info, address and stack', async () => {
    const page = await world().window('admin')
    const printed = page.waitForEvent('pageerror')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('破了的一页')
      }, 0)
    })
    await printed
    // No toast is shown.
    expect(await toast(page).count()).toBe(0)
    await page.getByRole('button', { name: /^错误日志/ }).click()
    const dialog = page.getByRole('dialog', { name: '错误日志' })
    for (const column of ['消息', '位置', '地址', '堆栈']) {
      await dialog.getByRole('columnheader', { name: column }).waitFor({ state: 'attached' })
    }
    await dialog
      .getByRole('gridcell', { name: /破了的一页/ })
      .first()
      .waitFor()
    await dialog
      .getByRole('gridcell', { name: /#\/index/ })
      .first()
      .waitFor()
    // After clearing, it is empty until the next error.
    await dialog.getByRole('button', { name: '清空' }).click()
    await page.getByRole('button', { name: /^错误日志/ }).waitFor({ state: 'detached' })
  })

  test('the start page greets, counts to-dos, shows favourites, recents, drafts and stock, and takes its title from the address', async () => {
    const page = await world().shared('storekeeper')
    const main = page.getByRole('main')
    const greeting = main.getByRole('heading', { level: 1 })
    await expect.poll(() => greeting.textContent()).toMatch(/^(早上好|下午好|晚上好)，/)
    for (const card of [
      '我的待办',
      '待到货、收货与出库',
      '收藏',
      '最近使用',
      '未完成的录入',
      '库存概览',
    ]) {
      await main.getByText(card, { exact: true }).first().waitFor()
    }
    const all = main.getByRole('button', { name: /^全部（[1-9]\d*）$/ })
    await all.waitFor()
    await openPage(page, '/Stock/stockSearch')
    await page.getByRole('button', { name: '收藏此页' }).click()
    await tab(page, '首页').click()
    // Once under favourites, once under recents.
    await expect.poll(() => main.getByRole('link', { name: '库存查询' }).count()).toBeGreaterThan(1)
    await page.evaluate((title) => {
      location.hash = `/index?title=${encodeURIComponent(encodeURIComponent(title))}`
    }, '我的仓库')
    await expect.poll(() => greeting.textContent()).toBe('我的仓库')
    await expect.poll(() => tabTitles(page)).toContain('我的仓库')
  })

  test('a to-do of the start page takes one line in English at 1366 px, and its quantity is never cut', async () => {
    const page = await world().window('admin', { cookies: { language: 'en' } })
    const entries = page
      .getByRole('main')
      .locator('li')
      .filter({ has: page.locator('[data-act]') })
    await entries.first().waitFor()
    const found = await entries.evaluateAll((items) =>
      items.map((item) => {
        const quantity = item.querySelector('strong')
        return {
          text: item.textContent,
          // The reason of a failed posting has a line of its own.
          lines: item.querySelector('[class*=failure]') === null ? item.clientHeight / 33 : 1,
          cut: quantity !== null && quantity.scrollWidth > quantity.clientWidth,
        }
      }),
    )
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ lines, cut }) => lines > 1 || cut)).toEqual([])
  })

  test('the start page tells no number of open lines before it knows it', async () => {
    const page = await world().shared('storekeeper', { path: '/Stock/stockSearch' })
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/sources/list*', async (route) => {
      await held
      await route.continue()
    })
    await tab(page, '首页').click()
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: '到库收货', exact: true }).waitFor()
    expect(await main.getByText('（0 行）').count()).toBe(0)
    goOn()
    await main.getByRole('heading', { name: /^到库收货（[1-9]\d* 行）$/ }).waitFor()
  })

  test('language and size are kept in cookies, and the default is Chinese and medium', async () => {
    const page = await world().window('admin')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('button', { name: 'Language' }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.some(({ name, value }) => /lang/i.test(name) && value === 'en')).toBe(true)
    await page.reload()
    await page.getByRole('tablist', { name: 'Open pages' }).waitFor()
    await page.locator('[data-tour=person]').click()
    await page.getByRole('menuitem', { name: 'Display settings' }).click()
    const size = page.getByRole('radiogroup', { name: 'Density' })
    expect(await size.getByRole('radio', { name: 'Normal' }).isChecked()).toBe(true)
    await size.getByText('Compact').click()
    await expect.poll(() => cookie(page, 'size')).not.toBe('medium')
    // The alias used by the given systems.
    const language = cookies.find(({ name }) => /lang/i.test(name))!.name
    await page.context().addCookies([{ name: language, value: 'zh_CN', url: world().address }])
    await page.reload()
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
  })
}

/** Scroll position of the menu. */
function menuScroll(page: Page): Promise<number> {
  return page
    .getByRole('navigation', { name: '菜单' })
    .getByRole('menu')
    .first()
    .evaluate((list) => list.parentElement!.scrollTop)
}

/** By URL, not through the menu. */
function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    location.hash = to
  }, path)
}

async function sidebarWidth(page: Page): Promise<number> {
  const box = await page.getByRole('navigation', { name: '菜单' }).boundingBox()
  return Math.round(box?.width ?? 0)
}

/**
 * Presses an element, and returns the different places at which the first visible element of `selector` with `text` was
 * drawn in the 40 frames since it appeared.
 */
function placesWhileOpening(
  page: Page,
  pressed: string,
  selector: string,
  text: string,
): Promise<string[]> {
  return page.evaluate(
    async ([pressedSelector, shownSelector, shownText]) => {
      document.querySelector<HTMLElement>(pressedSelector!)!.click()
      const places = new Set<string>()
      for (let frames = 0; frames < 40;) {
        // oxlint-disable-next-line no-await-in-loop -- one frame after the other
        await new Promise(requestAnimationFrame)
        const shown = [...document.querySelectorAll<HTMLElement>(shownSelector!)].find(
          (element) => {
            const { left, top } = element.getBoundingClientRect()
            const isInView = left >= 0 && left < innerWidth && top >= 0 && top < innerHeight
            return element.textContent.includes(shownText!) && isInView && element.checkVisibility()
          },
        )
        if (shown === undefined) continue
        const { left, top, width, height } = shown.getBoundingClientRect()
        places.add([left, top, width, height].map(Math.round).join(' '))
        frames += 1
      }
      return [...places]
    },
    [pressed, selector, text],
  )
}
