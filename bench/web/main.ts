import { resolve } from 'node:path'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { startProduct } from '../../e2e/support/product.ts'
import { writeFigures } from '../results.ts'
import { measureFirstList } from './first-list.ts'
import { measureHiddenTabs } from './hidden-tabs.ts'
import { measureSwitching } from './kept-tabs.ts'
import { measureMemory } from './memory.ts'
import { measureSignInPage } from './sign-in-page.ts'

// How the built product feels in a browser, with the demonstration company. Unlike the figures of
// the server these are limits: the run fails when one does not hold.

const say = (text: string) => console.log(`… ${text}`)

say('the product and a browser start')
const [browser, product] = await Promise.all([launchBrowser(), startProduct()])
try {
  say('the sign-in page on a slow link')
  await measureSignInPage(browser, product.address, 5)
  say('the first list')
  await measureFirstList(browser, product.address)
  say('ten kept tabs')
  await measureSwitching(browser, product.address, 10)
  say('twenty tabs, three times')
  await measureMemory(browser, product.address)
  say('hidden tabs')
  await measureHiddenTabs(browser, product.address, 40_000)
} finally {
  await browser.close()
  await product.stop()
}
const { holds } = writeFigures(resolve(import.meta.dirname, '../results-web.json'))
console.log(holds ? 'every goal holds' : 'a goal does not hold, see above')
process.exitCode = holds ? 0 : 1
