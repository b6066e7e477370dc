import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const group = '出库管理（跨公司）'
const records = '出库记录查询（跨公司）'
const lines = '跨公司出库单明细'

/** From the demonstration company: an order of company 1020 for goods that plant 1011 has too. */
const order = '4500001078'
const material = '11010003'
/** That of its item for this material (`deliveriesOfInternalOrders`). */
const delivery = '84107803'

const reason = { 冲销原因: '重复办理' }

/** The shift leader approves the reversal of a document. */
async function approveReversal(leader: Person, kind: string, docNo: string): Promise<void> {
  await leader.open(group, '出库审核（跨公司）')
  await leader.choose(kind)
  await leader.act(kind, docNo, '同意冲销')
}

/** Goods of one company issued for another: both documents, each with its own people, and back. */
export function crossCompanyJourney(people: () => People): void {
  test('goods issued for the internal order of another company: approved, issued and posted here, received and posted there by itself, and taken back there first', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open(group, '自提出库（跨公司）')
    await keeper.search(material)
    await keeper.rows('库存', material).first().getByRole('checkbox').check()
    await keeper.button('填写跨公司出库单').click()
    await keeper.fill(keeper.main, '内部采购订单', order)
    await keeper.fill(keeper.main, '交货单', delivery)
    const line = keeper.table(lines).getByRole('row').nth(1)
    const item = await keeper.cell(lines, line, '内部订单行 *')
    await expect.poll(() => item.textContent()).toMatch(/^\d+$/)
    const quantity = await keeper.cell(lines, line, '出库数量 *')
    await quantity.click()
    await quantity.locator('input').fill('2')
    await keeper.page.keyboard.press('Enter')
    await expect.poll(() => quantity.textContent()).toBe('2')
    const docNo = await keeper.send('提交审核', false)

    const leader = await people().as('shiftleader')
    await leader.open(group, '出库审核（跨公司）')
    await leader.choose('跨公司出库单')
    await leader.act('跨公司出库单', docNo, '审核通过')
    await keeper.open(group, records)
    await keeper.choose('跨公司出库单')
    await keeper.act('跨公司出库单', docNo, '出库')

    const poster = await people().as('poster')
    await poster.openStep(group, records, '出库过账（跨公司）')
    await poster.choose('跨公司出库单')
    await poster.act('跨公司出库单', docNo, '过账')
    await keeper.search(docNo)
    const row = keeper.rows('跨公司出库单', docNo).first()
    await keeper.untilShown(row.filter({ hasText: '已过账' }))
    await row.getByRole('button', { name: docNo }).click()
    await keeper.page.getByRole('tab', { name: '单据流' }).click()
    const elsewhere = keeper.page.getByRole('note', { name: /^公司 1020 的 KD\d+$/ })
    const arrivalNo = (await elsewhere.locator('strong').textContent())!
    await keeper.page.keyboard.press('Escape')

    await poster.openStep(group, records, '出库冲销（跨公司）')
    await poster.choose('跨公司出库单')
    await poster.act('跨公司出库单', docNo, '冲销申请', reason)
    await approveReversal(leader, '跨公司出库单', docNo)
    await poster.search(docNo)
    await poster.rows('跨公司出库单', docNo).first().getByRole('checkbox').check()
    await poster.page.getByRole('toolbar').getByRole('button', { name: 'ERP冲销' }).click()
    const dialog = poster.page.getByRole('dialog', { name: `ERP冲销 ${docNo}` })
    await dialog.getByText(`公司 1020 的关联到货记录 ${arrivalNo} 仍有效`).first().waitFor()
    await dialog.getByRole('button', { name: '取消', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })

    await poster.choose('关联到货记录')
    await poster.search(arrivalNo)
    const arrived = poster.rows('关联到货记录', arrivalNo).first()
    await poster.untilShown(arrived.filter({ hasText: '已过账' }))
    await poster.act('关联到货记录', arrivalNo, '冲销申请', reason)
    await approveReversal(leader, '关联到货记录', arrivalNo)
    await poster.act('关联到货记录', arrivalNo, 'ERP冲销')
    const receiver = await people().as('storekeeper2')
    await receiver.openStep(group, records, '出库记录实物冲销（跨公司）')
    await receiver.choose('关联到货记录')
    await receiver.search(arrivalNo)
    await receiver.untilShown(receiver.rows('关联到货记录', arrivalNo).first())
    await receiver.act('关联到货记录', arrivalNo, '实物冲销')
    await poster.choose('跨公司出库单')
    await poster.act('跨公司出库单', docNo, 'ERP冲销')
  })
}
