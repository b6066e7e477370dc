import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { openByMenu } from '../support/open-by-menu.ts'
import { answerMeanwhile, heading, isMarked, mark, openPage, searchBox } from './world.ts'
import { tab, tabTitles, titleOf, toast } from './world.ts'

const orders = '/dataCenter/purchaseOrderSearch'
const materials = '/base/materialSearch'
const bins = '/base/locationMgr'
const vehicles = '/base/carManage'
const tolerances = '/base/excessDirectory'
const issues = '/shippingManagement/selfDelivery'
const stock = '/Stock/stockSearch'
const pickingUnits = '/base/pickingUnit'

/** Pages that stay mounted behind their tabs: shell.md section 3. */
export function keptPageJourneys(world: () => World): void {
  test('a dialog belongs to its tab: its mask covers that page alone, and what was typed is there on return', async () => {
    const page = await world().shared('admin', { path: bins })
    const dialog = await newRow(page)
    await dialog.getByRole('textbox').first().fill('E2E 未保存')
    // The menu and other tabs are not covered by the mask.
    await openByMenu(page, '主数据管理', '物料主数据')
    await heading(page, titleOf(materials)).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await searchBox(page).click()
    await tab(page, titleOf(bins)).click()
    await dialog.waitFor()
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe('E2E 未保存')
  })

  test.each([
    ['a list', 'admin', bins, materials],
    ['a list with a box for scanning', 'storekeeper', issues, stock],
  ] as const)(
    'text that is inserted in the very frame in which %s is shown again stays, without a key or a click',
    async (_name, account, path, other) => {
      const page = await world().shared(account, { path })
      await listDrawn(page)
      await openPage(page, other)
      await listDrawn(page)
      expect(await typedWhenShown(page, path)).toBe('A-01')
      expect(await searchBox(page).inputValue()).toBe('A-01')
      expect(
        await page.evaluate(() => document.activeElement?.closest('[role=search]') !== null),
      ).toBe(true)
    },
  )

  test('what waits in the box for scanning is there on return, and the box has the focus again', async () => {
    const page = await world().shared('storekeeper', { path: issues })
    const scanner = page.getByRole('main').getByRole('textbox', { name: /^扫描或输入/ })
    await scanner.fill('LL20')
    await openPage(page, stock)
    await listDrawn(page)
    await tab(page, titleOf(issues)).click()
    await expect.poll(() => scanner.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await scanner.inputValue()).toBe('LL20')
  })

  test('a further list is shown with the styles of those before it, none are computed and inserted again', async () => {
    const page = await world().window('admin', { path: materials })
    await listDrawn(page)
    const styles = () => page.evaluate(() => document.head.querySelectorAll('style').length)
    const before = await styles()
    for (const path of [vehicles, pickingUnits]) {
      await openPage(page, path)
      await listDrawn(page)
    }
    expect(await styles()).toBe(before)
  })

  test('a dialog is moved by its title, stays inside the window, asks on Esc and ignores clicks outside', async () => {
    const page = await world().shared('admin', { path: bins, width: 1600, height: 900 })
    const dialog = await newRow(page)
    const box = dialog.locator('[style*="translate"]').first()
    const before = (await box.boundingBox())!
    expect(Math.round(before.width)).toBe(800)
    // The first field has the focus, not the close button.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog').filter({ hasText: '放弃填写的内容' })
    await question.getByRole('button', { name: '继续填写' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.mouse.click(before.x - 40, before.y + 40)
    expect(await dialog.isVisible()).toBe(true)
    const corners: string[] = []
    for (const [x, y] of [
      [270, 110],
      [1590, 110],
      [1590, 890],
      [270, 890],
    ] as const) {
      const { x: left, y: top } = (await box.boundingBox())!
      await page.mouse.move(left + 60, top + 24)
      await page.mouse.down()
      await page.mouse.move(x, y, { steps: 5 })
      await page.mouse.up()
      const moved = (await box.boundingBox())!
      corners.push(`${Math.round(moved.x)} ${Math.round(moved.y)}`)
      expect(moved.x).toBeGreaterThanOrEqual(0)
      expect(moved.y).toBeGreaterThanOrEqual(0)
      expect(moved.x + moved.width).toBeLessThanOrEqual(1601)
      expect(moved.y + moved.height).toBeLessThanOrEqual(901)
    }
    expect(new Set(corners).size).toBe(4)
  })

  test('Esc closes the help and the drawers of the shell, which leave the tabs in reach, and a question is answered with no', async () => {
    const page = await world().shared('requester', { path: '/pickings/picking' })
    await listDrawn(page)
    await heading(page, titleOf('/pickings/picking')).click()
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog').filter({ hasText: '键盘操作' })
    await help.waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /未读/ }).click()
    const messages = page.getByRole('dialog').filter({ hasText: '待办' })
    await messages.waitFor()
    const strip = (await page.getByRole('tablist', { name: '打开的页面' }).boundingBox())!
    expect((await messages.boundingBox())!.y).toBeGreaterThanOrEqual(strip.y + strip.height)
    await page.keyboard.press('Escape')
    await messages.waitFor({ state: 'hidden' })
    const row = page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox') })
    await row.nth(1).getByRole('checkbox').check()
    await page.getByRole('button', { name: /^填写/ }).click()
    await page.getByRole('button', { name: '清空', exact: true }).click()
    const question = page.getByRole('dialog').filter({ hasText: '清空' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '清空', exact: true }).waitFor()
  })

  test('on return filters, page, selection and scroll are as they were, and nothing is asked for again', async () => {
    const page = await world().shared('admin', { path: materials })
    await listDrawn(page)
    const main = page.getByRole('main')
    const search = searchBox(page)
    await search.fill('DN')
    await search.press('Enter')
    await listDrawn(page)
    await main.getByRole('row').getByRole('checkbox').filter({ visible: true }).nth(2).check()
    await main.getByRole('gridcell').filter({ visible: true }).nth(20).hover()
    await page.mouse.wheel(0, 700)
    await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
    const before = await scrolled(page)
    await openPage(page, orders)
    await listDrawn(page)
    let asked = 0
    page.on('request', (request) => {
      if (/material\/list/.test(request.url())) asked += 1
    })
    await tab(page, titleOf(materials)).click()
    await heading(page, titleOf(materials)).waitFor()
    expect(await search.inputValue()).toBe('DN')
    expect(await scrolled(page)).toBe(before)
    await main.getByText('已选 1 条').filter({ visible: true }).first().waitFor()
    expect(asked).toBe(0)
  })

  test('the sixteenth page puts the oldest to sleep, which comes back with its filters', async () => {
    const page = await world().shared('admin', { path: orders })
    await listDrawn(page)
    const search = searchBox(page)
    await search.fill('4500001064')
    await search.press('Enter')
    await listDrawn(page)
    await mark(page, titleOf(orders))
    const others = await page.evaluate(() =>
      [...document.querySelectorAll('[role=tabpanel]')].map((panel) => panel.id),
    )
    expect(others.length).toBeGreaterThan(0)
    for (const path of fifteen) await openPage(page, path)
    await expect
      .poll(() => page.getByRole('tabpanel', { includeHidden: true }).count())
      .toBeLessThanOrEqual(15)
    expect(await tabTitles(page)).toContain(titleOf(orders))
    await tab(page, titleOf(orders)).click()
    await heading(page, titleOf(orders)).waitFor()
    expect(await isMarked(page, titleOf(orders))).toBe(false)
    await expect.poll(() => search.inputValue()).toBe('4500001064')
  })

  test('a write makes the lists of the same kind read again in other tabs, when they are shown', async () => {
    const records = '/pickings/materialApplicationQuery'
    const edit = '/pickings/pickingEdit'
    const page = await world().shared('admin', { path: records })
    await listDrawn(page)
    await openPage(page, edit)
    await listDrawn(page)
    const draft = page.getByRole('row').filter({ hasText: '草稿', visible: true }).first()
    const number = draft.getByRole('button').first()
    const docNo = (await number.textContent()) ?? ''
    await number.click()
    const panel = page.getByRole('dialog').filter({ hasText: docNo })
    await panel.getByRole('button', { name: '删除', exact: true }).click()
    const question = page.getByRole('dialog', { name: `删除 ${docNo}？` })
    await question.getByRole('button', { name: '删除', exact: true }).click()
    await toast(page)
      .filter({ hasText: `已删除 ${docNo}` })
      .waitFor()
    await page.waitForLoadState('networkidle')
    const readAgain = page.waitForRequest(/requisition\/list/)
    await tab(page, titleOf(records)).click()
    await readAgain
    await expect.poll(() => page.getByRole('button', { name: docNo, exact: true }).count()).toBe(0)
  })

  test('hidden pages ask for nothing and hear no keys', async () => {
    const page = await world().window('admin', { path: bins })
    await listDrawn(page)
    await openPage(page, '/receive/receivePosting')
    await listDrawn(page)
    await openPage(page, materials)
    await listDrawn(page)
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.install()
    await page.clock.fastForward('05:00')
    const search = searchBox(page)
    await page.getByRole('heading', { level: 1, name: titleOf(materials) }).click()
    await page.keyboard.press('/')
    expect(asked.filter((path) => /bin\/list|goods-receipt|postings/.test(path))).toEqual([])
    const focusedInFront = await page.evaluate(
      () => document.activeElement?.closest('[role=tabpanel]')?.checkVisibility() ?? true,
    )
    expect(focusedInFront).toBe(true)
    await search.waitFor()
  })

  test('a page that throws fails alone in its tab, is recorded, and the rest goes on', async () => {
    const page = await world().window('admin', { path: materials })
    await listDrawn(page)
    // A response of a shape no server returns.
    const restore = await answerMeanwhile(
      page,
      /\/api\/queries\/|\/api\/system\/erp|\/api\/settings\/business/,
      (route) =>
        route.fulfill({ json: { resp_code: 0, resp_msg: '', datas: { parameters: 7, rows: 7 } } }),
    )
    await page.evaluate(() => {
      location.hash = '/system/systemPageSetup'
    })
    await page.getByText('此页面出错').waitFor()
    await page.getByText('其他标签页不受影响').waitFor()
    await page.getByRole('button', { name: /^错误日志/ }).waitFor()
    await tab(page, titleOf(materials)).click()
    await heading(page, titleOf(materials)).waitFor()
    expect(await page.getByText('此页面出错').filter({ visible: true }).count()).toBe(0)
    // The retry sends a request instead of using the cached bad response.
    restore()
    await tab(page, titleOf('/system/systemPageSetup')).click()
    await page.getByRole('button', { name: '重试' }).click()
    await heading(page, titleOf('/system/systemPageSetup')).waitFor()
    await page.getByRole('main').getByText('收货路径').waitFor()
  })

  test('a sleeping page keeps its boxes, also when something asks for their size', async () => {
    const page = await world().shared('admin', { path: materials })
    await listDrawn(page)
    const cell = page.locator(`[id="${panelOf(materials)}"] [role=gridcell]`).first()
    const width = (): Promise<number> =>
      cell.evaluate((element) => element.getBoundingClientRect().width)
    const before = await width()
    expect(before).toBeGreaterThan(20)
    const asleep = page.evaluate(waitForSleep, panelOf(materials))
    await openPage(page, orders)
    await asleep
    expect(await cell.isVisible()).toBe(false)
    expect(await width()).toBe(before)
  })

  test('a chart that was hidden while the window changed has its width on return', async () => {
    const page = await world().shared('admin')
    const place = page.getByRole('main').getByRole('img', { name: /^各库存地点的库存条数：/ })
    const chart = page.getByRole('main').locator('[_echarts_instance_]').first()
    // It is drawn when it comes into view; the to-dos above it push it down when they arrive.
    const isDrawn = async (): Promise<boolean> => {
      await place.scrollIntoViewIfNeeded()
      return chart.isVisible()
    }
    await expect.poll(isDrawn).toBe(true)
    const width = async (): Promise<number> => (await chart.boundingBox())?.width ?? 0
    const before = await width()
    expect(before).toBeGreaterThan(100)
    await openPage(page, materials)
    await page.setViewportSize({ width: 1100, height: 700 })
    await tab(page, '首页').click()
    await expect.poll(isDrawn).toBe(true)
    await expect.poll(width).toBeGreaterThan(100)
    await expect.poll(width).toBeLessThan(before)
  })
}

