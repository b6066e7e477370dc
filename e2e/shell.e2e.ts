import { afterAll, afterEach, beforeAll } from 'vitest'
import { accessibilityJourneys } from './shell/accessibility.ts'
import { batchJourneys } from './shell/batch.ts'
import { comfortJourneys } from './shell/comfort.ts'
import { entryJourneys } from './shell/entry.ts'
import { errorJourneys } from './shell/errors.ts'
import { keptPageJourneys } from './shell/kept-pages.ts'
import { keyboardJourneys } from './shell/keyboard.ts'
import { layoutJourneys } from './shell/layout.ts'
import { messageJourneys } from './shell/messages.ts'
import { personJourneys } from './shell/person-drawer.ts'
import { reportJourneys } from './shell/reports.ts'
import { restartJourneys } from './shell/restart.ts'
import { tableJourneys } from './shell/tables.ts'
import { tabJourneys } from './shell/tabs.ts'
import { World } from './shell/world.ts'
import { launchBrowser } from './support/browser.ts'
import { startProduct } from './support/product.ts'

/* The shell in a browser; shell.facts.md says which fact each test holds. One product for all. */

let world: World
const it = (): World => world

beforeAll(async () => {
  const [browser, product] = await Promise.all([launchBrowser(), startProduct()])
  world = new World(browser, product)
})
afterEach((context) => world.tidy(context.task.result?.state === 'fail' ? context.task.name : null))
afterAll(async () => {
  await world.browser.close()
  await world.product.stop()
})

entryJourneys(it)
tabJourneys(it)
keptPageJourneys(it)
layoutJourneys(it)
personJourneys(it)
messageJourneys(it)
errorJourneys(it)
tableJourneys(it)
reportJourneys(it)
comfortJourneys(it)
accessibilityJourneys(it)
keyboardJourneys(it)
restartJourneys(it)
// Its many drafts are to-dos of many people: last.
batchJourneys(it)
