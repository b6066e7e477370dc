import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { startProduct } from '../../e2e/support/product.ts'
import { writeFigures } from '../results.ts'
import { measureFirstList } from './first-list.ts'
import { measureFirstOpening } from './first-opening.ts'
import { measureHiddenTabs } from './hidden-tabs.ts'
import { measureSwitching } from './kept-tabs.ts'
import { measureMemory } from './memory.ts'
import { measureSignInPage } from './sign-in-page.ts'

// Measurements of the built product in a browser, with the demonstration company. Unlike the figures of the server
// these are limits: the run fails if one is exceeded.

// Measurements named on the command line (`npm run bench:web -- list`) run alone.
const wanted = process.argv.slice(2)

const say = (text: string) => console.log(`… ${text}`)

say('the product starts')
const product = await startProduct()

/** Each in its own browser, so that state left by earlier measurements does not count. */
async function measure(what: string, work: (browser: Browser) => Promise<void>): Promise<void> {
  if (wanted.length > 0 && !wanted.some((word) => what.includes(word))) return
  say(what)
  const browser = await launchBrowser()
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

const { address } = product
try {
  await measure('the sign-in page on a slow link', (browser) =>
    measureSignInPage(browser, address, 5),
  )
  await measure('the first list', (browser) => measureFirstList(browser, address))
  await measure('the first opening of each list', (browser) =>
    measureFirstOpening(browser, address),
  )
  await measure('ten kept tabs', (browser) => measureSwitching(browser, address, 10))
  await measure('twenty tabs, three times', (browser) => measureMemory(browser, address))
  await measure('hidden tabs', (browser) => measureHiddenTabs(browser, address, 40_000))
} finally {
  await product.stop()
}
const { holds } = writeFigures(resolve(import.meta.dirname, '../results-web.json'))
console.log(holds ? 'every goal holds' : 'a goal does not hold, see above')
process.exitCode = holds ? 0 : 1
