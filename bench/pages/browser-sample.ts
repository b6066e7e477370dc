import { registry } from '@kufang/contract/registry.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { Browser } from 'playwright-core'
import { demonstrationAccounts } from '../../server/src/demonstration/accounts.ts'
import { freshPage, openList, signIn } from '../web/browsing.ts'

/** A page opened in the browser. */
export interface SampleFigure {
  page: string
  account: string
  /** From the press to the rows in the document, ms; the page was not opened before in this window. */
  rowsMs: number
  goalMs: number
  holds: boolean
}

const sampleSize = 20
const goalMs = 300
const lists: ReadonlySet<string> = new Set(['maintain', 'step', 'query', 'master'])

/** Opens pages of lists, evenly over all of them, each as a person who has its role. */
export async function openSample(browser: Browser, address: string): Promise<SampleFigure[]> {
  const pages = registry.pages.filter(
    ({ kind, path }) => lists.has(kind) && !cataloguePage(path).hidden,
  )
  const step = pages.length / Math.min(sampleSize, pages.length)
  const sample = pages
    .filter((_page, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .map(({ path }) => ({ path, account: accountOf(path) }))
  const found: SampleFigure[] = []
  for (const [account, own] of Map.groupBy(sample, (one) => one.account)) {
    const { context, page } = await freshPage(browser)
    await signIn(page, address, account)
    await page.waitForLoadState('networkidle')
    for (const { path } of own) {
      const began = await page.evaluate(() => performance.now())
      await openList(page, path)
      const rowsMs = Math.round((await page.evaluate(() => performance.now())) - began)
      found.push({ page: path, account, rowsMs, goalMs, holds: rowsMs <= goalMs })
    }
    await context.close()
  }
  return found
}

function accountOf(path: string): string {
  const { role } = cataloguePage(path)
  return demonstrationAccounts.find(({ roles }) => roles.includes(role))?.account ?? 'admin'
}
