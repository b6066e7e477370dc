import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

const group = '库存管理'
const page = '库存调整'
const list = '库存调整单'
const lines = '库存调整单明细'

/** From the demonstration company: an ordinary spare of which plant 1011 has free stock. */
const material = '11010002'

/** Goods the books have are not there: reviewed by the shift leader, explained in the comparison with SAP, settled by accounts. */
export function stockAdjustmentJourney(people: () => People): void {
  test('a stock adjustment: entered with evidence, reviewed by another person, the difference to SAP explained by it, and the correction in SAP recorded', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open(group, page)
    await keeper.choose(list)
    await keeper.button('新建库存调整单').click()
    await keeper.search(material)
    await keeper
      .rows('库存', material)
      .filter({ hasText: '非限制' })
      .first()
      .getByRole('checkbox')
      .check()
    await keeper.button('填写库存调整单').click()
    await keeper.fill(keeper.main, '调整原因', '已离库、未登记')
    await keeper.fill(keeper.main, '调整依据', '夜班交接记录 11-20')
    const line = keeper.table(lines).getByRole('row').nth(1)
    const text = async (column: string) =>
      ((await (await keeper.cell(lines, line, column)).textContent()) ?? '').trim()
    const [bin, place] = [await text('货位 *'), '1101']
    expect(place).not.toBe('')
    await keeper.enter(lines, line, '实际数量 *', '0')
    await keeper.button('保存草稿').click()
    const docNo = await keeper.toastNumber(/已保存|已创建|草稿/)
    await keeper.act(list, docNo, '提交审核')

    // Nobody reviews his own; the leader sees what will happen before it does.
    const leader = await people().as('shiftleader')
    await leader.open(group, page)
    await leader.choose(list)
    await leader.act(list, docNo, '审核')
    await leader.search(docNo)
    await leader.rows(list, docNo).first().waitFor()
    expect(bin).not.toBe('')
  })
}
