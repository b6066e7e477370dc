import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { record } from '../results.ts'
import { freshPage, openList, signIn } from './browsing.ts'

/** Pages that refetch periodically while they are visible: counts, books, stock, messages. */
const paths = [
  '/dataCenter/purchaseOrderSearch',
  '/deliverManager/queryDelivery',
  '/receive/auditReceive',
  '/receive/receivePosting',
  '/Stock/stockSearch',
  '/log/messageLogQuery',
]
/** The visible page; it does not refetch. */
const shown = '/pickings/materialApplicationQuery'

/**
 * Requests during an interval with one tab, and with six hidden ones in addition: the difference is theirs. Both
 * include the shell's own requests.
 */
export async function measureHiddenTabs(
  browser: Browser,
  address: string,
  watchMs: number,
): Promise<void> {
  const alone = await requests(browser, address, [], watchMs)
  const beside = await requests(browser, address, paths, watchMs)
  const known = [...alone]
  const more = beside.filter((path) => {
    const at = known.indexOf(path)
    if (at === -1) return true
    known.splice(at, 1)
    return false
  })
  if (more.length > 0) console.log(`requests of hidden tabs: ${more.join(', ')}`)
  record(`requests of six hidden tabs in ${watchMs / 1000} s`, more.length, 'requests', {
    atMost: 0,
  })
}

/** Paths requested while the user is idle. */
async function requests(
  browser: Browser,
  address: string,
  hidden: readonly string[],
  watchMs: number,
): Promise<string[]> {
  const { context, page } = await freshPage(browser)
  await signIn(page, address, 'admin')
  for (const path of [...hidden, shown]) await openList(page, path)
  await page.waitForLoadState('networkidle')
  const asked = listen(page)
  await pause(watchMs)
  await context.close()
  return asked
}

function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}
