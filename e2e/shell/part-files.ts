import type { Page } from 'playwright-core'
import { declarationIndex } from '@kufang/contract/declaration-index.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { expect, test } from 'vitest'
import { demonstrationAccounts } from '../../server/src/demonstration/accounts.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { answerMeanwhile, heading, openPage, tab, titleOf } from './world.ts'
import type { World } from './world.ts'

const materials = '/base/materialSearch'

/** Files of the page that are loaded when they are first needed, and the network that fails then. */
export function partFileJourneys(world: () => World): void {
  test('a part of the page that is gone after a deploy says save, then reload, and does not reload by itself', async () => {
    const page = await world().window('admin', { path: materials, neverIdle: true })
    await listDrawn(page)
    await page.evaluate(() => {
      ;(globalThis as unknown as { isSame: boolean }).isSame = true
    })
    const restore = await answerMeanwhile(page, /assets\/.*\.js/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    )
    // The page looks for lost files every three seconds; here it never finds them, so only the person's retry does.
    await page.route(/assets\/.*\.js/, (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ status: 404, body: '' })
        : route.fallback(),
    )
    await page.evaluate(() => {
      location.hash = '/system/roleAssign'
    })
    await page.getByText('请先保存其他标签页的内容，再刷新浏览器').waitFor()
    await page.getByRole('button', { name: '刷新浏览器' }).waitFor()
    // A drawer whose file is missing does not affect the page either.
    await page.locator('[data-tour=person]').click()
    await page.getByRole('menuitem', { name: '界面设置' }).click()
    const gone = page.getByRole('alert').filter({ hasText: '此部分未能载入' })
    await gone.waitFor()
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
    await tab(page, titleOf(materials)).click()
    await heading(page, titleOf(materials)).waitFor()
    // If only the network failed, a retry is sufficient.
    restore()
    await gone.getByRole('button', { name: '重试' }).click()
    const drawer = page.getByRole('dialog').filter({ hasText: '界面设置' })
    await drawer.getByRole('button', { name: '关闭' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await page.evaluate(() => {
      location.hash = '/system/roleAssign'
    })
    await page.getByRole('button', { name: '重试' }).filter({ visible: true }).click()
    await heading(page, titleOf('/system/roleAssign')).waitFor()
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
  })

  test('a page whose files the line did not bring comes by itself when the line is back, styles included', async () => {
    const page = await world().window('admin', { neverIdle: true })
    // Files being loaded would be imported from the browser's cache, which routing disables.
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('main').getByText('库存概览', { exact: true }).first().waitFor()
    // The menu loads the pinyin of its titles after three seconds, whatever page is open.
    await expect.poll(() => loadedFiles(page)).toContain('title-sounds')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      ;(globalThis as unknown as { isSame: boolean }).isSame = true
    })
    const asked = new Map<string, number>()
    page.on('request', (request) => {
      if (request.method() !== 'GET' || !request.url().includes('/assets/')) return
      asked.set(request.url(), (asked.get(request.url()) ?? 0) + 1)
    })
    const reconnect = await answerMeanwhile(page, /assets\//, (route) =>
      route.abort('internetdisconnected'),
    )
    await page.evaluate(() => {
      location.hash = '/base/carManage'
    })
    await page.getByRole('heading', { name: '此页未能载入' }).waitFor()
    const failed = [...asked.keys()]
    expect(failed.filter((address) => address.endsWith('.js')).length).toBeGreaterThan(0)
    expect(failed.filter((address) => address.endsWith('.css')).length).toBeGreaterThan(0)
    reconnect()
    await heading(page, titleOf('/base/carManage')).waitFor()
    await listDrawn(page)
    // Nothing was reloaded, each file was requested again, and its style sheets were loaded too.
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
    expect(failed.filter((address) => asked.get(address) === 1)).toEqual([])
    const sheets = await page.evaluate(() =>
      [...document.styleSheets].map(({ href }) => href ?? ''),
    )
    for (const address of failed.filter((file) => file.endsWith('.css'))) {
      expect(sheets).toContain(address)
    }
  })

  test('the first page holds no declarations; those of an area that the line did not bring come when it is back', async () => {
    const page = await world().window('admin', { neverIdle: true })
    const declarations = new Set<string>()
    page.on('request', (request) => {
      // The hash at the end may have hyphens.
      const area = /assets\/declared-([a-z-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
      if (area !== undefined) declarations.add(area)
    })
    await page.reload()
    await page.getByRole('main').getByText('库存概览', { exact: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([...declarations]).toEqual([])
    const reconnect = await answerMeanwhile(page, /assets\/declared-receiving/, (route) =>
      route.abort('internetdisconnected'),
    )
    await page.evaluate(() => {
      location.hash = '/receive/receiveRecordRow'
    })
    await page.getByRole('heading', { name: '此页未能载入' }).waitFor()
    reconnect()
    await heading(page, titleOf('/receive/receiveRecordRow')).waitFor()
    await listDrawn(page)
    expect(declarations).toContain('receiving')
    expect(declarations).not.toContain('issue')
  })

  test('an idle window loads ahead what the pages of its user need, so that opening one asks for its rows only', async () => {
    const page = await world().window('storekeeper')
    const files = (): Promise<string[]> => loadedFiles(page)
    await expect.poll(files).toContain(`declared-${lastAreaOf('storekeeper')}`)
    await page.waitForLoadState('networkidle')
    const before = await files()
    for (const path of ['/receive/receivingGoodsWarehouse', '/deliverManager/deliverAffirm']) {
      await openPage(page, path)
      await listDrawn(page)
    }
    const added = new Set((await files()).filter((file) => !before.includes(file)))
    expect([...added].filter((file) => /lists|forms|page|declared|slots/.test(file))).toEqual([])
  })
}

/** The area of the last page that is loaded ahead for an account: they follow the menu, without hand-written screens. */
function lastAreaOf(account: string): string {
  const { roles } = demonstrationAccounts.find((one) => one.account === account)!
  const { pages, documents } = declarationIndex()
  const [last] = pageCatalogue
    .filter(({ role }) => roles.includes(role))
    .flatMap(({ path }) => pages.filter((page) => page.path === path && page.kind !== 'screen'))
    .toReversed()
  const document = documents.find(({ name }) => name === last!.names[0])
  if (document === undefined) throw new Error(`the last page is ${last!.path}, of no document`)
  return document.area
}

/** The names of the module files that the window has requested, without their hashes. */
function loadedFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /assets\/(.*)-[\w-]{8}\.js$/.exec(name)?.[1] ?? ''),
  )
}
