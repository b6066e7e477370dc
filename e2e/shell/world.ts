import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { expect } from 'vitest'
import { newProfile } from '../support/browser.ts'
import type { ProfileOptions } from '../support/browser.ts'
import { followLive } from '../support/live-channel.ts'
import { callApi, cookiesOf, newToken, password } from '../support/session.ts'
import type { Product } from '../support/product.ts'
import { SharedWindows } from '../support/shared-windows.ts'
import type { SharedWindowOptions } from '../support/shared-windows.ts'

export { password } from '../support/session.ts'
const screenshots = resolve(import.meta.dirname, '../../node_modules/.cache/e2e')

export interface WindowOptions extends ProfileOptions {
  path?: string
  /** What the browser has stored already, for example its language. */
  cookies?: Readonly<Record<string, string>>
  /** Signs in anew instead of sharing the account's session, for tests that end it. */
  ownSession?: boolean
  /** The browser has always something else to do, so the product loads nothing ahead. */
  neverIdle?: boolean
  /** The password, if it is not that of the demonstration. */
  secret?: string
}

/** A change of rights that waits for another person. */
interface Waiting {
  id: string
}

/** One running product and one browser for all journeys through the shell. */
export class World {
  readonly browser: Browser
  readonly product: Product
  readonly #tokens = new Map<string, Promise<string>>()
  readonly #open = new Set<BrowserContext>()
  #approver: Promise<{ account: string; secret: string }> | undefined
  readonly #shared = new SharedWindows(() => this.stranger('/login'))

  constructor(browser: Browser, product: Product) {
    this.browser = browser
    this.product = product
  }

  get address(): string {
    return this.product.address
  }

  /** Calls the API as an account; returns the response's `datas`, throws with the server's message. */
  async call<Datas>(account: string, path: string, body: unknown = {}): Promise<Datas> {
    return this.callAs(await this.token(account), path, body)
  }

  /** The same with a given token. */
  async callAs<Datas>(token: string, path: string, body: unknown): Promise<Datas> {
    return callApi(this.address, token, path, body)
  }

  token(account: string): Promise<string> {
    const known = this.#tokens.get(account) ?? this.signIn(account)
    this.#tokens.set(account, known)
    return known
  }

  /** A new session, signed in through the API. */
  async signIn(account: string, secret = password): Promise<string> {
    return newToken(this.address, account, secret)
  }

