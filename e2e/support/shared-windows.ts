import type { BrowserContext, Page } from 'playwright-core'
import { cookiesOf } from './session.ts'

/** Maximum waiting time of a step of signing out; a window that takes longer is not used again. */
const patienceMs = 3000
/** Windows kept for the next journey. */
const idleMax = 8

export interface SharedWindowOptions {
  path?: string
  width?: number
  height?: number
}

/**
 * Windows that journeys use one after another: loading the product takes more computing time than most journeys. After
 * each journey its user signs out, by which the product discards the user's pages, requests and data, and everything the
 * browser stores is cleared.
 */
export class SharedWindows {
  readonly #open: () => Promise<Page>
  /** On the sign-in page, without a user. */
  readonly #idle: Page[] = []
  readonly #inUse = new Set<Page>()
  readonly #broken = new WeakSet<Page>()

  /** @param open opens a window on the sign-in page, in a new browser profile */
  constructor(open: () => Promise<Page>) {
    this.#open = open
  }

  /** A window in which the user opens a page. The token is of no other window, because leaving this one ends its session. */
  async enter(token: string, url: string, options: SharedWindowOptions = {}): Promise<Page> {
    const page = this.#idle.pop() ?? (await this.#openNew())
    this.#inUse.add(page)
    await page.setViewportSize({ width: options.width ?? 1366, height: options.height ?? 768 })
    await page.context().addCookies(cookiesOf(token, url))
    await page.evaluate((hash) => {
      location.hash = hash
    }, options.path ?? '/index')
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
    return page
  }

  /** Signs the user of a window out, and keeps the window for the next one if nothing is left in it. */
  async release(page: Page): Promise<void> {
    if (!this.#inUse.delete(page)) return
    const isWanted = !this.#broken.has(page) && this.#idle.length < idleMax
    // A window that cannot be brought back, for example because a journey left a dialog open, is replaced by a new one.
    if (isWanted && (await leaveClean(page).catch(() => false))) this.#idle.push(page)
    else await page.context().close()
  }

  /** Something went wrong in this window: it is closed on release. */
  spoil(page: Page): void {
    this.#broken.add(page)
  }

  /** After a journey: releases its windows. Returns the profiles of those kept. */
  async tidy(): Promise<Set<BrowserContext>> {
    for (const page of this.#inUse) await this.release(page)
    return new Set(this.#idle.map((page) => page.context()))
  }

  /** After a journey that failed: all windows are to be closed. */
  forget(): Set<BrowserContext> {
    this.#inUse.clear()
    this.#idle.length = 0
    return new Set()
  }

  async #openNew(): Promise<Page> {
    const page = await this.#open()
    page.on('pageerror', () => this.#broken.add(page))
    return page
  }
}

/** Cookies of the page that leave nothing in it when they are cleared. Those of the server it cannot read. */
const plainCookies: ReadonlySet<string> = new Set(['kufang-session', 'menuLish'])

/** Signs out and clears what is stored; false if something of the journey would remain. */
async function leaveClean(page: Page): Promise<boolean> {
  const context = page.context()
  const cookies = await context.cookies()
  // Language, theme, density and menu are read from their cookies once.
  const isPlain = cookies.every(({ name, httpOnly }) => httpOnly || plainCookies.has(name))
  if (!isPlain || context.pages().length > 1) return false
  for (const event of ['request', 'response', 'requestfailed', 'dialog'] as const)
    page.removeAllListeners(event)
  await signOut(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  // Messages, the mark of a slow request, dialogs.
  return (await page.locator('[data-kind], [class*=loadingMark], [role=dialog]').count()) === 0
}

/** By the menu of the person, as users do, which ends the session on the server. */
async function signOut(page: Page): Promise<void> {
  const limit = { timeout: patienceMs }
  // A drawer or dialog over the whole window; those of a page are no obstacle.
  const cover = page.locator('[role=dialog]:visible:not([role=tabpanel] *)')
  if ((await cover.count()) > 0) await page.keyboard.press('Escape')
  const entry = page.getByRole('menuitem', { name: '退出登录' })
  if (!(await entry.isVisible())) await page.locator('[data-tour=person]').click(limit)
  await entry.click(limit)
  const discard = page.getByRole('button', { name: '放弃并继续' })
  const account = page.getByRole('textbox', { name: '账号' })
  await discard.or(account).first().waitFor(limit)
  if (await discard.isVisible()) await discard.click(limit)
  await account.waitFor(limit)
  // A message about the journey is not taken for one about the next. No pointer: it would hold the next message open.
  const message = page.locator('[data-kind][role]')
  if ((await message.count()) > 0)
    await message.getByRole('button', { name: '关闭' }).press('Enter', limit)
}
