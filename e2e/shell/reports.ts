import type { ListResponse } from '@kufang/contract/document/api.ts'
import { expect, test } from 'vitest'
import { violations } from './accessibility.ts'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { searchBox } from './world.ts'

const path = '/reportForms/periodStockHistory'

/** 报表管理: receipts, issues and stock of a month. */
export function reportJourneys(world: () => World): void {
  test('a press on the rate of a month shows the lines it is counted from', async () => {
    const page = await world().shared('admin', { path: '/indicatorData/timelyStorageOneRate' })
    await listDrawn(page)
    const main = page.getByRole('main')
    const month = main.getByRole('button', { name: /^\d{4}-\d{2} (暂计 )?[\d.]+% / }).last()
    const name = (await month.innerText()).replaceAll(/\s+/g, ' ')
    const period = name.slice(0, 7).replace('-', '')
    const lines = name.split(' / ').at(-1)
    const asked = page.waitForRequest(
      (request) =>
        request.url().includes('/api/queries/timely-storage/list') &&
        (request.postData() ?? '').includes(period),
    )
    await month.click()
    await asked
    await listDrawn(page)
    expect(await month.getAttribute('aria-pressed')).toBe('true')
    await main.getByText(`共 ${lines} 条`).waitFor()
    expect(await violations(page, 'rate by month')).toEqual([])
    // The month that runs counts what is done early, not yet what is open.
    await main
      .getByRole('button', { name: /^\d{4}-\d{2} 暂计 / })
      .first()
      .waitFor()
    const arrival = main.locator('[role=row] [col-id=docNo]').getByRole('button').first()
    const no = (await arrival.textContent())!
    await arrival.click()
    await page.getByRole('main').getByRole('heading', { name: no }).waitFor()
  })

  test('a month adds up on the screen, and behind a row stand the moves it is made of', async () => {
    const { rows } = await world().call<ListResponse>('admin', '/api/queries/period-stock/list', {
      filters: [
        { field: 'transferOutQuantity', operator: 'gte', value: '1' },
        { field: 'stockCategory', operator: 'eq', value: 'QI' },
      ],
      size: 1,
    })
    const wanted = rows[0] as Record<string, string>
    const page = await world().shared('admin', { path })
    await listDrawn(page)
    const main = page.getByRole('main')
    // Different units have no sum.
    const sum = main
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell', { name: /^合计/ }) })
      .locator('[col-id=openingQuantity]')
    const total = async () => ((await sum.count()) === 0 ? '' : sum.textContent())
    expect(await total()).toBe('')
    await searchBox(page).fill(wanted['materialNo']!)
    await searchBox(page).press('Enter')
    const row = main
      .getByRole('row')
      .filter({ hasText: '质检' })
      .filter({ hasText: wanted['storageLocation']! })
      .first()
    await expect.poll(total).not.toBe('')
    await row.getByRole('button').first().click()
    const panel = page.getByRole('dialog').filter({ visible: true })
    const shown = (name: string) =>
      panel.locator('dl > div').filter({ hasText: name }).locator('dd')
    const figure = async (name: string) =>
      Number((await shown(name).textContent())!.split('/')[0]!.replaceAll(/[^\d.-]/g, ''))
    await shown('期末数量').waitFor()
    expect(await figure('转出')).toBe(Number(wanted['transferOutQuantity']))
    expect(
      (await figure('期初数量')) +
        (await figure('入库')) +
        (await figure('转入')) -
        (await figure('出库')) -
        (await figure('转出')) +
        (await figure('调整')),
    ).toBe(await figure('期末数量'))
    // The panel contains the receipts with their documents.
    await panel
      .getByRole('button', { name: /^DH\d+/ })
      .first()
      .waitFor()
    expect(await violations(page, 'report of a month')).toEqual([])
    await page.keyboard.press('Escape')

    // A month before the first posting is empty.
    const found = main.getByRole('row').filter({ hasText: wanted['materialNo']! })
    expect(await found.count()).toBeGreaterThan(0)
    const month = page.getByRole('textbox', { name: '期间（月）' })
    await month.fill('2020-01')
    await month.press('Enter')
    await expect.poll(() => found.count()).toBe(0)
    await listDrawn(page)
  })

  test('behind a cut-off stand its documents, which add up to it and open', async () => {
    const { rows } = await world().call<ListResponse>('admin', '/api/queries/period-stock/list', {
      filters: [{ field: 'cutOffQuantity', operator: 'gte', value: '0.001' }],
      size: 1,
    })
    const wanted = rows[0] as Record<string, string>
    const page = await world().shared('admin', { path })
    await listDrawn(page)
    const main = page.getByRole('main')
    const month = page.getByRole('textbox', { name: '期间（月）' })
    await month.fill(`${wanted['period']!.slice(0, 4)}-${wanted['period']!.slice(4)}`)
    await month.press('Enter')
    await listDrawn(page)
    await searchBox(page).fill(wanted['materialNo']!)
    await searchBox(page).press('Enter')
    const row = main
      .getByRole('row')
      .filter({ hasText: wanted['storageLocation']! })
      .filter({ has: page.locator('[col-id=cutOffQuantity]', { hasText: /[1-9]/ }) })
      .first()
    await row.getByRole('button').first().click()
    const panel = page.getByRole('dialog').filter({ visible: true })
    await panel.getByText('截止差异的单据').waitFor()
    const documents = panel.getByRole('group', { name: '截止差异明细', exact: true })
    const parts = documents.locator('.ag-row:not(.ag-row-pinned) [col-id=quantity]')
    const shown = panel.locator('dl > div').filter({ hasText: '截止差异' }).locator('dd')
    const numberIn = (text: string) => Number(text.split('/')[0]!.replaceAll(/[^\d.-]/g, ''))
    const sum = async () =>
      (await parts.allTextContents()).reduce((total, text) => total + numberIn(text), 0)
    await expect.poll(() => parts.count()).toBeGreaterThan(0)
    await expect
      .poll(async () => (await sum()) - numberIn((await shown.textContent()) ?? ''))
      .toBe(0)
    expect(await violations(page, 'cut-off of a month')).toEqual([])
    const document = documents.locator('.ag-row [col-id=documentNo]').getByRole('button').first()
    const no = (await document.textContent())!
    await document.click()
    await page.getByRole('main').getByRole('heading', { name: no }).waitFor()
  })
}