  /** A new browser profile without a session. */
  async stranger(path: string, options: WindowOptions = {}): Promise<Page> {
    const page = await (await this.#context(options)).newPage()
    await page.goto(`${this.address}#${path}`)
    // The sign-in page clears an existing token, so a token must be set after that.
    await page.waitForURL(/#\/login\?.*time=/)
    return page
  }

  /** A window of a signed-in user. */
  async window(account: string, options: WindowOptions = {}): Promise<Page> {
    const context = await this.#context(options)
    const token = await (options.ownSession === true
      ? this.signIn(account, options.secret)
      : this.token(account))
    await context.addCookies(cookiesOf(token, this.address))
    const page = await context.newPage()
    followLive(page)
    await page.goto(`${this.address}#${options.path ?? '/index'}`)
    await page.getByRole('tablist', { name: /^(打开的页面|Open pages)$/ }).waitFor()
    return page
  }

  /**
   * A window of a signed-in user in which another journey may have worked before: the product is loaded already, but
   * nothing of that journey is left. For journeys that do not ask for a window of their own: those about what is loaded
   * first, those that change language, theme or menu, replace functions of the browser or end the session use `window`.
   */
  async shared(account: string, options: SharedWindowOptions = {}): Promise<Page> {
    return this.#shared.enter(await this.signIn(account), this.address, options)
  }

  /** Signs the user of a shared window out before the journey ends, so that the journey can use it for the next user. */
  async release(page: Page): Promise<void> {
    await this.#shared.release(page)
  }

  /** A new account that has changed its initial password, confirmed to be in its person's hands. */
  async newPerson(roles: readonly string[]): Promise<{ account: string; secret: string }> {
    const { id, account, secret: given } = await this.newAccount(roles)
    const secret = 'E2e@Password1'
    await this.callAs(
      await this.signIn(account, given),
      'api/user/uouseraccount/editPswByAccount',
      { account, psw: given, newPsw: secret, newPswConfirm: secret },
    )
    await this.giveApproved(`api/system/users/${id}/confirm-person`, {})
    return { account, secret }
  }

  /** A new account with its initial password, which must be changed. */
  async newAccount(
    roles: readonly string[] = [],
  ): Promise<{ id: string; account: string; secret: string }> {
    const account = `e2e${crypto.randomUUID().slice(0, 8)}`
    const made = await this.call<{
      user: { id?: string; userId?: string; version: number }
      temporaryPassword: string
    }>('admin', 'api/system/users', { account, userName: '临时账号' })
    const id = made.user.id ?? made.user.userId ?? ''
    if (roles.length > 0) {
      await this.giveApproved(`api/system/users/${id}/roles`, {
        roles,
        version: made.user.version,
      })
    }
    return { id, account, secret: made.temporaryPassword }
  }

  /** Gives rights as the administrator, and has another one approve what needs a second person. */
  async giveApproved(path: string, rights: object): Promise<void> {
    const { waiting } = await this.call<{ waiting: Waiting | null }>('admin', path, {
      ...rights,
      reason: '端到端测试',
    })
    if (waiting !== null) await this.approve(waiting)
  }

  /** Approves a change of rights as another administrator. */
  async approve({ id }: Waiting): Promise<void> {
    const { account, secret } = await this.approver()
    const token = await this.signIn(account, secret)
    await this.callAs(token, `api/system/rights/changes/${id}/approve`, {})
  }

  /** The other administrator, made on first use: until then nobody else can approve. */
  approver(): Promise<{ account: string; secret: string }> {
    this.#approver ??= this.#makeApprover('e2e-approver', 'E2e@Password1')
    return this.#approver
  }

  async #makeApprover(
    account: string,
    secret: string,
  ): Promise<{ account: string; secret: string }> {
    const accounts = 'api/system/users'
    const found = await this.call<{ rows: unknown[] }>('admin', `${accounts}/list`, { account })
    // Of an earlier run, where an instance that is already running is used.
    if (found.rows.length > 0) return { account, secret }
    const made = await this.call<{
      user: { id: string; version: number }
      temporaryPassword: string
    }>('admin', accounts, { account, userName: '第二管理员' })
    const { id, version } = made.user
    const asked = await this.call<{ waiting: Waiting }>('admin', `${accounts}/${id}/roles`, {
      roles: ['admin'],
      version,
      reason: '第二名管理员',
    })
    await this.call('admin', `api/system/rights/changes/${asked.waiting.id}/carryOut`, {
      remark: '尚无其他管理员',
    })
    await this.callAs(
      await this.signIn(account, made.temporaryPassword),
      'api/user/uouseraccount/editPswByAccount',
      { account, psw: made.temporaryPassword, newPsw: secret, newPswConfirm: secret },
    )
    const confirmed = await this.call<{ waiting: Waiting }>(
      'admin',
      `${accounts}/${id}/confirm-person`,
      { reason: '已当面确认' },
    )
    await this.call('admin', `api/system/rights/changes/${confirmed.waiting.id}/carryOut`, {
      remark: '尚无其他管理员',
    })
    return { account, secret }
  }

  /** Changes an account as an administrator: its last day ('' for none), enabled or disabled. */
  async changeAccount(
    account: string,
    change: { validUntil?: string; isEnabled?: boolean },
  ): Promise<void> {
    const found = await this.call<{ rows: { id: string; version: number }[] }>(
      'admin',
      'api/system/users/list',
      { account },
    )
    const { id, version } = found.rows[0]!
    if (change.validUntil !== undefined) {
      await this.call('admin', `api/system/users/${id}`, {
        userName: '临时账号',
        validUntil: change.validUntil,
        version,
      })
    }
    if (change.isEnabled !== undefined) {
      await this.call('admin', `api/system/users/${id}/${change.isEnabled ? 'enable' : 'disable'}`)
    }
  }

  async #context({ cookies = {}, ...options }: WindowOptions): Promise<BrowserContext> {
    const context = await newProfile(this.browser, options)
    if (options.neverIdle === true)
      await context.addInitScript(() => {
        window.requestIdleCallback = () => 0
      })
    this.#open.add(context)
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: this.address })),
    )
    return context
  }

  /** After each test: closes what is still open; takes screenshots of a failed one. */
  async tidy(failed: string | null): Promise<void> {
    const left = failed === null ? await this.#shared.tidy() : this.#shared.forget()
    for (const context of this.#open) {
      if (left.has(context)) continue
      for (const page of context.pages()) {
        if (failed === null) continue
        mkdirSync(screenshots, { recursive: true })
        const name = failed.replaceAll(/[^\w -]/g, '').slice(0, 50)
        await page.screenshot({ path: join(screenshots, `shell ${name}.png`) })
      }
      await context.close()
      this.#open.delete(context)
    }
  }
}

