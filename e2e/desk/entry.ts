import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import { searchBox, toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'

const notes = '/deliverManager/supplierCreate'
const today = todayIn('Asia/Shanghai', new Date())
const tomorrow = addDays(today, 1)

/** Entry of lines as in a spreadsheet. */
export function entryJourneys(world: () => World): void {
  test('Enter goes down the column and Shift+Enter up, Tab along the line, and what is sent leaves no mark on the tab', async () => {
    const supplier = await world().shared('supplier', { path: notes })
    await takeTwoLines(world(), supplier)
    const quantity = (row: number) =>
      supplier.locator(`main .ag-row[row-index="${row}"] [col-id=quantity]`)
    await quantity(0).click()
    await supplier.keyboard.type('2')
    const aligned = quantity(0)
      .locator('input')
      .evaluate((input) => getComputedStyle(input).textAlign)
    expect(await aligned).toBe('end')
    await supplier.keyboard.press('Enter')
    await expect.poll(() => editedCell(supplier)).toBe('1 quantity')
    await supplier.keyboard.type('3')
    await supplier.keyboard.press('Shift+Enter')
    await expect.poll(() => editedCell(supplier)).toBe('0 quantity')
    await expect.poll(() => quantity(1).textContent()).toMatch(/^3( |$)/)
    await supplier.keyboard.press('Tab')
    await expect.poll(() => editedCell(supplier)).toMatch(/^0 (?!quantity)/)
    await supplier.keyboard.press('Escape')
    const mark = supplier.getByRole('tab', { selected: true }).getByText('有未保存的内容')
    await mark.waitFor({ state: 'attached' })
    await supplier.getByLabel('预计到货日').fill(tomorrow)
    await supplier.getByLabel('预计到货日').press('Enter')
    await supplier.getByLabel('送货方式').click()
    await supplier.locator('.ant-select-dropdown:visible').getByTitle('到库').click()
    await supplier.keyboard.press('Control+s')
    await toast(supplier).filter({ hasText: '草稿' }).waitFor()
    await expect.poll(() => mark.count()).toBe(0)
  })

  test('what is typed without a pause lands where it belongs, also on a slow machine', async () => {
    const supplier = await world().window('supplier', { path: notes })
    await takeTwoLines(world(), supplier)
    const cell = (row: number, column: string) =>
      supplier.locator(`main .ag-row[row-index="${row}"] [col-id=${column}]`)
    const line = await supplier.context().newCDPSession(supplier)
    await line.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await cell(0, 'quantity').click()
    // All keys are sent at once: the browser receives the next one before it has drawn the last.
    const keys = ['2', 'Enter', '3', 'Tab', 'b', '7', 'Enter']
    await Promise.all(keys.map((key) => supplier.keyboard.press(key)))
    await line.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect.poll(() => cell(0, 'quantity').textContent()).toMatch(/^2( |$)/)
    await expect.poll(() => cell(1, 'quantity').textContent()).toMatch(/^3( |$)/)
    await expect
      .poll(() => supplier.locator('main .ag-row[row-index="1"]').textContent())
      .toContain('B7')
  })

  test('a date is typed as people write it, with or without its year, and what is none or past is told', async () => {
    const supplier = await world().shared('supplier', { path: notes })
    await takeTwoLines(world(), supplier)
    const arrival = supplier.getByLabel('预计到货日')
    const shipped = supplier.getByLabel('发货日期')
    const problem = supplier.getByRole('alert').filter({ hasText: /早于今天|不是日期/ })
    await arrival.pressSequentially(tomorrow.replaceAll('-', ''))
    await arrival.press('Tab')
    await expect.poll(() => arrival.inputValue()).toBe(tomorrow)
    await arrival.fill('20261301')
    await arrival.press('Tab')
    await problem.filter({ hasText: '“20261301”不是日期' }).waitFor()
    await expect.poll(() => arrival.inputValue()).toBe(tomorrow)
    await arrival.fill('20261101')
    await arrival.press('Enter')
    await problem.filter({ hasText: '2026-11-01 早于今天' }).waitFor()
    const yesterday = addDays(today, -1).slice(5)
    await arrival.fill(yesterday.replace('-', ''))
    await arrival.press('Tab')
    await expect.poll(() => problem.count()).toBe(0)
    // A future date: the next one with this day and month.
    const year = Number(today.slice(0, 4))
    const thisYears = `${year}-${yesterday}`
    const next = thisYears < today ? `${year + 1}-${yesterday}` : thisYears
    await expect.poll(() => arrival.inputValue()).toBe(next)
    // A date that may be in the past gets the current year.
    await shipped.fill('0105')
    await shipped.press('Enter')
    await expect.poll(() => shipped.inputValue()).toBe(`${today.slice(0, 4)}-01-05`)
    const calendar = supplier.locator('.ant-picker-dropdown:visible')
    await expect.poll(() => calendar.count()).toBe(0)
    // As a paste over what was entered, while the calendar is closed.
    await supplier.keyboard.press('Control+a')
    await supplier.keyboard.insertText(`${today.slice(0, 4)}-01-06`)
    await shipped.press('Enter')
    await expect.poll(() => calendar.count()).toBe(0)
    expect(await shipped.inputValue()).toBe(`${today.slice(0, 4)}-01-06`)
    await arrival.fill(tomorrow)
    await arrival.press('Tab')
    await arrival.click()
    // A month with no day that may be chosen is not led to; any other one shows its past days as such.
    const before = supplier.locator('.ant-picker-dropdown:visible .ant-picker-header-prev-btn')
    if (await before.isEnabled()) await before.click()
    const past = supplier.locator('.ant-picker-cell-disabled')
    await expect
      .poll(async () => (await before.isDisabled()) || (await past.count()) > 0)
      .toBe(true)
  })

  test('the next document on a page begins with what the person gave last, and says so', async () => {
    const supplier = await world().shared('supplier', { path: notes })
    const carrier = supplier.getByLabel('承运商')
    await takeTwoLines(world(), supplier)
    // The open calendar covers what is below; Enter takes the date and closes it.
    await supplier.getByLabel('预计到货日').fill(tomorrow)
    await supplier.getByLabel('预计到货日').press('Enter')
    await supplier.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' })
    await supplier.getByLabel('送货方式').click()
    await supplier.locator('.ant-select-dropdown:visible').getByTitle('到库').click()
    await carrier.fill('顺达物流')
    await supplier.getByLabel('司机').fill('马国强')
    await supplier.keyboard.press('Control+s')
    await toast(supplier).filter({ hasText: '草稿' }).waitFor()
    await takeTwoLines(world(), supplier)
    expect(await carrier.inputValue()).toBe('顺达物流')
    expect(await supplier.getByLabel('司机').inputValue()).toBe('马国强')
    expect(await supplier.getByLabel('预计到货日').inputValue()).toBe(tomorrow)
    await supplier.getByText(/已按上次填入.*预计到货日、.*送货方式、承运商/).waitFor()
  })

  test('the calendar of a moment lies in the page with its hours, wherever the field stands', async () => {
    const head = await world().shared('qualitysupervisor', {
      path: '/preQualityInspectionNotice/unpackingTimeConfirmation',
    })
    await listDrawn(head)
    const row = head.getByRole('row').filter({ hasText: /已生成|已分派/ })
    await row.first().getByRole('button').first().click()
    const panel = head.locator('.ant-drawer-content-wrapper')
    await panel.getByRole('button', { name: '确认开箱时间', exact: true }).click()
    const dialog = head.getByRole('dialog', { name: /^确认开箱时间/ })
    const field = dialog.getByLabel('开箱时间')
    await field.fill(`${tomorrow.slice(5).replace('-', '')} 0930`)
    await field.press('Tab')
    await expect.poll(() => field.inputValue()).toBe(`${tomorrow} 09:30`)
    expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true)
    for (const height of [768, 560]) {
      await head.setViewportSize({ width: 1366, height })
      await field.click()
      const calendar = head.locator('.ant-picker-dropdown:visible')
      await calendar.getByText('确定', { exact: false }).waitFor()
      const page = (await head.getByRole('main').boundingBox())!
      const inPage = async () => {
        const box = (await calendar.boundingBox())!
        return box.y >= page.y && box.y + box.height <= page.y + page.height
      }
      await expect.poll(inPage).toBe(true)
      await field.press('Escape')
      await expect.poll(() => calendar.count()).toBe(0)
    }
  })

  test('who has one plant and one picking unit does not choose them, and an empty form is no work', async () => {
    const requester = await world().shared('requester', { path: '/pickings/emergency' })
    const form = requester.getByRole('main')
    await expect
      .poll(() =>
        form
          .getByLabel('工厂')
          .locator('xpath=ancestor::*[contains(@class,"ant-select")][1]')
          .textContent(),
      )
      .toContain('1011')
    await expect
      .poll(() =>
        form
          .getByLabel('领料单位')
          .locator('xpath=ancestor::*[contains(@class,"ant-select")][1]')
          .textContent(),
      )
      .toContain('CHL02')
    const mark = requester.getByRole('tab', { selected: true }).getByText('有未保存的内容')
    expect(await mark.count()).toBe(0)
    const kept = () => requester.evaluate(() => Object.keys(localStorage).join())
    expect(await kept()).not.toContain('/pickings/emergency')
    await form.getByRole('button', { name: '添加一行' }).click()
    await expect.poll(() => editedCell(requester)).toBe('0 materialNo')
    await mark.waitFor({ state: 'attached' })
    await expect.poll(kept).toContain('/pickings/emergency')
  })

  test('a code scanned over another is taken whole, and never as a row of an earlier search', async () => {
    const requester = await world().shared('requester', { path: '/pickings/emergency' })
    const form = requester.getByRole('main')
    await form.getByRole('button', { name: '添加一行' }).click()
    await expect.poll(() => editedCell(requester)).toBe('0 materialNo')
    const material = form.locator('.ag-row[row-index="0"] [col-id="materialNo"]')
    const description = form.locator('.ag-row[row-index="0"] [col-id="description"]')
    const scan = async (code: string) => {
      await requester.keyboard.type(code)
      await requester.keyboard.press('Enter')
      await expect.poll(() => editedCell(requester)).toBe(' ')
    }
    await scan('11010001')
    await expect.poll(() => description.textContent()).toContain('闸阀')
    // Without its first digit it is found in the other code, too.
    await scan('31010001')
    await expect.poll(() => material.textContent()).toBe('31010001')
    await expect.poll(() => description.textContent()).toContain('缓蚀剂')
    // Tab leads to the next cell that can be entered.
    await requester.keyboard.press('Tab')
    await requester.keyboard.type('5')
    const quantity = form.locator('.ag-row[row-index="0"] [col-id="quantity"]')
    await requester.keyboard.press('Tab')
    await expect.poll(() => quantity.textContent()).toContain('5')
    await form.getByRole('button', { name: '清空' }).click()
    await requester.keyboard.press('Enter')
  })

  test('a draft that was changed and saved leaves no mark on the tab', async () => {
    const supplier = await world().shared('supplier', { path: '/deliverManager/supplierMaintain' })
    await listDrawn(supplier)
    const draft = supplier.getByRole('row').filter({ hasText: '草稿' }).first()
    await draft.getByRole('button').first().click()
    const panel = supplier.locator('.ant-drawer-content-wrapper')
    await panel.getByRole('button', { name: '编辑' }).click()
    await panel.getByLabel('承运商').fill(`顺达 ${Date.now()}`)
    const mark = supplier.getByRole('tab', { selected: true }).getByText('有未保存的内容')
    await mark.waitFor({ state: 'attached' })
    await panel.getByRole('button', { name: /^保存/ }).click()
    await toast(supplier).filter({ hasText: '已保存' }).waitFor()
    await expect.poll(() => mark.count()).toBe(0)
  })
}

