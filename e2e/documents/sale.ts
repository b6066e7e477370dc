import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'
import { done } from '../support/person.ts'

/** From the demonstration company: an order for goods of the requester's plant that no story uses. */
const order = '5000018'
const material = '14010006'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** A requisition for a sales order, its goods picked in a walk, issued and posted. */
export function saleJourney(people: () => People): void {
  test('goods of a sales order are requested from it, approved, issued and posted; the flow begins with the order', async () => {
    const requester = await people().as('requester')
    await requester.open('领料申请管理', '领料单创建（销售订单）')
    await requester.takeUp('销售订单', order, material, '领料单')
    await requester.fill(requester.main, '需用日期', tomorrow)
    const line = requester.table('领料单明细').getByRole('row').filter({ hasText: material })
    await requester.enter('领料单明细', line, '申请数量 *', '5')
    const requisition = await requester.send('提交审批', false)

    await requester.open('外部单据管理', '销售订单查询')
    await requester.search(order)
    const item = requester.rows('销售订单', order).filter({ hasText: material })
    for (const [column, quantity] of [
      ['已申请数量', '5 套'],
      ['未清数量', '70 套'],
    ] as const) {
      await requester.inView('销售订单', column)
      await expect
        .poll(async () => (await requester.cell('销售订单', item, column)).textContent())
        .toBe(quantity)
    }

    await people().walk.go('requisition', requisition, 'approve')

    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('领料申请管理', '外向领料单处理')
    await storekeeper.act('领料单', requisition, '开始拣货')
    await storekeeper.button('拣货路线').click()
    const walk = storekeeper.page.getByRole('dialog', { name: '拣货路线' })
    const stop = walk.getByRole('row').filter({ hasText: material })
    const issue = (await stop.getByRole('button').textContent())!
    await stop.getByRole('button').click()
    await storekeeper.page.getByRole('heading', { name: issue }).waitFor()
    await storekeeper.button('出库').click()
    const confirmed = storekeeper.page.getByRole('dialog', { name: `出库 ${issue}` })
    await confirmed.getByRole('button', { name: '出库', exact: true }).click()
    expect(await storekeeper.toastNumber(done('出库'))).toBe(issue)
    await people().walk.go('goods-issue', issue, 'review')
    await people().walk.post('goods-issue', issue)
    const poster = await people().as('poster')
    await poster.open('出库管理', '出库记录查询')
    await poster.search(issue)
    await poster.rows('出库单', issue).first().filter({ hasText: '已过账' }).waitFor()

    await poster.rows('出库单', issue).first().getByRole('button', { name: issue }).click()
    await poster.page.getByRole('tab', { name: '单据流' }).click()
    const flow = poster.page.getByRole('group', { name: '单据流' })
    for (const docNo of [order, requisition, issue])
      await flow.getByRole('button', { name: docNo }).waitFor()
  })
}
