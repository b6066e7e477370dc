import type { Browser, Page } from 'playwright-core'
import { declarationIndex } from '@kufang/contract/declaration-index.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { percentile, record } from '../results.ts'
import { freshPage, openList, signIn } from './browsing.ts'

const lists: ReadonlySet<string> = new Set(['maintain', 'step', 'query', 'master'])

/**
 * Time from the URL of a page not opened before in this window to its rows, for every list: its code, its area's
 * declarations and its first rows are loaded. The browser has no file of it cached.
 */
export async function measureFirstOpening(browser: Browser, address: string): Promise<void> {
  const paths = declarationIndex()
    .pages.filter(({ kind, path }) => lists.has(kind) && !cataloguePage(path).hidden)
    .map(({ path }) => path)
  const { context, page } = await freshPage(browser)
  await signIn(page, address, 'admin')
  await page.waitForLoadState('networkidle')
  const times: number[] = []
  for (const path of paths) times.push(await timeOf(page, path))
  record('lists opened for the first time', times.length, 'pages')
  record('first opening of a list, to its rows', percentile(times, 0.95), 'ms, p95', {
    atMost: 300,
  })
  record('the same, median', percentile(times, 0.5), 'ms')
  await context.close()
}

async function timeOf(page: Page, path: string): Promise<number> {
  const began = await page.evaluate(() => performance.now())
  await openList(page, path)
  return (await page.evaluate(() => performance.now())) - began
}
