import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from './world.ts'

const worklist = '/Stock/stockInitialization'
/** More than the table reads, and more than one call takes, at once. */
const drafts = 210

interface StockRow {
  plant: string
  storageLocation: string
  materialNo: string
  bin: string
}

/** What is done to many at once: shell.md sections 4 and 8. */
export function batchJourneys(world: () => World): void {
  test('all N results take part in what is done to them, also those that were not read yet, and each says what became of it', async () => {
    const { rows } = await world().call<{ rows: StockRow[] }>(
      'storekeeper',
      'api/queries/stock/list',
      { limit: 1 },
    )
    const { plant, storageLocation, materialNo, bin } = rows[0]!
    for (let made = 0; made < drafts; made += 1) {
      await world().call('storekeeper', 'api/documents/stock-initialisation', {
        header: { plant, storageLocation },
        lines: [{ materialNo, bin, quantity: '1', stockCategory: 'UU' }],
      })
    }
    const page = await world().window('storekeeper', { path: worklist })
    await listDrawn(page)
    // Of the two states the page begins with, the drafts are left.
    await page.getByRole('combobox', { name: '状态', exact: true }).click()
    await page.locator('.ant-select-item-option-content', { hasText: '已初始化' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('状态: 草稿', { exact: true }).waitFor()
    await listDrawn(page)
    const count = page.getByText(/^共 \d+ 条$/).filter({ visible: true })
    const total = Number(/\d+/.exec((await count.textContent()) ?? '')?.[0])
    expect(total).toBeGreaterThanOrEqual(drafts)
    await page.getByRole('checkbox', { name: '选择已加载的行' }).check()
    await page.getByText('已选 100 条').waitFor()
    await page.getByRole('button', { name: `选择全部 ${total} 条结果` }).click()
    const toolbar = page.getByRole('toolbar', { name: `已选 ${total} 项` })
    await toolbar.getByRole('button', { name: '初始化', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `初始化 ${total} 项` })
    await dialog.getByRole('button', { name: '初始化', exact: true }).click()
    // The place has moved goods already, so each of them is refused, with its number and the reason.
    await dialog.getByText(`初始化完成 0 项,失败 ${total} 项`).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(total)
    const numbers = await dialog.getByRole('listitem').locator('strong').allTextContents()
    expect(new Set(numbers).size).toBe(total)
    await expect.poll(() => dialog.getByRole('listitem').last().textContent()).toMatch(/已有其他/)
    await dialog.getByRole('button', { name: `重试失败的 ${total} 项` }).click()
    await dialog.getByText(`失败 ${total} 项`).first().waitFor()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await dialog.waitFor({ state: 'hidden' })
  })
}
