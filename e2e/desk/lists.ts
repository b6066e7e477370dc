import type { ActionResult, CreateRequest, ListResponse } from '@kufang/contract/document/api.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import { isLive } from '../support/live-channel.ts'
import { heading, openPage, searchBox, tab, tabTitles, titleOf } from '../shell/world.ts'
import type { World } from '../shell/world.ts'

/** Work with lists. */
export function listJourneys(world: () => World): void {
  test('pages hidden from the menu are named in the toolbar of the pages of their document, to those who may open them', async () => {
    const poster = await world().shared('poster', { path: '/shippingManagement/outRecode' })
    const main = poster.getByRole('main')
    await main.getByRole('button', { name: '出库冲销', exact: true }).waitFor()
    await main.getByRole('button', { name: '出库过账', exact: true }).click()
    await heading(poster, titleOf('/shippingManagement/outPostAccount')).waitFor()
    await main
      .getByRole('button', { name: '出库冲销', exact: true })
      .filter({ visible: true })
      .waitFor()
    const admin = await world().shared('admin')
    for (const path of ['/shippingManagement/selfDelivery', '/shippingManagement/auditShipping']) {
      await openPage(admin, path)
      await admin.getByRole('main').getByRole('button', { name: '出库过账', exact: true }).waitFor()
    }
    const leader = await world().shared('shiftleader', {
      path: '/shippingManagement/auditShipping',
    })
    await heading(leader, titleOf('/shippingManagement/auditShipping')).waitFor()
    expect(await leader.getByRole('main').getByRole('button', { name: '出库过账' }).count()).toBe(0)
  })

  test('selecting rows moves nothing on the page, and tells their number once', async () => {
    const leader = await world().shared('unithead', { path: '/pickings/materialApplicationQuery' })
    await listDrawn(leader)
    const heightOfTable = async () =>
      (await leader.locator('main .ag-root-wrapper:visible').boundingBox())?.height
    const before = await heightOfTable()
    await leader.getByRole('row').getByRole('checkbox').nth(1).check()
    await leader.getByRole('toolbar', { name: '已选 1 项' }).getByRole('button').first().waitFor()
    expect(await heightOfTable()).toBe(before)
    await expect
      .poll(() => leader.getByText(/^已选/).filter({ visible: true }).allTextContents())
      .toEqual(['已选 1 条'])
  })

  test('how many documents a query has is told quietly: red is for what waits', async () => {
    const admin = await world().shared('admin', { path: '/receive/receiveRecordRow' })
    await listDrawn(admin)
    const chooser = admin.getByRole('main').locator('.ant-segmented')
    await chooser.getByText(/^到货记录 \d+$/).waitFor()
    expect(await chooser.locator('.ant-badge').count()).toBe(0)
  })

  test('the Tab key goes through the filters, the table in one step and on to what is below it', async () => {
    const page = await world().shared('admin', { path: '/receive/receiveRecordRow' })
    await listDrawn(page)
    // The calendar of a date filter comes late.
    await page.route(/date-range.*\.js/, async (route) => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      await route.continue()
    })
    const place = () =>
      page.evaluate(() => {
        const { activeElement: at } = document
        if (at === null || at === document.body) return 'nowhere'
        if (at.closest('[role=search]') !== null) return 'filters'
        if (at.closest('.ag-root-wrapper') !== null) return 'table'
        return at.textContent === '列设置' ? 'below' : 'else'
      })
    await searchBox(page).focus()
    const places = ['filters']
    while (places.length < 40 && places.at(-1) !== 'below') {
      await page.keyboard.press('Tab')
      places.push(await place())
    }
    const stops = places.filter((one, at) => one !== places[at - 1])
    expect(stops).toEqual(['filters', 'table', 'below'])
    expect(places.filter((one) => one === 'table').length).toBe(1)
    await page.keyboard.press('Shift+Tab')
    expect(await place()).toBe('table')
    await page.keyboard.press('ArrowDown')
    expect(await place()).toBe('table')
  })

  test('a document that somebody else deleted says so in its tab, and leads to its list', async () => {
    const sources = await world().call<ListResponse>(
      'requester',
      'api/documents/requisition/sources/list',
      { size: 50 },
    )
    const free = sources.rows.find(
      (row) => row['isMovementAllowed'] === true && Number(row['freeQuantity']) >= 1,
    )!
    const source = { id: String(free['id']), lineNo: Number(free['lineNo']) }
    const { header } = await world().call<CreateRequest>(
      'requester',
      'api/documents/requisition/prefill',
      { sources: [source] },
    )
    const made = await world().call<ActionResult>('requester', 'api/documents/requisition', {
      header,
      lines: [{ source, quantity: '1' }],
    })
    const page = await world().window('requester')
    await isLive(page)
    await page.evaluate((hash) => {
      location.hash = hash
    }, `/document/requisition/${made.id}`)
    await page.getByRole('heading', { level: 1, name: made.docNo }).waitFor()
    const deleted = await fetch(
      new URL(`api/documents/requisition/${made.id}?version=${made.version}`, world().address),
      {
        method: 'DELETE',
        headers: {
          authorization: `Bearer ${await world().token('admin')}`,
          'idempotency-key': crypto.randomUUID(),
        },
      },
    )
    expect(deleted.status).toBe(200)
    await page.getByRole('heading', { level: 1, name: '这张领料单已不存在' }).waitFor()
    await page.getByRole('button', { name: '打开领料单编辑删除' }).click()
    await heading(page, titleOf('/pickings/pickingEdit')).waitFor()
    await tab(page, made.docNo).click()
    await page.getByRole('heading', { level: 1, name: '这张领料单已不存在' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: '关闭', exact: true }).click()
    await expect.poll(() => tabTitles(page)).not.toContain(made.docNo)
  })

  test('a number in a ledger opens its document, and a double click marks none of its text', async () => {
    const page = await world().shared('buyer', {
      path: '/accountManage/receiveRecordAccountTailAfter',
    })
    await listDrawn(page)
    const number = page
      .getByRole('main')
      .getByRole('gridcell')
      .getByRole('button', { name: /^DH\d+$/ })
      .first()
    const docNo = (await number.textContent())!
    await number.dblclick({ delay: 20 })
    const title = page.getByRole('heading', { level: 1, name: docNo })
    await title.waitFor()
    await expect.poll(() => tabTitles(page)).toContain(docNo)
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
    // The next double click is one again.
    await title.dblclick()
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('')
  })

  test('number, state, goods, quantity and unit stay in view as the window narrows, and no number is cut', async () => {
    const page = await world().shared('admin', { path: '/receive/receiveRecordRow' })
    await listDrawn(page)
    await page.setViewportSize({ width: 1920, height: 768 })
    // As below: the columns of a table that was wide from the beginning, once they are where they belong.
    await page.reload()
    await listDrawn(page)
    await expect.poll(async () => (await columnsOf(page))[0]).toBe('ag-Grid-SelectionColumn')
    const declared = await columnsOf(page)
    const isInView = (field: string) =>
      page
        .locator(`main .ag-row[row-index="0"] [col-id="${field}"]:visible`)
        .first()
        .evaluate((cell) => {
          const own = cell.getBoundingClientRect()
          const table = cell.closest('.ag-root-wrapper')!.getBoundingClientRect()
          return own.left >= table.left && own.right <= table.right + 1
        })
        .catch(() => false)
    for (const width of [1366, 900]) {
      await page.setViewportSize({ width, height: 768 })
      for (const field of ['docNo', 'state', 'materialNo', 'quantity']) {
        await expect.poll(() => isInView(field), { message: `${field} at ${width}` }).toBe(true)
      }
    }
    // The unit follows the quantity in the same cell.
    const quantity = page.locator('main .ag-row[row-index="0"] [col-id="quantity"]:visible').first()
    await expect.poll(() => quantity.textContent()).toMatch(/^[\d,.]+ \p{Script=Han}+$/u)
    // No number is cut at the edge, at any scroll position.
    for (const left of [0, 90, 170, 260, 340, 430]) {
      await page.locator('main .ag-grid-viewport:visible').evaluate((viewport, to) => {
        viewport.scrollLeft = to
      }, left)
      await expect.poll(() => cutNumbers(page)).toEqual([])
    }
    // The temporary column order is not stored: a wide table shows the original one.
    await page.locator('main .ag-header-cell[col-id=docNo]:visible').click()
    await page.setViewportSize({ width: 1920, height: 768 })
    await page.reload()
    await listDrawn(page)
    await expect.poll(() => columnsOf(page)).toEqual(declared)
  })
}

