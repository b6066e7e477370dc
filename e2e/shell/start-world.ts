import { afterEach, beforeAll } from 'vitest'
import { startForFile } from '../support/start-product.ts'
import { World } from './world.ts'

/** Starts one instance of the product and one browser for all journeys of a file, and stops them after the last. */
export function startWorld(): () => World {
  const running = startForFile()
  let world: World
  beforeAll(() => {
    const { browser, product } = running()
    world = new World(browser, product)
  })
  afterEach((context) =>
    world.tidy(context.task.result?.state === 'fail' ? context.task.name : null),
  )
  return () => world
}
