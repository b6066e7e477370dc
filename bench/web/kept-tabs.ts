import type { Browser, Page } from 'playwright-core'
import { percentile, record } from '../results.ts'
import { freshPage, openList, signIn } from './browsing.ts'

/** Lists with many columns: each draws at least the cells of fifty rows with thirty columns. */
const paths = [
  '/dataCenter/purchaseOrderSearch',
  '/dataCenter/reservedSearch',
  '/deliverManager/supplierMaintain',
  '/deliverManager/buyerMaintain',
  '/receive/receiveRecordRow',
  '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery',
  '/pickings/pickingEdit',
  '/pickings/materialApplicationQuery',
  '/shippingManagement/outRecode',
  '/base/materialSearch',
]
const cellsMin = 50 * 30
const rowsPerList = 100

/**
 * Time from the click on a tab to the frame that shows its page, with ten mounted tabs. The window has a usual size
 * with a zoom that draws 1500 cells per list: the number of pixels is usual, that of cells is high. Lists with too few
 * rows in the demonstration get them repeated.
 */
export async function measureSwitching(
  browser: Browser,
  address: string,
  rounds: number,
): Promise<void> {
  const { context, page, devtools } = await freshPage(browser)
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width: 4480,
    height: 2520,
    deviceScaleFactor: 0.4286,
    mobile: false,
  })
  await repeatRows(page)
  await signIn(page, address, 'admin')
  let cells = Number.POSITIVE_INFINITY
  for (const path of paths) {
    await openList(page, path)
    await page.waitForFunction(hasCells, cellsMin, { timeout: 20_000 }).catch(() => undefined)
    const drawn = await page.evaluate(cellsDrawn)
    if (drawn < cellsMin) throw new Error(`${path} draws ${drawn} cells, ${cellsMin} are wanted`)
    cells = Math.min(cells, drawn)
  }
  const switches: Switch[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) switches.push(await switchTo(page, path))
  }
  const times = (moment: keyof Switch): number[] => switches.map((known) => known[moment])
  const firstReturns = times('drawn').slice(0, paths.length)
  record('cells drawn in each of ten kept tabs, at least', cells, 'cells')
  record('switch among ten kept tabs', percentile(times('drawn'), 0.95), 'ms, p95', { atMost: 100 })
  record('the same, median', percentile(times('drawn'), 0.5), 'ms')
  record('the same, first return to each, at most', Math.max(...firstReturns), 'ms')
  record('until one more frame is drawn', percentile(times('next'), 0.95), 'ms, p95')
  record('until the page is awake and has the focus', percentile(times('awake'), 0.95), 'ms, p95')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/** Milliseconds from the click on a tab. */
interface Switch {
  /** The frame that shows the page is drawn. */
  drawn: number
  /** The next frame is drawn; on a machine without a graphics card it waits for rasterisation. */
  next: number
  /** The page's effects have run, and its heading has the focus. */
  awake: number
}

async function switchTo(page: Page, path: string): Promise<Switch> {
  const at = paths.indexOf(path)
  // The first tab is the start page, which remains.
  const tab = page.getByRole('tab').nth(at + 1)
  await tab.scrollIntoViewIfNeeded()
  await page.evaluate(watchSwitch, path)
  await tab.click()
  return page.evaluate(() => (globalThis as unknown as { switched: Promise<Switch> }).switched)
}

/** Runs in the browser: measures the click that leads to the page of this path. */
function watchSwitch(path: string): void {
  const global = globalThis as unknown as { switched: Promise<Switch> }
  const panels = [...document.querySelectorAll('main [role=tabpanel]')]
  const wanted = panels.find((panel) => panel.id === `page-${encodeURIComponent(path)}`)
  const grid = wanted?.querySelector('[role=grid]')
  const isShown = (): boolean =>
    grid?.checkVisibility() === true &&
    panels.every((panel) => panel === wanted || !panel.checkVisibility())
  // A message posted in a frame arrives after that frame is drawn.
  const drawn = (): Promise<number> =>
    new Promise((resolve) => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve(performance.now()))
      channel.port1.start()
      channel.port2.postMessage(null)
    })
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
  const follow = async (press: number): Promise<Switch> => {
    do await frame()
    while (!isShown())
    const first = await drawn()
    await frame()
    const next = await drawn()
    while (wanted?.contains(document.activeElement) !== true) await frame()
    const awake = performance.now()
    return { drawn: first - press, next: next - press, awake: awake - press }
  }
  global.switched = new Promise((resolve, reject) => {
    document.addEventListener(
      'click',
      (event) => {
        follow(event.timeStamp).then(resolve, reject)
      },
      { capture: true, once: true },
    )
  })
}

/** Runs in the browser: number of cells of the visible list. */
function cellsDrawn(): number {
  const cells = [...document.querySelectorAll('main [role=gridcell]')]
  return cells.filter((cell) => cell instanceof HTMLElement && cell.checkVisibility()).length
}

function hasCells(wanted: number): boolean {
  const cells = [...document.querySelectorAll('main [role=gridcell]')]
  const drawn = cells.filter((cell) => cell instanceof HTMLElement && cell.checkVisibility())
  return drawn.length >= wanted
}

interface ListAnswer {
  datas: { rows?: Record<string, unknown>[]; nextCursor?: string | null }
}

/** Repeats the server's rows until the list is full. */
async function repeatRows(page: Page): Promise<void> {
  await page.route('**/api/**/list?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as ListAnswer
    const rows = answer.datas.rows ?? []
    if (rows.length > 0 && rows.length < rowsPerList) {
      answer.datas.rows = Array.from({ length: rowsPerList }, (_, index) =>
        another(rows[index % rows.length] ?? {}, index),
      )
      answer.datas.nextCursor = null
    }
    await route.fulfill({ response, json: answer })
  })
}

/** The same row with another key. */
function another(row: Record<string, unknown>, index: number): Record<string, unknown> {
  return 'id' in row ? { ...row, id: `${String(row['id'])}-${index}` } : row
}
