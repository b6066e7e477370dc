import { gzipSync } from 'node:zlib'
import { declarationIndex } from '@kufang/contract/declaration-index.ts'
import type { Browser } from 'playwright-core'
import { firstPageMaxKb } from '../../tools/first-page-size.ts'
import { record } from '../results.ts'
import { Scripts, freshPage, openList, signIn } from './browsing.ts'

const list = '/deliverManager/queryDelivery'

/**
 * All scripts that a browser with an empty cache loads for a signed-in user, from the URL of a list to its rows: the
 * shell and the list's page.
 */
export async function measureFirstList(browser: Browser, address: string): Promise<void> {
  const before = await freshPage(browser)
  await signIn(before.page, address, 'storekeeper')
  const cookies = await before.context.cookies()
  await before.context.close()
  const { context, page } = await freshPage(browser)
  await context.addCookies(cookies)
  const scripts = new Scripts(page)
  await page.goto(`${address}#${list}`)
  await openList(page, list)
  record('shell and first list page, JavaScript (gzip)', (await scripts.total()) / 1024, 'KB', {
    atMost: firstPageMaxKb,
  })
  const index = declarationIndex()
  record(
    'index of what is declared, per document type (gzip)',
    gzipSync(JSON.stringify(index)).length / index.documents.length / 1024,
    'KB',
  )
  await context.close()
}
