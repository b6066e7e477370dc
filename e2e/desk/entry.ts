import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import { searchBox, toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'

const notes = '/deliverManager/supplierCreate'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** Entering lines as in a workbook. */
export function entryJourneys(world: () => World): void {
  test('Enter goes down the column and Shift+Enter up, Tab along the line, and what is sent leaves no mark on the tab', async () => {
    const supplier = await world().window('supplier', { path: notes })
    await takeTwoLines(world(), supplier)
    const quantity = (row: number) =>
      supplier.locator(`main .ag-row[row-index="${row}"] [col-id=quantity]`)
    await quantity(0).click()
    await supplier.keyboard.type('2')
    await supplier.keyboard.press('Enter')
    await expect.poll(() => editedCell(supplier)).toBe('1 quantity')
    await supplier.keyboard.type('3')
    await supplier.keyboard.press('Shift+Enter')
    await expect.poll(() => editedCell(supplier)).toBe('0 quantity')
    expect(await quantity(1).textContent()).toMatch(/^3( |$)/)
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
    // All keys are sent at once: the browser has the next one before it has drawn the last.
    const keys = ['2', 'Enter', '3', 'Tab', 'b', '7', 'Enter']
    await Promise.all(keys.map((key) => supplier.keyboard.press(key)))
    await line.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect.poll(() => cell(0, 'quantity').textContent()).toMatch(/^2( |$)/)
    await expect.poll(() => cell(1, 'quantity').textContent()).toMatch(/^3( |$)/)
    await expect
      .poll(() => supplier.locator('main .ag-row[row-index="1"]').textContent())
      .toContain('b7')
  })

  test('a draft that was changed and saved leaves no mark on the tab', async () => {
    const supplier = await world().window('supplier', { path: '/deliverManager/supplierMaintain' })
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
    orders.find(([, lines]) => lines.length > 1 && new Set(lines.map(placeOf)).size === 1) ?? []
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

/** Row and column of the cell being typed in. */
function editedCell(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cell = document.activeElement?.closest('.ag-cell-inline-editing')
    const row = cell?.closest('.ag-row')?.getAttribute('row-index')
    return `${row ?? ''} ${cell?.getAttribute('col-id') ?? ''}`
  })
}
