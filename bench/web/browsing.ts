import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** The password of every account of the demonstration company. */
const password = 'Kufang@2026'

/** A page in a browser profile of its own, as a person has it who never was here before. */
export async function freshPage(
  browser: Browser,
  viewport = { width: 1366, height: 768 },
): Promise<{ context: BrowserContext; page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  return { context, page, devtools: await context.newCDPSession(page) }
}

/** Signs in by the form and waits for the menu. */
export async function signIn(page: Page, address: string, account: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('navigation', { name: '菜单' }).waitFor()
}

/** Opens a page by its address and waits until a list on it has drawn its rows. */
export async function openList(page: Page, path: string): Promise<void> {
  // Two frames later the page before is hidden, so that its rows are not taken for the new one's.
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

/** Runs in the browser: the list in front is there, with rows or with the words for none. */
function isListDrawn(): boolean {
  const isVisible = (element: Element): boolean =>
    element instanceof HTMLElement && element.checkVisibility()
  const frames = [...document.querySelectorAll('main [data-condition]')].filter(isVisible)
  return (
    frames.length > 0 && frames.every((frame) => frame.getAttribute('data-condition') !== 'loading')
  )
}

/** Every script that the browser fetched so far: its path, and its size as gzip sends it, in bytes. */
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

  /** In bytes; of these paths only, when given. */
  async total(paths?: ReadonlySet<string>): Promise<number> {
    let sum = 0
    for (const [path, size] of this.#sizes) {
      if (paths === undefined || paths.has(path)) sum += await size
    }
    return sum
  }
}
