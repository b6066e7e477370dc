import { addAll } from '@kufang/kernel/add-all.ts'
import { registry } from '@kufang/contract/registry.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { Browser, Page } from 'playwright-core'
import { demonstrationAccounts } from '../../server/src/demonstration/accounts.ts'
import { freshPage, openList, signIn } from '../web/browsing.ts'

/** A page opened in the browser. */
export interface SampleFigure {
  page: string
  account: string
  /** From the press to the rows in the document, ms; the page was not opened before in this window. null: none came. */
  rowsMs: number | null
  /** null for a press right after signing in, while the window has not yet fetched the code of the person's pages. */
  goalMs: number | null
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
    addAll(found, await openEach(browser, address, account, own.slice(0, 1), 'at once'))
    addAll(found, await openEach(browser, address, account, own, 'later'))
  }
  return found
}

/** Opens pages one after the other in a new window, once the start page is drawn or its reader has looked at it. */
async function openEach(
  browser: Browser,
  address: string,
  account: string,
  own: readonly { path: string }[],
  when: 'at once' | 'later',
): Promise<SampleFigure[]> {
  const { context, page } = await freshPage(browser)
  const found: SampleFigure[] = []
  await signIn(page, address, account)
  await page.waitForLoadState('networkidle')
  if (when === 'later') await page.waitForFunction(isFetchedAhead, { quietMs: 3000 })
  for (const { path } of own) {
    const rowsMs = await timeOf(page, path)
    const isJudged = when === 'later'
    const holds = rowsMs !== null && (!isJudged || rowsMs <= goalMs)
    found.push({ page: path, account, rowsMs, goalMs: isJudged ? goalMs : null, holds })
  }
  await context.close()
  return found
}

/** How long a page takes to show its rows; null if it does not. */
async function timeOf(page: Page, path: string): Promise<number | null> {
  const began = await page.evaluate(() => performance.now())
  try {
    await openList(page, path)
  } catch {
    return null
  }
  return Math.round((await page.evaluate(() => performance.now())) - began)
}

/** Runs in the browser: whether nothing has been fetched for so long, as once the code of the person's pages is here. */
function isFetchedAhead({ quietMs }: { quietMs: number }): boolean {
  const ends = performance
    .getEntriesByType('resource')
    .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
  return performance.now() - Math.max(0, ...ends) > quietMs
}

function accountOf(path: string): string {
  const { role } = cataloguePage(path)
  return demonstrationAccounts.find(({ roles }) => roles.includes(role))?.account ?? 'admin'
}
