import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** Of the order whose rejected goods are set aside in the demonstration company, and nobody disposes of them. */
const material = '12010009'
const list = '不合格品单'
const returns = '不合格品退货单'

/** Rejected goods, from the warehouse's confirmation over the supplier's appeal to his signature for what he takes back. */
export function rejectsJourney(people: () => People): void {
  test('rejected goods: set aside, appealed, returned to the supplier who signs for them, and closed', async () => {
    const engineer = await people().as('engineer')
    await engineer.open('验收管理', '不合格品查询')
    await engineer.search(material)
    const waiting = engineer.table(list).getByRole('row').filter({ hasText: '待处理' })
    const named = waiting.getByRole('button', { name: /^BH\d+$/ }).first()
    await named.waitFor()
    const record = (await named.textContent()) ?? ''

    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('收货管理', '不合格品确认')
    await storekeeper.act(list, record, '撤销确认', { 撤销原因: '录入错误' })
    // What the ERP keeps of them, and how it would get them as blocked stock, is said before.
    await storekeeper.search(record)
    await storekeeper.rows(list, record).first().getByRole('checkbox').check()
    await storekeeper.page
      .getByRole('toolbar')
      .getByRole('button', { name: '确认不合格品' })
      .click()
    const asked = storekeeper.page.getByRole('dialog', { name: `确认不合格品 ${record}` })
    await asked.getByText(/转为冻结库存（350），请先用收货单以“不合格隔离”收入/).waitFor()
    await asked.getByRole('button', { name: '取消' }).click()
    await asked.waitFor({ state: 'hidden' })
    await storekeeper.act(list, record, '确认不合格品', { 实物说明: '已挂红牌' })

    // The buyer speaks for a supplier without an account.
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '送货单维护（采购员）')
    await buyer.choose(list)
    await buyer.act(list, record, '申诉', { 申诉理由: '表面划伤不影响密封' })
    const inspector = await people().as('inspector')
    await inspector.open('验收管理', '质检单维护')
    await inspector.choose(list)
    await inspector.act(list, record, '维持结论', { 申诉答复: '划伤深度超出允差' })

    await engineer.open('验收管理', '不合格品处理')
    await engineer.choose(returns)
    await engineer.button(`新建${returns}`).click()
    await engineer.search(record)
    const open = engineer.rows(list, record)
    const count = await open.count()
    for (let index = 0; index < count; index += 1)
      await open.nth(index).getByRole('checkbox').check()
    await engineer.button(`填写${returns}`).click()
    await engineer.fill(engineer.main, '退货原因', '划伤不能修复')
    const docNo = await engineer.send('提交退货', false)

    await storekeeper.open('验收管理', '不合格品退货')
    await storekeeper.act(returns, docNo, '实物退货', { 车牌: '浙A7K215' })
    await buyer.choose(returns)
    await buyer.act(returns, docNo, '确认取货', { 取货人: '王师傅' })

    await engineer.open('验收管理', '不合格品查询')
    await engineer.choose(list)
    await engineer.search(record)
    const rows = engineer.rows(list, record)
    await rows.first().filter({ hasText: '已关闭' }).waitFor()
    expect(await rows.filter({ hasText: '已关闭' }).count()).toBe(count)
  })
}
