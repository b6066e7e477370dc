import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** The password of all accounts of the demonstration company. */
const password = 'Kufang@2026'

/** A page in a new browser profile, as for a first visit. */
export async function freshPage(
  browser: Browser,
  viewport = { width: 1366, height: 768 },
): Promise<{ context: BrowserContext; page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  return { context, page, devtools: await context.newCDPSession(page) }
}

/** Signs in with the form and waits for the menu. */
export async function signIn(page: Page, address: string, account: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('navigation', { name: '菜单' }).waitFor()
}

/** Opens a page by its URL and waits until its list has drawn its rows. */
export async function openList(page: Page, path: string): Promise<void> {
  // Two frames later the previous page is hidden, so that its rows are not taken for the new ones.
  await page.evaluate(
    (hash) =>
      new Promise<void>((resolve) => {
        location.hash = hash
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
    path,
  )
  await page.waitForFunction(isListDrawn)
}

/** Runs in the browser: whether the visible list is drawn, with rows or the text for none. */
function isListDrawn(): boolean {
  const isVisible = (element: Element): boolean =>
    element instanceof HTMLElement && element.checkVisibility()
  const frames = [...document.querySelectorAll('main [data-condition]')].filter(isVisible)
  return (
    frames.length > 0 && frames.every((frame) => frame.getAttribute('data-condition') !== 'loading')
  )
}

/** All scripts the browser has loaded: path and gzip size in bytes. */
export class Scripts {
  readonly #sizes = new Map<string, Promise<number>>()

  constructor(page: Page) {
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.endsWith('.js') || this.#sizes.has(pathname)) return
      this.#sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      )
    })
  }

  /** In bytes; of these paths only, if given. */
  async total(paths?: ReadonlySet<string>): Promise<number> {
    let sum = 0
    for (const [path, size] of this.#sizes) {
      if (paths === undefined || paths.has(path)) sum += await size
    }
    return sum
  }
}
