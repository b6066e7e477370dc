import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const password = 'Kufang@2026'

/** What a step of work waits for at most: a page drawn, an answer of the server, on a busy machine. */
export const patienceMs = 20_000

/** A person at a screen: signs in, goes through the menu, and works by what stands on the screen. */
export class Person {
  readonly account: string
  readonly page: Page
  readonly #context: BrowserContext
  readonly #crashes: string[] = []

  private constructor(account: string, context: BrowserContext, page: Page) {
    this.account = account
    this.#context = context
    this.page = page
    page.on('pageerror', (error) => this.#crashes.push(String(error)))
  }

  /** A fresh browser profile, signed in with the demonstration's password. */
  static async signIn(browser: Browser, address: string, account: string): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    const person = new Person(account, context, page)
    await page.goto(address)
    await page.getByLabel('账号').fill(account)
    await page.getByLabel('密码').fill(password)
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('navigation', { name: '菜单' }).waitFor()
    return person
  }

  /** Opens a page through the menu, as one does who does not know addresses. */
  async open(group: string, title: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: '菜单' })
    const entry = menu.getByRole('menuitem', { name: title, exact: true })
    if (!(await entry.isVisible())) {
      await menu.getByRole('menuitem', { name: group, exact: true }).click()
    }
    await entry.click()
    await this.heading(title).waitFor()
  }

  heading(title: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: title, exact: true })
  }

  /** Ends the work; a page that broke on the way fails the test. */
  async leave(): Promise<void> {
    await this.#context.close()
    expect(this.#crashes, `errors in the pages of ${this.account}`).toEqual([])
  }
}
