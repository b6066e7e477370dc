import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: a chemical with a shelf life, of which storage location 1104 has one released batch. */
const material = '31010004'
const list = '批次更改单'
const lines = '批次更改单明细'

/** The certificate of a batch says another expiry date: changed by two people, seen at the stock, and taken back. */
export function batchChangeJourney(people: () => People): void {
  test('a batch change: selected from stock with what is recorded beside it, approved by quality, seen at the stock, and reversed', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('库存管理', '库存调整')
    await keeper.choose(list)
    await keeper.button('新建批次更改单').click()
    // Goods without batches are not offered.
    await keeper.search('11010007')
    await keeper.main.getByText('没有符合条件的数据').waitFor()
    await keeper.search(material)
    const stock = keeper.rows('库存', material).filter({ hasText: '1104' })
    await stock.filter({ hasText: '非限制' }).getByRole('checkbox').check()
    await keeper.button('填写批次更改单').click()
    await keeper.main.getByText('不传送 SAP').first().waitFor()
    await keeper.fill(keeper.main, '更改原因', '供应商更正质保书')
    const line = keeper.table(lines).getByRole('row').nth(1)
    const text = async (column: string) =>
      ((await (await keeper.cell(lines, line, column)).textContent()) ?? '').trim()
    const batch = await text('批次 *')
    const before = await text('原有效期至')
    expect(before).toMatch(/^\d{4}-\d\d-\d\d$/)
    await keeper.button('提交审批（Ctrl+Enter）').click()
    await keeper.main.getByText(`批次 ${batch}的数据没有更改`).first().waitFor()
    await keeper.enter(lines, line, '新有效期至', '2031-12-31')
    const docNo = await keeper.send('提交审批', false)

    const quality = await people().as('qualitysupervisor')
    await quality.open('库存管理', '库存调整')
    await quality.choose(list)
    await quality.act(list, docNo, '批准更改')
    /** Rows of the history of the batch, beside its stock: the change, and what took it back. */
    const shown = async (count: number): Promise<void> => {
      await quality.open('库存管理', '库存查询')
      await quality.search(batch)
      const row = quality.rows('库存', material).first()
      await (await quality.cell('库存', row, '数量')).getByRole('button').click()
      const changes = quality.table('批次更改记录').getByRole('row').filter({ hasText: before })
      await expect.poll(() => changes.filter({ hasText: '2031-12-31' }).count()).toBe(count)
      await quality.page.keyboard.press('Escape')
    }
    await shown(1)

    await keeper.open('库存管理', '库存调整')
    await keeper.choose(list)
    await keeper.act(list, docNo, '冲销申请', { 冲销原因: '货位或批次录入错误' })
    await quality.open('库存管理', '库存调整')
    await quality.choose(list)
    await quality.act(list, docNo, '同意冲销')
    await quality.search(docNo)
    await quality.rows(list, docNo).first().filter({ hasText: '已冲销' }).waitFor()
    await shown(2)
  })
}