/** The columns drawn in the table, in order. */
function columnsOf(page: Page): Promise<string[]> {
  return page.locator('main .ag-header-cell:visible').evaluateAll((cells) =>
    cells
      .map((cell) => ({ id: cell.getAttribute('col-id') ?? '', x: cell.getBoundingClientRect().x }))
      .toSorted((left, right) => left.x - right.x)
      .map(({ id }) => id)
      .slice(0, 5),
  )
}

/** The numbers cut by the edge of the table. */
function cutNumbers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const viewport = document.querySelector('main .ag-grid-viewport')!
    const { right } = viewport.getBoundingClientRect()
    // The document number is pinned at the left edge and covers scrolled columns.
    const pinned = viewport.querySelector('.ag-row[row-index="0"] [col-id=docNo]')!
    const left = pinned.getBoundingClientRect().right
    return [...viewport.querySelectorAll('.ag-row[row-index="0"] .ag-cell')].flatMap((cell) => {
      const box = cell.getBoundingClientRect()
      const isCut =
        (box.left < left - 1 && box.right > left) || (box.left < right && box.right > right + 1)
      const isNumber =
        /^[\d,.]+( |$)/.test(cell.textContent) && getComputedStyle(cell).textAlign === 'right'
      const isShown = getComputedStyle(cell).color !== 'rgba(0, 0, 0, 0)'
      return isCut && isNumber && isShown
        ? [`${cell.getAttribute('col-id')}: ${cell.textContent}`]
        : []
    })
  })
}
