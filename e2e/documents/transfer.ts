import { expect, test } from 'vitest'
import { comparedStock } from '../support/compared-stock.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: goods of plant 1011 that only its storage location 1102 has. */
const material = '11010007'
const lines = '转储单明细'

/** Receives so many of the only line, or what is proposed; `state` is where that leads. */
async function receive(
  keeper: Person,
  docNo: string,
  state: string,
  quantity?: string,
): Promise<void> {
  await keeper.search(docNo)
  await keeper.rows('转储单', docNo).first().getByRole('checkbox').check()
  await keeper.page.getByRole('toolbar').getByRole('button', { name: '接收', exact: true }).click()
  const dialog = keeper.page.getByRole('dialog', { name: `接收 ${docNo}` })
  if (quantity !== undefined) {
    const row = keeper.table(lines).last().getByRole('row').nth(1)
    await (await keeper.cell(lines, row, '本次接收数量 *')).click()
    await keeper.page.keyboard.type(quantity)
    await keeper.page.keyboard.press('Enter')
  }
  // The preview has arrived, so the dialog does not grow under the pointer.
  await dialog.getByText(state, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '接收', exact: true }).click()
  expect(await keeper.toastNumber('接收完成')).toBe(docNo)
}

/** A transfer between two storage locations, from the selection of stock to its reversal. */
export function transferJourney(people: () => People): void {
  test('a transfer: selected from stock, approved, sent, received and posted in two steps; the ERP agrees, and it is taken back', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('转储管理', '转储单创建')
    await keeper.search(material)
    await keeper.rows('库存', material).filter({ hasText: '1102' }).getByRole('checkbox').check()
    await keeper.button('填写转储单').click()
    await keeper.fill(keeper.main, '接收库存地点', '1101')
    const line = keeper.table(lines).getByRole('row').nth(1)
    const bin = await keeper.cell(lines, line, '接收货位')
    await expect.poll(() => bin.textContent()).toMatch(/^[A-Z]-/)
    const quantity = await keeper.cell(lines, line, '转储数量 *')
    const type = async (text: string): Promise<void> => {
      await quantity.click()
      await quantity.locator('input').fill(text)
      await keeper.page.keyboard.press('Enter')
    }
    await type('99999')
    await keeper.main.getByText(/第 1 行 转储数量：99999 超过可用数量 \d+ 个，请改小/).waitFor()
    await type('4')
    const docNo = await keeper.send('提交审批', false)

    const leader = await people().as('shiftleader')
    await leader.open('转储管理', '转储单编辑删除')
    await leader.act('转储单', docNo, '批准')
    await keeper.open('转储管理', '转储单编辑删除')
    await keeper.act('转储单', docNo, '发出')
    // Who has sent the goods does not receive them.
    const receiver = await people().as('counter')
    await receiver.open('转储管理', '转储单编辑删除')
    await receive(receiver, docNo, '部分接收', '3')
    await receiver.untilShown(
      receiver.rows('转储单', docNo).first().filter({ hasText: '部分接收' }),
    )
    await receive(receiver, docNo, '已接收')

    const poster = await people().as('poster')
    await poster.open('转储管理', '转储单过账')
    await poster.act('转储单', docNo, '过账')
    await poster.open('转储管理', '转储单冲销')
    await poster.search(docNo)
    const row = poster.rows('转储单', docNo).first()
    await poster.untilShown(row.filter({ hasText: '已过账' }))
    await row.getByRole('button', { name: docNo }).click()
    const steps = poster.page.getByRole('region', { name: 'ERP 过账步骤' })
    for (const step of [/发出过账已过账移动类型 313/, /接收过账已过账移动类型 315/])
      await steps.getByRole('listitem').filter({ hasText: step }).waitFor()
    await poster.page.keyboard.press('Escape')

    const compared = await comparedStock(poster, '1011', material)
    await compared.filter({ hasText: '1101' }).filter({ hasText: '4 个' }).first().waitFor()
    expect(await compared.filter({ hasNotText: '一致' }).count()).toBe(0)

    await poster.open('转储管理', '转储单冲销')
    await poster.act('转储单', docNo, '冲销申请', { 冲销原因: '重复办理' })
    await leader.open('转储管理', '转储单编辑删除')
    await leader.act('转储单', docNo, '同意冲销')
    await poster.act('转储单', docNo, 'ERP冲销')
    await poster.untilShown(row.filter({ hasText: '已冲销' }))
    await leader.open('转储管理', '转储单冲销')
    await leader.act('转储单', docNo, '实物冲销', { 冲销原因: '重复办理' })
  })
}
