import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser, newProfile } from './browser.ts'
import { People } from './people.ts'
import type { Product } from './product.ts'
import { startProduct } from './product.ts'
import { SharedWindows } from './shared-windows.ts'

/** One instance of the product and one browser. */
export interface Running {
  browser: Browser
  product: Product
  /** Windows for journeys one after another. */
  windows: SharedWindows
}

/**
 * Starts one instance of the product and one browser for all journeys of a file, and stops them after the last.
 *
 * @param environment additional settings of the product, known when it starts
 */
export function startForFile(
  environment: () => Record<string, string> = () => ({}),
): () => Running {
  let running: Running
  beforeAll(async () => {
    const [browser, product] = await Promise.all([launchBrowser(), startProduct(environment())])
    const windows = new SharedWindows(async () => {
      const page = await (await newProfile(browser)).newPage()
      await page.goto(`${product.address}#/login`)
      // The sign-in page clears an existing token, so a token must be set after that.
      await page.waitForURL(/#\/login\?.*time=/)
      return page
    })
    running = { browser, product, windows }
  })
  afterAll(async () => {
    await running.browser.close()
    await running.product.stop()
  })
  return () => running
}

/**
 * The users of one journey, in windows that later journeys may use, whose users sign out after it. Call it in the
 * `describe` of the journey, or in the file if that is one journey.
 */
export function peopleOf(running: () => Running): () => People {
  let people: People
  beforeAll(() => {
    const { product, windows } = running()
    people = new People(windows, product.address)
  })
  beforeEach(() => people.begin())
  afterEach(async (context) => {
    const { result } = context.task
    if (result?.state !== 'fail') return
    const seen = await people.keepEvidence(context.task.name)
    for (const error of result.errors ?? []) error.message += `\n${seen}`
  })
  afterAll(() => people.leave())
  return () => people
}
