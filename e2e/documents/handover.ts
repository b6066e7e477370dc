import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** The handover of papers. */
export function handoverJourney(people: () => People): void {
  test('papers are listed, handed over and confirmed, and no column of goods is in the way', async () => {
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('资料移交管理', '创建资料移交单')
    await storekeeper.fill(storekeeper.main, '工厂', '1011')
    await storekeeper.fill(storekeeper.main, '库存地点', '1101')
    await storekeeper.fill(storekeeper.main, '接收单位', 'CHL02')
    await storekeeper.fill(storekeeper.main, '接收人', '沈一诺')
    await storekeeper.button('添加一行').click()
    const line = storekeeper.table('资料移交单明细').getByRole('row').nth(1)
    await storekeeper.enter('资料移交单明细', line, '资料名称 *', '泵体质保书')
    await storekeeper.enter('资料移交单明细', line, '资料类别 *', '质保书')
    await storekeeper.enter('资料移交单明细', line, '份数 *', '2')
    // Usual values need not be entered.
    const kind = await storekeeper.cell('资料移交单明细', line, '原件/复印 *')
    await expect.poll(() => kind.textContent()).toBe('原件')
    // Left without ending the edit: clicking the button ends it.
    const medium = await storekeeper.cell('资料移交单明细', line, '介质 *')
    await medium.click()
    await medium.locator('select').selectOption({ label: '纸质' })
    const columns = await storekeeper
      .table('资料移交单明细')
      .getByRole('columnheader')
      .allTextContents()
    expect(columns.filter((words) => /物料编码|数量|单位/.test(words))).toEqual([])
    const docNo = await storekeeper.send('提交', false)

    const head = await people().as('unithead')
    await head.open('资料移交管理', '资料移交确认')
    await head.search(docNo)
    await head.rows('资料移交单', docNo).first().getByRole('checkbox').check()
    await head.button('接收确认').click()
    const checking = head.page.getByRole('dialog', { name: `接收确认 ${docNo}` })
    await checking.getByRole('table', { name: '明细：1 行', exact: true }).waitFor()
    await expect
      .poll(() => checking.getByRole('columnheader').allTextContents())
      .toEqual(['行', '明细'])
    await checking.getByText('签名人 沈一诺').waitFor()
    await checking.getByRole('button', { name: '取消' }).click()
    await head.rows('资料移交单', docNo).first().getByRole('checkbox').uncheck()
    await head.act('资料移交单', docNo, '接收确认')
    await head.open('资料移交管理', '资料移交查询')
    await head.search(docNo)
    const row = head.rows('资料移交单', docNo).first()
    await expect.poll(() => row.textContent()).toMatch(/泵体质保书/)
    await row.getByRole('button', { name: docNo }).click()
    await head.page.getByRole('heading', { name: docNo }).waitFor()
  })
}
