import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { startProduct } from '../support/product.ts'
import { World } from './world.ts'

/** Starts one instance of the product and one browser for all journeys of a file, and stops them after the last. */
export function startWorld(): () => World {
  let world: World
  beforeAll(async () => {
    const [browser, product] = await Promise.all([launchBrowser(), startProduct()])
    world = new World(browser, product)
  })
  afterEach((context) =>
    world.tidy(context.task.result?.state === 'fail' ? context.task.name : null),
  )
  afterAll(async () => {
    await world.browser.close()
    await world.product.stop()
  })
  return () => world
}
