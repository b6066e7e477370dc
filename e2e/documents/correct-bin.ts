import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

const list = '收货单'
const lines = '收货单明细'

/** From the demonstration company: a receipt that waits for its review, put into the wrong bin. */
export function correctBinJourney(people: () => People): void {
  test('a wrong bin of a receipt: chosen from those of the storage location beside the one the goods are in, and read by the reviewer', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('收货管理', '到货记录冲销')
    await keeper.choose(list)
    const waiting = keeper.table(list).getByRole('row').filter({ hasText: '待审核' })
    const number = waiting.getByRole('button', { name: /^RK\d+$/ })
    await number.first().waitFor()
    const docNo = (await number.first().textContent()) ?? ''
    await keeper.search(docNo)
    await keeper.rows(list, docNo).first().getByRole('checkbox').check()
    // Of what is reversed it is said where it is open again, and what to do if it never came.
    await keeper.page.getByRole('toolbar').getByRole('button', { name: '部分冲销' }).click()
    const part = keeper.page.getByRole('dialog', { name: `部分冲销 ${docNo}` })
    await part.getByText(/回到到货单，可再次收货.*再按“短缺”判定/).waitFor()
    await part
      .getByRole('button', { name: /^DH\d+$/ })
      .first()
      .waitFor()
    await part.getByRole('button', { name: '取消' }).click()
    await part.waitFor({ state: 'hidden' })
    await keeper.page.getByRole('toolbar').getByRole('button', { name: '更正货位' }).click()
    const dialog = keeper.page.getByRole('dialog', { name: `更正货位 ${docNo}` })
    const send = dialog.getByRole('button', { name: '更正货位', exact: true })
    const line = keeper.table(lines).getByRole('row').nth(1)
    const cell = await keeper.cell(lines, line, '正确货位 *')
    await expect.poll(() => cell.textContent()).not.toBe('')
    const wrong = (await cell.textContent()) ?? ''

    // Both are said at once, and nothing typed is lost.
    await send.click()
    await dialog.getByText('必填，请填写').waitFor()
    await dialog.getByText('请先录入明细').waitFor()
    await keeper.fill(dialog, '更正说明', '上架时扫错货位')
    await cell.click()
    const offered: Locator = keeper.page
      .locator('.ant-select-dropdown:visible .ant-select-item-option')
      .filter({ hasText: /^A-/ })
      .filter({ hasNotText: wrong })
    await offered.first().waitFor()
    await offered.first().click()
    await expect.poll(() => cell.textContent()).toMatch(/^A-/)
    await expect.poll(() => cell.textContent()).not.toBe(wrong)
    const corrected = (await cell.textContent()) ?? ''
    // The bin they were put into stands beside it, and the preview shows the goods going from one to the other.
    await expect
      .poll(async () => (await keeper.cell(lines, line, '货位')).textContent())
      .toBe(wrong)
    const moved = dialog.getByRole('row').filter({ hasText: wrong }).filter({ hasText: corrected })
    await moved.last().waitFor()
    await send.click()
    expect(await keeper.toastNumber('更正货位完成')).toBe(docNo)

    const leader = await people().as('shiftleader')
    await leader.open('收货管理', '收货审核')
    await leader.search(docNo)
    await leader.rows(list, docNo).first().getByRole('button', { name: docNo }).click()
    const beside = leader.page.getByRole('dialog').filter({ hasText: docNo })
    await beside.getByText('上架时扫错货位').first().waitFor()
    // The bin may stand beyond the edge of the panel; columns out of view are not drawn.
    const columns = beside.locator('.ag-body-horizontal-scroll-viewport').first()
    const bins = beside.locator('[role=gridcell][col-id=bin]').filter({ hasText: corrected })
    await expect
      .poll(async () => {
        const drawn = await bins.count()
        // A busy browser draws late; then it is found on the next way through.
        if (drawn === 0)
          await columns.evaluate((bar) => {
            const isAtEnd = bar.scrollLeft + bar.clientWidth >= bar.scrollWidth - 1
            bar.scrollLeft = isAtEnd ? 0 : bar.scrollLeft + 40
          })
        return drawn
      })
      .toBeGreaterThan(0)
  })
}
