import type { Browser } from 'playwright-core'
import { record } from '../results.ts'
import { Scripts, freshPage, openList, signIn } from './browsing.ts'

/**
 * All scripts that a browser with an empty cache fetches from the address typed in to the first
 * list with its rows: sign-in page, shell, the list's page.
 */
export async function measureFirstList(browser: Browser, address: string): Promise<void> {
  const { context, page } = await freshPage(browser)
  const scripts = new Scripts(page)
  await signIn(page, `${address}#/deliverManager/queryDelivery`, 'storekeeper')
  await openList(page, '/deliverManager/queryDelivery')
  record('shell and first list page, JavaScript (gzip)', (await scripts.total()) / 1024, 'KB', {
    atMost: 600,
  })
  await context.close()
}
