import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { listDrawn } from './list-drawn.ts'

const password = 'Kufang@2026'

/** What a step of work waits for at most: a page drawn, an answer of the server, on a busy machine. */
export const patienceMs = 20_000

/** What is said of a verb that was carried out, or handed over to the ERP. */
const done = (verb: string): RegExp => new RegExp(`${verb}(完成|已提交)`)

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
      // An entry that is still being unfolded is brought into view by scrolling what no hand could
      // scroll, and moves back under the press.
      await expect.poll(() => menu.locator('.ant-motion-collapse').count()).toBe(0)
    }
    await entry.click()
    await this.heading(title).waitFor()
  }

  /** From the list of records to a step the menu leaves out. */
  async openStep(group: string, records: string, title: string): Promise<void> {
    await this.open(group, records)
    await this.button(title).click()
    await this.heading(title).waitFor()
  }

  heading(title: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: title, exact: true })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** The table of that name: a list, or the lines of a form. */
  table(name: string): Locator {
    return this.page.getByRole('group', { name, exact: true }).getByRole('grid')
  }

  /** Rows of the shown list with this text in a cell. */
  rows(table: string, text: string): Locator {
    return this.table(table)
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell', { name: text, exact: true }) })
  }

  /** Narrows the shown list by its search field, and waits for the answer; the same again reads it anew. */
  async search(text: string): Promise<void> {
    // Named by what it looks into, and by the key that leads to it.
    const box = this.main.getByRole('search').getByRole('textbox', { name: /[（(]\s*\/\s*[)）]$/ })
    const answered = this.page.waitForResponse(
      (response) =>
        new URL(response.url()).pathname.endsWith('/list') &&
        (response.request().postData() ?? '').includes(`"search":"${text}"`),
    )
    if ((await box.inputValue()) === text) await this.button('刷新').click()
    else {
      await box.fill(text)
      await box.press('Enter')
    }
    await answered
    // Until then the rows of another question stand there.
    await listDrawn(this.page)
    await this.page.waitForFunction(() => document.querySelector('.ag-row-loading') === null)
  }

  /** The cell of a row by the words over its column. */
  async cell(table: string, row: Locator, column: string): Promise<Locator> {
    const header = this.table(table).getByRole('columnheader', { name: column, exact: true })
    const id = await header.getAttribute('col-id')
    return row.locator(`[role=gridcell][col-id="${id}"]`)
  }

  /** Types into a cell of a form's lines; a choice is chosen by its words. */
  async enter(
    table: string,
    row: Locator,
    column: string,
    text: string,
    isGood = true,
  ): Promise<void> {
    const cell = await this.cell(table, row, column)
    await cell.click()
    const list = cell.locator('select')
    const input = cell.locator('input')
    await list.or(input).waitFor()
    if (await list.isVisible()) await list.selectOption({ label: text })
    else await input.fill(text)
    // Tab ends the cell and begins the next one, which is left as it was.
    await this.page.keyboard.press('Tab')
    await list.or(input).waitFor({ state: 'detached' })
    await this.page.keyboard.press('Escape')
    await this.page.waitForFunction(
      () => document.querySelector('.ag-cell-inline-editing') === null,
    )
    if (isGood) await expect.poll(() => cell.textContent()).toBe(text)
  }

  /** Fills in a form's field, in a page or a dialog. */
  async fill(within: Locator, field: string, text: string): Promise<void> {
    const box = within.getByLabel(field).first()
    if ((await box.getAttribute('role')) === 'combobox') {
      await box.click()
      if (await box.isEditable()) await box.fill(text)
      await this.page.locator('.ant-select-dropdown:visible').getByTitle(text).first().click()
      return
    }
    await box.fill(text)
    // A calendar opens over what is below; Enter takes the date and closes it.
    if (/\d{4}-\d\d-\d\d/.test(text)) await box.press('Enter')
  }

  /** The tab's own part of the window. */
  get main(): Locator {
    return this.page.getByRole('main')
  }

  /** The open lines of predecessors with this number and material come into the form. */
  async takeUp(source: string, docNo: string, materialNo: string, target: string): Promise<void> {
    await this.search(docNo)
    const row = this.rows(source, docNo).filter({ hasText: materialNo })
    await row.getByRole('checkbox').check()
    await this.button(`填写${target}`).click()
    await this.table(`${target}明细`).getByRole('gridcell', { name: materialNo }).first().waitFor()
  }

  /** Sends the form, agrees to the preview where there is one; gives the number of what was made. */
  async send(verb: string, isPreviewed: boolean): Promise<string> {
    await this.button(`${verb}（Ctrl+Enter）`).click()
    if (isPreviewed) {
      const dialog = this.page.getByRole('dialog', { name: `${verb}：核对将发生的变化` })
      await dialog.getByRole('button', { name: verb, exact: true }).click()
    }
    return this.toastNumber(done(verb))
  }

  /** The number in the message of success. */
  async toastNumber(text: string | RegExp): Promise<string> {
    const toast = this.page.getByRole('status').filter({ hasText: text })
    const docNo = await toast.getByRole('link').textContent()
    await toast.getByRole('button', { name: '关闭' }).click()
    return docNo ?? ''
  }

  /** Finds one document in the shown list, ticks it and does this with it. */
  async act(
    list: string,
    docNo: string,
    verb: string,
    input: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    await this.search(docNo)
    await this.rows(list, docNo).first().getByRole('checkbox').check()
    await this.page.getByRole('toolbar').getByRole('button', { name: verb, exact: true }).click()
    const dialog = this.page.getByRole('dialog', { name: `${verb} ${docNo}` })
    for (const [field, text] of Object.entries(input)) await this.fill(dialog, field, text)
    await dialog.getByRole('button', { name: verb, exact: true }).click()
    expect(await this.toastNumber(done(verb))).toBe(docNo)
    await dialog.waitFor({ state: 'hidden' })
  }

  /** On a page with several kinds of documents: shows this kind. */
  async choose(kind: string): Promise<void> {
    await this.main
      .getByRole('radiogroup')
      .getByText(new RegExp(`^${kind}`))
      .first()
      .click()
    await this.table(kind).waitFor()
  }

  /** Scrolls a table sideways until a column is there: columns out of sight are not drawn. */
  async inView(table: string, column: string): Promise<void> {
    const header = this.table(table).getByRole('columnheader', { name: column, exact: true })
    await this.table(table).getByRole('gridcell').first().hover()
    await expect
      .poll(async () => {
        if (await header.isVisible()) return true
        await this.page.mouse.wheel(400, 0)
        return false
      })
      .toBe(true)
  }

  /** Waits for what the ERP decides and the list follows by itself; longer than for an answer of the server. */
  async untilShown(row: Locator): Promise<void> {
    await row.waitFor({ timeout: 60_000 })
  }

  /** Opens a document of the shown list and deletes it. */
  async remove(list: string, docNo: string): Promise<void> {
    await this.search(docNo)
    await this.rows(list, docNo).first().getByRole('button', { name: docNo }).click()
    const panel = this.page.getByRole('dialog').filter({ hasText: docNo })
    await panel.getByRole('button', { name: '删除', exact: true }).click()
    const question = this.page.getByRole('dialog', { name: `删除 ${docNo}？` })
    await question.getByRole('button', { name: '删除', exact: true }).click()
    await this.page
      .getByRole('status')
      .filter({ hasText: `已删除 ${docNo}` })
      .waitFor()
    await this.rows(list, docNo).first().waitFor({ state: 'detached' })
  }

  /** Ends the work; a page that broke on the way fails the test. */
  async leave(): Promise<void> {
    await this.#context.close()
    expect(this.#crashes, `errors in the pages of ${this.account}`).toEqual([])
  }
}
