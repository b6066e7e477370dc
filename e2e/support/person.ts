import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { newProfile } from './browser.ts'
import { listDrawn } from './list-drawn.ts'
import { openByMenu } from './open-by-menu.ts'
import { cookiesOf, newToken } from './session.ts'
import { closeToast } from './close-toast.ts'
import type { SharedWindows } from './shared-windows.ts'

/** The message for an executed action, or one submitted to the ERP. */
/** The message after an act. */
export const done = (verb: string): RegExp => new RegExp(`${verb}(完成|已提交)`)

/** A user in a browser: navigates with the menu, and works with what is visible. */
export class Person {
  readonly account: string
  readonly page: Page
  readonly #close: () => Promise<void>
  readonly #crashes: string[] = []

  private constructor(account: string, page: Page, close: () => Promise<void>) {
    this.account = account
    this.page = page
    const note = (error: Error) => this.#crashes.push(String(error))
    page.on('pageerror', note)
    this.#close = async () => {
      await close()
      page.off('pageerror', note)
    }
  }

  /** A new browser profile, signed in with the demonstration's password. */
  static async signIn(browser: Browser, address: string, account: string): Promise<Person> {
    const context = await newProfile(browser)
    await context.addCookies(cookiesOf(await newToken(address, account), address))
    const page = await context.newPage()
    const person = new Person(account, page, () => context.close())
    await page.goto(address)
    await page.getByRole('navigation', { name: '菜单' }).waitFor()
    return person
  }

  /** The same in a window that others may have used before. */
  static async signInAt(windows: SharedWindows, address: string, account: string): Promise<Person> {
    const page = await windows.enter(await newToken(address, account), address)
    return new Person(account, page, () => windows.release(page))
  }

  /** Opens a page through the menu. */
  async open(group: string, title: string): Promise<void> {
    await openByMenu(this.page, group, title)
    await this.heading(title).waitFor()
  }

  /** Opens a step page, which is not in the menu, from the list of records. */
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

  /** Rows of the visible list with this text in a cell. */
  rows(table: string, text: string): Locator {
    return this.table(table)
      .getByRole('row')
      .filter({ has: this.page.getByRole('gridcell', { name: text, exact: true }) })
  }

  /** Searches in the visible list and waits for the response; the same text again refetches it. */
  async search(text: string): Promise<void> {
    // Labelled with the searched columns and the shortcut.
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
    // Until then the rows of the previous request are shown.
    await listDrawn(this.page)
  }

  /** The cell of a row by the header of its column. */
  async cell(table: string, row: Locator, column: string): Promise<Locator> {
    const header = this.table(table).getByRole('columnheader', { name: column, exact: true })
    const id = await header.getAttribute('col-id')
    return row.locator(`[role=gridcell][col-id="${id}"]`)
  }

  /** Types into a cell of a form's lines; a choice is selected by its label. */
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
    // Tab ends the edit and starts editing the next cell, which is cancelled.
    await this.page.keyboard.press('Tab')
    await list.or(input).waitFor({ state: 'detached' })
    await this.page.keyboard.press('Escape')
    await this.page.waitForFunction(
      () => document.querySelector('.ag-cell-inline-editing') === null,
    )
    if (isGood) await expect.poll(() => cell.textContent()).toBe(text)
  }

  /** Fills in a field of a form, in a page or a dialog. */
  async fill(within: Locator, field: string, text: string): Promise<void> {
    // Kept tabs may have a field of the same name.
    const box = within.getByLabel(field).filter({ visible: true }).first()
    if ((await box.getAttribute('role')) === 'combobox') {
      const shown = box.locator('xpath=ancestor::*[contains(@class,"ant-select")][last()]')
      const isShown = async () => (await shown.textContent())?.includes(text) === true
      // Opened without a choice, the list would lie over what is pressed next.
      if (await isShown()) return
      await box.click()
      if (await box.isEditable()) await box.fill(text)
      // A list that is read while its entry is pressed takes the entry away under the press, which then chooses nothing.
      const entry = this.page.locator('.ant-select-dropdown:visible').getByTitle(text).first()
      await expect
        .poll(async () => {
          if (await isShown()) return true
          if (await entry.isVisible()) await entry.click()
          return false
        })
        .toBe(true)
      return
    }
    await box.fill(text)
    // The calendar covers what is below; Enter takes the date and closes it.
    if (/\d{4}-\d\d-\d\d/.test(text)) await box.press('Enter')
  }

  /** The content area of the active tab. */
  get main(): Locator {
    return this.page.getByRole('main')
  }

  /** Adds the open lines of predecessors with this number and material to the form. */
  async takeUp(source: string, docNo: string, materialNo: string, target: string): Promise<void> {
    await this.search(docNo)
    const row = this.rows(source, docNo).filter({ hasText: materialNo })
    await row.getByRole('checkbox').check()
    await this.button(`填写${target}`).click()
    await this.table(`${target}明细`).getByRole('gridcell', { name: materialNo }).first().waitFor()
  }

  /** Submits the form and confirms the preview if there is one; returns the number of the created document. */
  async send(verb: string, isPreviewed: boolean): Promise<string> {
    await this.button(`${verb}（Ctrl+Enter）`).click()
    if (isPreviewed) {
      const dialog = this.page.getByRole('dialog', { name: `${verb}：核对将发生的变化` })
      await dialog.getByRole('button', { name: verb, exact: true }).click()
    }
    return this.toastNumber(done(verb))
  }

  /** The number in the success message, which is closed. */
  async toastNumber(text: string | RegExp): Promise<string> {
    const toast = this.page.getByRole('status').filter({ hasText: text })
    const docNo = await toast.getByRole('link').textContent()
    await closeToast(toast)
    return docNo ?? ''
  }

  /** Finds one document in the visible list, selects it and executes an action on it. */
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

  /** Scrolls a table horizontally until a column is present: columns outside of the view are not drawn. */
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

  /** Waits for a result of the ERP that the list shows automatically; longer than for a response of the server. */
  async untilShown(row: Locator): Promise<void> {
    await row.waitFor({ timeout: 60_000 })
  }

  /** Opens a document of the visible list and deletes it. */
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

  /** Closes the window or leaves it to the next user; a page that crashed fails the test. */
  async leave(): Promise<void> {
    await this.#close()
    expect(this.#crashes, `errors in the pages of ${this.account}`).toEqual([])
  }
}
