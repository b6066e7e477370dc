import { createReadStream } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { openPage, searchBox } from './world.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'

const orders = '/dataCenter/purchaseOrderSearch'

/** Lists with the longest names of filters of each kind; the filters of the last do not all fit. */
const widestFilters = [
  '/pickings/materialApplicationQuery',
  '/deliverManager/queryDelivery',
  '/receive/receivePosting',
  '/base/materialSearch',
  '/Stock/stockSearch',
  '/outWarehouseCross/outWarehouseAuditCross',
]

/** The table component (shell.md section 4). */
export function tableJourneys(world: () => World): void {
  test('a list that is read again keeps its rows, and says that they may be outdated until the answer comes', async () => {
    const page = await world().shared('admin', { path: '/Stock/stockSearch' })
    await listDrawn(page)
    const table = page.getByRole('main').locator('[data-condition]')
    expect(await table.getAttribute('aria-busy')).toBe('false')
    const mayAnswer = Promise.withResolvers<void>()
    await page.route('**/api/queries/stock/list*', async (route) => {
      await mayAnswer.promise
      await route.continue()
    })
    await page.getByRole('button', { name: '刷新' }).filter({ visible: true }).click()
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('true')
    const line = () => table.evaluate((element) => getComputedStyle(element, '::before').opacity)
    await expect.poll(line).toBe('1')
    expect(await page.getByRole('main').getByText('11010001').first().isVisible()).toBe(true)
    mayAnswer.resolve()
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('false')
  })

  test('an order that the server refuses says why in place of the rows, and one press brings back the usual one', async () => {
    const page = await world().shared('admin', { path: '/Stock/stockSearch' })
    await listDrawn(page)
    const main = page.getByRole('main')
    const sortable = main.locator('[role=columnheader][aria-sort=none]').filter({ visible: true })
    const sorted = () => main.locator('[aria-sort=ascending]').count()
    const usually = await sorted()
    // The server takes five columns.
    for (let columns = usually + 1; columns <= 6; columns++) {
      await sortable.first().click({ modifiers: ['Shift'] })
      await expect.poll(sorted).toBe(columns)
    }
    await main.getByText('字段“排序”的值无效：最多按 5 列排序').waitFor()
    await main.getByRole('button', { name: '恢复默认排序' }).click()
    await main.getByText('11010001').first().waitFor()
    expect(await sorted()).toBe(usually)
  })

  test('the filters of a list stand in one row at 1366 px in English, no name is cut, and "more" opens the others', async () => {
    const page = await world().window('admin', { cookies: { language: 'en' } })
    for (const path of widestFilters) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, path)
      const title = cataloguePage(path).en
      await page.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor()
      await listDrawn(page)
      const bar = page.getByRole('search').filter({ visible: true })
      await expect
        .poll(async () => ({
          path,
          cut: await cutNames(bar),
          height: (await bar.boundingBox())!.height,
        }))
        .toEqual({ path, cut: [], height: 32 })
      expect(await bar.getByRole('textbox').or(bar.getByRole('combobox')).count()).toBeGreaterThan(
        4,
      )
    }
    const bar = page.getByRole('search').filter({ visible: true })
    const last = bar.getByLabel('Created at', { exact: true })
    expect(await last.count()).toBe(0)
    await bar.getByRole('button', { name: 'More' }).click()
    await last.waitFor()
  })

  test('numbers stand right with thousands, a totals row sums, a cell and a row can be copied', async () => {
    const page = await world().shared('admin', { path: '/Stock/stockSearch' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await listDrawn(page)
    const main = page.getByRole('main')
    // One material has one unit and can be summed.
    await searchBox(page).fill('11010002')
    await searchBox(page).press('Enter')
    await expect.poll(() => main.getByText('11010001').count()).toBe(0)
    await listDrawn(page)
    const rows = main.getByRole('row').filter({ hasText: '11010002' })
    const quantities = (await rows.getByRole('button').allTextContents()).map(Number)
    expect(quantities.length).toBeGreaterThan(1)
    const sum = quantities.reduce((total, quantity) => total + quantity, 0)
    await main
      .getByRole('gridcell', { name: sum.toLocaleString('en-US'), exact: true })
      .first()
      .waitFor()
    // The totals row is labelled once, also when another column becomes the first.
    const word = main.getByRole('gridcell', { name: /^合计/ })
    await expect.poll(() => word.count()).toBe(1)
    const first = await word.getAttribute('col-id')
    await page.getByRole('button', { name: '列设置' }).filter({ visible: true }).click()
    await page.getByRole('tooltip').getByRole('checkbox').first().uncheck()
    await expect.poll(() => word.count()).toBe(1)
    expect(await word.getAttribute('col-id')).not.toBe(first)
    await page.getByRole('tooltip').getByRole('checkbox').first().check()
    await expect.poll(() => word.getAttribute('col-id')).toBe(first)
    await page.keyboard.press('Escape')
    await openPage(page, '/base/locationMgr')
    await listDrawn(page)
    const number = main
      .getByRole('gridcell', { name: /^\d{1,3}(,\d{3})+(\.\d+)?$/ })
      .filter({ visible: true })
      .first()
    await number.waitFor()
    expect(await number.evaluate((cell) => getComputedStyle(cell).textAlign)).toMatch(/right|end/)
    const text = (await number.textContent()) ?? ''
    await number.click({ button: 'right' })
    await page.getByRole('menuitem', { name: '复制单元格' }).click()
    await expect
      .poll(async () => (await clipboard(page)).replaceAll(',', ''))
      .toBe(text.replaceAll(',', ''))
    await number.click({ button: 'right' })
    await page.getByRole('menuitem', { name: '复制整行' }).click()
    await expect.poll(async () => (await clipboard(page)).split('\t').length).toBeGreaterThan(3)
  })

  test('a list narrowed to nothing says so, and gives its rows back at once', async () => {
    const page = await world().shared('storekeeper', { path: '/receive/receivingGoodsWarehouse' })
    await listDrawn(page)
    const box = searchBox(page)
    await box.fill('没有这样的物料')
    await box.press('Enter')
    await page.getByText('没有符合条件的数据').waitFor()
    expect(await page.getByText('没有待处理').count()).toBe(0)
    await page.getByRole('button', { name: '重置条件' }).click()
    await page.getByRole('main').getByRole('row').getByRole('button').first().waitFor()
    expect(await box.inputValue()).toBe('')
  })

  test('the row in the panel is marked in its list, and stays in view as the arrows walk', async () => {
    const page = await world().shared('admin', { path: '/Stock/stockSearch' })
    await listDrawn(page)
    const shown = page.getByRole('main').locator('[role=row][aria-current=true]')
    expect(await shown.count()).toBe(0)
    const row = page.getByRole('main').locator('[role=row][row-index="3"]')
    await row.getByRole('button').click()
    const panel = page.getByRole('dialog').filter({ visible: true })
    await panel.getByRole('button', { name: '下一条' }).waitFor()
    await expect.poll(() => shown.getAttribute('row-index')).toBe('3')
    const ground = (place: typeof row) =>
      place.evaluate(
        (element) => getComputedStyle(element.firstElementChild!, '::before').backgroundColor,
      )
    expect(await ground(shown)).not.toBe(
      await ground(page.getByRole('main').locator('[row-index="5"]')),
    )
    for (let step = 0; step < 30; step += 1) {
      await panel.getByRole('button', { name: '下一条' }).click()
    }
    await expect.poll(() => shown.getAttribute('row-index')).toBe('33')
    const table = (await page.getByRole('grid').filter({ visible: true }).first().boundingBox())!
    const place = (await shown.boundingBox())!
    expect(place.y).toBeGreaterThan(table.y)
    expect(place.y + place.height).toBeLessThanOrEqual(table.y + table.height)
    await expect
      .poll(() => panel.textContent())
      .toContain(await shown.locator('[col-id="materialNo"]').textContent())
    await panel.getByRole('button', { name: '关闭' }).click()
    await expect.poll(() => shown.count()).toBe(0)
  })

  test('where the columns leave room free, the longest text takes it, and gives it back', async () => {
    const person = await world().newPerson(['BBGL', 'BBSFCLS'])
    const page = await world().window(person.account, {
      path: '/reportForms/periodStockHistory',
      ownSession: true,
      secret: person.secret,
      width: 1920,
      height: 1080,
    })
    await listDrawn(page)
    const head = (name: string) =>
      page.getByRole('columnheader', { name, exact: true }).filter({ visible: true })
    const widthOf = async (name: string) => Math.round((await head(name).boundingBox())!.width)
    const free = async () => {
      const table = (await page.getByRole('grid').filter({ visible: true }).first().boundingBox())!
      const last = (await head('账别').boundingBox())!
      return table.x + table.width - last.x - last.width
    }
    await expect.poll(free).toBeLessThan(20)
    expect(await widthOf('物料描述')).toBeGreaterThan(300)
    // Sorting does not store the column widths of this screen.
    const kept = page.waitForRequest((request) => (request.postData() ?? '').includes('"columns:'))
    await head('物料描述').click()
    expect((await kept).postData()).toContain('"field":"description","width":180')
    // Where there is no room left, it is moved by what keeps the edge from cutting a number.
    for (const width of [1366, 1280, 1180]) {
      await page.setViewportSize({ width, height: 768 })
      await expect.poll(() => widthOf('物料描述')).toBeLessThan(300)
      await expect.poll(() => cutAtRight(page)).toEqual([])
    }
  })

  test('labels of the rows ticked are seen before they are printed, in their size and number', async () => {
    const page = await world().window('admin', { path: '/base/locationMgr' })
    await listDrawn(page)
    const rows = page.getByRole('main').getByRole('row')
    await rows.getByRole('checkbox').nth(1).check()
    await rows.getByRole('checkbox').nth(2).check()
    const bins = await rows.getByRole('button').allTextContents()
    const toolbar = page.getByRole('toolbar', { name: '已选 2 项' })
    await toolbar.getByRole('button', { name: '打印标签' }).click()
    const dialog = page.getByRole('dialog', { name: '打印标签' })
    for (const bin of bins.slice(0, 2)) await dialog.getByText(bin, { exact: true }).waitFor()
    const preview = dialog.locator('.paper-label')
    expect(await preview.count()).toBe(2)
    const small = (await preview.first().boundingBox())!
    await dialog.getByText('100 × 60 mm').click()
    await expect.poll(async () => (await preview.first().boundingBox())?.width).toBeGreaterThan(370)
    expect(Math.round(small.width)).toBe(227)
    await dialog.getByLabel('每个份数').fill('3')
    await dialog.getByText('共 6 张').waitFor()
    // Inspects the printed content when it is passed to the printer.
    await page.addInitScript(() => {
      window.print = () => {
        const count = document.querySelectorAll('.paper-label').length
        const size = document.querySelector('style')?.textContent.slice(0, 30)
        window.parent.document.body.dataset['printed'] = `${count} ${size}`
      }
    })
    await dialog.getByRole('button', { name: '打印标签' }).click()
    await expect
      .poll(() => page.evaluate(() => document.body.dataset['printed']))
      .toMatch(/^6 .*100mm 60mm/)
  })

  test('a picker offers only what lies within what is chosen already, and forgets what no longer does', async () => {
    const page = await world().shared('admin', { path: '/pickings/picking' })
    await listDrawn(page)
    const rows = page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox') })
    await rows.nth(1).getByRole('checkbox').check()
    await page.getByRole('button', { name: /^填写/ }).click()
    const unit = page.getByLabel('领料单位').filter({ visible: true })
    const person = page.getByLabel('领料人').filter({ visible: true })
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    const codes = async (): Promise<string[]> =>
      (await offered.allTextContents()).map((text) => text.trim().split(' ')[0] ?? '')
    await person.click()
    await offered.first().waitFor()
    const all = await codes()
    // A second company has its own units and users; none of them is offered here.
    expect(all.length).toBeGreaterThan(2)
    const ofSecond = all.filter((code) => /^(?:JBX07|JYX08|GYG09)-/.test(code))
    expect([0, all.length]).toContain(ofSecond.length)
    await page.keyboard.press('Escape')
    await unit.click()
    await offered.first().waitFor()
    const [first = '', second = ''] = await codes()
    await offered.first().click()
    await person.click()
    await expect
      .poll(async () => (await codes()).map((code) => code.startsWith(`${first}-`)))
      .toEqual([true, true])
    await offered.first().click()
    await page
      .getByText(new RegExp(`^${first}-1`))
      .filter({ visible: true })
      .first()
      .waitFor()
    await unit.click()
    await offered.filter({ hasText: second }).first().click()
    await expect
      .poll(() =>
        page
          .getByText(new RegExp(`^${first}-1`))
          .filter({ visible: true })
          .count(),
      )
      .toBe(0)
  })

  test('the export is a workbook of all filtered rows with the columns of the moment', async () => {
    const page = await world().shared('admin', { path: orders })
    await listDrawn(page)
    const box = searchBox(page)
    await box.fill('4500001064')
    await box.press('Enter')
    await listDrawn(page)
    const asked = page.waitForRequest(/purchase-order\/export/)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^导出/ }).filter({ visible: true }).click()
    expect((await asked).postData() ?? '').toContain('4500001064')
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    const head = await firstBytes(await download.path())
    // A workbook is a zip archive.
    expect(head).toBe('PK')
  })

  test('what a cell has no room for is told in full under the pointer, and nothing else is', async () => {
    const page = await world().shared('storekeeper', { path: '/Stock/stockSearch' })
    await listDrawn(page)
    const words = page.locator('.ag-row [col-id=description]')
    const ofCells = (isCut: boolean): Promise<number> =>
      words.evaluateAll(
        (cells, wanted) =>
          cells.findIndex((cell) => {
            const parts = [cell, ...cell.querySelectorAll('*')]
            return (
              parts.some(
                (part) =>
                  part.scrollWidth > part.clientWidth &&
                  getComputedStyle(part).overflowX === 'hidden',
              ) === wanted
            )
          }),
        isCut,
      )
    const whole = words.nth(await ofCells(false))
    await whole.hover()
    expect(await whole.getAttribute('title')).toBeNull()
    // At the minimum width of the column no description fits.
    const header = page.getByRole('columnheader', { name: '物料描述' })
    const edge = await header.locator('.ag-header-cell-resize').boundingBox()
    await page.mouse.move(edge!.x + edge!.width / 2, edge!.y + 5)
    await page.mouse.down()
    await page.mouse.move(edge!.x - 110, edge!.y + 5, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => ofCells(true)).toBeGreaterThanOrEqual(0)
    const cut = words.nth(await ofCells(true))
    await cut.hover()
    await expect.poll(() => cut.getAttribute('title')).toBe(await cut.textContent())
  })

  test('the stock is exported with the columns it has of its own, though the page draws another from them', async () => {
    const page = await world().shared('storekeeper', { path: '/Stock/stockSearch' })
    await listDrawn(page)
    await page.getByRole('columnheader', { name: '占用情况' }).waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^导出/ }).filter({ visible: true }).click()
    expect(await firstBytes(await (await saved).path())).toBe('PK')
  })
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

async function firstBytes(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { start: 0, end: 1 })) return String(chunk)
  return ''
}

/** Names of filters that are wider than their boxes. */
function cutNames(bar: Locator): Promise<string[]> {
  return bar.evaluate((element) => {
    const names: string[] = []
    const canvas = document.createElement('canvas').getContext('2d')!
    for (const box of element.querySelectorAll('input')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(box)
      canvas.font = font
      const room =
        box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (canvas.measureText(box.placeholder).width > room + 1) names.push(box.placeholder)
    }
    for (const words of element.querySelectorAll('.ant-select-placeholder')) {
      if (words.scrollWidth > words.clientWidth) names.push(words.textContent)
    }
    return names
  })
}

/** The headers of number columns that the right edge of the table cuts. */
const cutAtRight = (page: Page): Promise<string[]> =>
  page.locator('main .ag-root-wrapper:visible').evaluate((table) => {
    const { right } = table.getBoundingClientRect()
    return [...table.querySelectorAll('.ag-right-aligned-header')].flatMap((header) => {
      const box = header.getBoundingClientRect()
      return box.left < right - 12 && box.right > right ? [header.textContent] : []
    })
  })
