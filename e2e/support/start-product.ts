import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { People } from './people.ts'
import type { Product } from './product.ts'
import { startProduct } from './product.ts'

/** One instance of the product and one browser. */
export interface Running {
  browser: Browser
  product: Product
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
    running = { browser, product }
  })
  afterAll(async () => {
    await running.browser.close()
    await running.product.stop()
  })
  return () => running
}

/**
 * The users of one journey, with browser profiles of its own, which are closed after it. Call it in the `describe` of
 * the journey, or in the file if that is one journey.
 */
export function peopleOf(running: () => Running): () => People {
  let people: People
  beforeAll(() => {
    const { browser, product } = running()
    people = new People(browser, product.address)
  })
  afterEach(async (context) => {
    if (context.task.result?.state === 'fail') await people.screenshot(context.task.name)
  })
  afterAll(() => people.leave())
  return () => people
}