/** Opens a page by its URL, as a link would, and waits for its heading. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
  await heading(page, titleOf(path)).waitFor()
}

export const titleOf = (path: string): string => cataloguePage(path.split('?')[0] ?? path).zh

export function heading(page: Page, title: string): Locator {
  return page.getByRole('main').getByRole('heading', { level: 1, name: title, exact: true })
}

/**
 * Answers requests matching `pattern` by `answer` until the returned function is called. The route itself stays: removing
 * it would leave requests unanswered that the page sends at that moment.
 */
export async function answerMeanwhile(
  page: Page,
  pattern: RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isOver = false
  await page.route(pattern, (route) => (isOver ? route.fallback() : answer(route)))
  return () => {
    isOver = true
  }
}

/** The tab with this title. */
export function tab(page: Page, title: string): Locator {
  return page.getByRole('tab', { name: title })
}

/** Titles of the tabs in order. */
export async function tabTitles(page: Page): Promise<string[]> {
  const titles = await page.getByRole('tab').allTextContents()
  return titles.map((title) => title.replace('有未保存的内容', '').trim())
}

/** Chooses an entry from the menu of a tab. */
export async function tabMenu(page: Page, title: string, entry: string): Promise<void> {
  const entries = page.getByRole('menuitem', { name: entry, exact: true }).filter({ visible: true })
  // The menu of another tab may still be closing.
  await expect.poll(() => entries.count()).toBe(0)
  await tab(page, title).click({ button: 'right' })
  await entries.click()
}

/** Marks the heading of a page: a page mounted anew has lost the mark. */
export async function mark(page: Page, title: string): Promise<void> {
  await heading(page, title).evaluate((element) => element.setAttribute('data-before', 'yes'))
}

export function isMarked(page: Page, title: string): Promise<boolean> {
  return heading(page, title).evaluate((element) => element.hasAttribute('data-before'))
}

/** The visible toast, success or failure. */
export function toast(page: Page): Locator {
  return page.locator('[data-kind][role]')
}

export async function cookie(page: Page, name: string): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find((known) => known.name === name)?.value
}

/**
 * Makes the active page call the server, so that it detects the end of the session; it may have detected it already.
 */
export async function callUntilSignIn(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: '刷新', exact: true }).filter({ visible: true })
  await Promise.any([again.click(), page.waitForURL(/#\/login\?/)])
  await page.waitForURL(/#\/login\?.*time=\d+/)
}

/** The search box of the visible list. */
export function searchBox(page: Page): Locator {
  return page.getByRole('search').getByRole('textbox').filter({ visible: true }).first()
}
