import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: a reservation that a planner reduced, and he postponed a sales order. */
const reservation = '2000103'

/** A planner changes in the ERP what units have asked for: from the notice to what unit, storekeeper and buyer make of it. */
export function demandProblemJourney(people: () => People): void {
  test('a reservation reduced under an approved requisition: the unit answers and writes off, and the problem is closed by itself', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('领料申请管理', '外向领料单处理')
    await keeper.choose('需求问题单据')
    const row = keeper.rows('需求问题单据', reservation)
    await row.filter({ hasText: '需求已变更' }).waitFor()
    await row.filter({ hasText: '待领料单位说明' }).waitFor()
    const docNo = (await row.getByRole('button', { name: /^XW\d+$/ }).textContent()) ?? ''
    const requisition = /LL\d+/.exec((await row.textContent()) ?? '')![0]

    const requester = await people().as('requester')
    await requester.open('领料申请管理', '领料单编辑删除')
    await requester.choose('需求问题单据')
    await requester.act('需求问题单据', docNo, '领料单位说明', {
      领料单位说明: '检修方案已调整，余量核销后另行申请',
    })
    await keeper.search(docNo)
    await keeper.rows('需求问题单据', docNo).filter({ hasText: '待保管员处理' }).waitFor()

    await requester.open('领料申请管理', '领料单核销撤回')
    await requester.act('领料单', requisition, '核销', { 核销原因: '需求取消' })
    await keeper.search(docNo)
    await expect.poll(() => keeper.rows('需求问题单据', docNo).count()).toBe(0)
    await requester.open('领料申请管理', '领料单查询')
    await requester.choose('需求问题单据')
    await requester.search(docNo)
    await requester.rows('需求问题单据', docNo).filter({ hasText: '已关闭' }).first().waitFor()
  })

  test('a postponed sales order is decided by the buyer, where he decides about problems of orders', async () => {
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '问题单据确认')
    await buyer.choose('需求问题单据')
    const row = buyer.rows('需求问题单据', '销售订单')
    const docNo =
      (await row
        .first()
        .getByRole('button', { name: /^XW\d+$/ })
        .textContent()) ?? ''
    await buyer.act('需求问题单据', docNo, '确认处理', {
      处理结果: '接受',
      处理说明: '按新交货日期发放',
    })
    await buyer.search(docNo)
    await expect.poll(() => buyer.rows('需求问题单据', docNo).count()).toBe(0)
  })
}
