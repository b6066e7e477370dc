import type { Browser, CDPSession, Page } from 'playwright-core'
import { record } from '../results.ts'
import { freshPage, openList, signIn } from './browsing.ts'

/** Twenty lists, masters, entry forms and steps. */
const paths = [
  '/dataCenter/purchaseOrderSearch',
  '/dataCenter/purchaseRequestSearch',
  '/dataCenter/reservedSearch',
  '/dataCenter/salesOrderSearch',
  '/deliverManager/supplierCreate',
  '/deliverManager/supplierMaintain',
  '/deliverManager/deliverAffirm',
  '/deliverManager/queryDelivery',
  '/receive/arrivalAffirm',
  '/receive/receiveRecordRow',
  '/receive/receivingGoodsWarehouse',
  '/receive/auditReceive',
  '/receive/receivePosting',
  '/pickings/picking',
  '/pickings/pickingEdit',
  '/pickings/materialApplicationQuery',
  '/shippingManagement/outRecode',
  '/base/materialSearch',
  '/base/locationMgr',
  '/Stock/stockSearch',
]

interface Held {
  heapBytes: number
  domNodes: number
}

/** Opens and closes twenty tabs three times; measures the browser's memory after each round. */
export async function measureMemory(browser: Browser, address: string): Promise<void> {
  const { context, page, devtools } = await freshPage(browser)
  await devtools.send('Performance.enable')
  await signIn(page, address, 'admin')
  const rounds: Held[] = []
  for (let round = 0; round < 3; round += 1) {
    for (const path of paths) await openList(page, path)
    await closeAll(page)
    rounds.push(await held(devtools))
  }
  const [first, , last] = rounds
  if (first === undefined || last === undefined) throw new Error('three rounds were meant')
  record('heap after the first round of 20 tabs', first.heapBytes / 1024 / 1024, 'MiB')
  record('heap after the third round', last.heapBytes / first.heapBytes, 'times', { atMost: 1.3 })
  record('DOM nodes after the first round', first.domNodes, 'nodes')
  record('DOM nodes after the third round', last.domNodes / first.domNodes, 'times', {
    atMost: 1.3,
  })
  await context.close()
}

/** Through the menu of the home tab, as users do. */
async function closeAll(page: Page): Promise<void> {
  await page.getByRole('tab').first().click()
  await page.getByRole('tab').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部', exact: true }).click()
  await page.waitForFunction(() => document.querySelectorAll('[role=tab]').length === 1)
}

async function held(devtools: CDPSession): Promise<Held> {
  // The second collection frees objects that the first one only found unreachable.
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const value = (name: string): number => {
    const metric = metrics.find((known) => known.name === name)
    if (metric === undefined) throw new Error(`the browser does not tell ${name}`)
    return metric.value
  }
  return { heapBytes: value('JSHeapUsedSize'), domNodes: value('Nodes') }
}