/** Two open lines of one order in the form of a delivery note. */
async function takeTwoLines(world: World, page: Page): Promise<void> {
  const { rows } = await world.call<ListResponse>(
    'supplier',
    'api/documents/delivery-note/sources/list',
    { size: 200 },
  )
  const placeOf = (row: Record<string, unknown>) =>
    `${String(row['plant'])} ${String(row['storageLocation'])}`
  const orders = [...Map.groupBy(rows, (row) => String(row['docNo']))]
  const [docNo = ''] =
    orders.find(
      ([, lines]) =>
        lines.length > 1 &&
        new Set(lines.map(placeOf)).size === 1 &&
        // Lines held by a draft of another journey cannot be announced again.
        lines.every((line) => Number(line['freeQuantity']) > 0),
    ) ?? []
  expect(docNo).not.toBe('')
  await listDrawn(page)
  await searchBox(page).fill(docNo)
  await searchBox(page).press('Enter')
  await listDrawn(page)
  const lines = page.getByRole('row').filter({ hasText: docNo })
  await lines.nth(1).waitFor()
  for (const at of [0, 1]) await lines.nth(at).getByRole('checkbox').check()
  await page.getByRole('button', { name: '填写送货单' }).click()
  await page.getByRole('group', { name: '送货单明细' }).waitFor()
}

/** Row and column of the cell being edited. */
function editedCell(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cell = document.activeElement?.closest('.ag-cell-inline-editing')
    const row = cell?.closest('.ag-row')?.getAttribute('row-index')
    return `${row ?? ''} ${cell?.getAttribute('col-id') ?? ''}`
  })
}