const panelOf = (path: string): string => `page-${encodeURIComponent(path)}`

/** Runs in the browser: waits until React has set `display: none` on the panel, as on a deactivated page. */
function waitForSleep(panelId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const panel = document.getElementById(panelId)
    if (panel === null) return reject(new Error(`there is no ${panelId}`))
    const isAskedToGo = ({ oldValue }: MutationRecord): boolean =>
      oldValue?.includes('display: none') === true
    const observer = new MutationObserver((changes) => {
      if (!changes.some(isAskedToGo)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(panel, { attributeFilter: ['style'], attributeOldValue: true })
  })
}

const fifteen = [
  '/dataCenter/reservedSearch',
  '/dataCenter/purchaseRequestSearch',
  '/dataCenter/salesOrderSearch',
  '/deliverManager/supplierMaintain',
  '/deliverManager/deliverAffirm',
  '/deliverManager/queryDelivery',
  '/receive/receiveRecordRow',
  '/receive/auditReceive',
  '/receive/receivePosting',
  '/pickings/pickingEdit',
  '/pickings/materialApplicationQuery',
  '/shippingManagement/outRecode',
  bins,
  materials,
  tolerances,
]

/** The text in the search box of a tab, inserted there by script in the frame in which the tab is shown. */
function typedWhenShown(page: Page, path: string): Promise<string> {
  return tab(page, titleOf(path)).evaluate((strip: HTMLElement) => {
    const shown = new Promise<HTMLElement>((resolve) => {
      new MutationObserver((changes, observer) => {
        const place = changes
          .map(({ target }) => target as HTMLElement)
          .find(({ dataset }) => dataset['shown'] === 'true')
        if (place === undefined) return
        observer.disconnect()
        resolve(place)
      }).observe(document.body, { subtree: true, attributeFilter: ['data-shown'] })
    })
    // By script: a press of the mouse would activate the page itself.
    strip.click()
    return shown.then((place) => {
      const box = place.querySelector<HTMLInputElement>('[role=search] input')!
      box.focus()
      // As before text of a paste, an input method or a scanner; not fired for text inserted by script.
      box.dispatchEvent(new InputEvent('beforeinput', { bubbles: true }))
      document.execCommand('insertText', false, 'A-01')
      // A page that is not active yet puts back what was there.
      return box.value
    })
  })
}

async function newRow(page: Page) {
  await listDrawn(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^新增|^新建/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.waitFor()
  return dialog
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('main *')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.scrollTop),
    ),
  )
}
