import { expect, test } from 'vitest'
import { comparedStock } from '../support/compared-stock.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: goods of storage location 1102 of plant 1011, and of 1202 of plant 1012. */
const material = '11010007'
const lines = '转储单明细'

/** Chooses these goods on the page that creates transfers. */
async function takeStock(keeper: Person): Promise<void> {
  await keeper.open('转储管理', '转储单创建')
  await keeper.search(material)
  await keeper
    .rows('库存', material)
    .filter({ hasText: '1102' })
    .first()
    .getByRole('checkbox')
    .check()
  await keeper.button('填写转储单').click()
}

/** Types the quantity of the only line of the form. */
async function enterQuantity(keeper: Person, text: string): Promise<void> {
  const line = keeper.table(lines).getByRole('row').nth(1)
  const cell = await keeper.cell(lines, line, '转储数量 *')
  await cell.click()
  await cell.locator('input').fill(text)
  await keeper.page.keyboard.press('Enter')
}

/** Types into a cell of the lines in a dialog. */
async function type(person: Person, table: string, column: string, text: string): Promise<void> {
  const row = person.table(table).last().getByRole('row').nth(1)
  await (await person.cell(table, row, column)).click()
  await person.page.keyboard.type(text)
  await person.page.keyboard.press('Enter')
}

/** A transfer to another plant of which not everything arrives, and one in one step. */
export function transferPlantsJourney(people: () => People): void {
  test('a transfer to the other plant: one piece is missed and found, one is lost; another person decides, and the books of both plants agree', async () => {
    const keeper = await people().as('storekeeper')
    await takeStock(keeper)
    await keeper.fill(keeper.main, '接收工厂', '1012')
    await keeper.fill(keeper.main, '接收库存地点', '1202')
    const line = keeper.table(lines).getByRole('row').nth(1)
    const bin = await keeper.cell(lines, line, '接收货位')
    await expect.poll(() => bin.textContent()).toMatch(/^[A-Z]-/)
    await enterQuantity(keeper, '3')
    const docNo = await keeper.send('提交审批', false)
    await people().walk.go('transfer-order', docNo, 'approve', 'ship')
    // Who has shipped the goods does not receive them.
    const receiver = await people().as('counter')
    await receiver.open('转储管理', '转储单编辑删除')
    await receiver.search(docNo)
    await receiver.rows('转储单', docNo).first().getByRole('checkbox').check()
    await receiver.page
      .getByRole('toolbar')
      .getByRole('button', { name: '接收', exact: true })
      .click()
    const receipt = receiver.page.getByRole('dialog', { name: `接收 ${docNo}` })
    await type(receiver, lines, '本次接收数量 *', '1')
    await receipt.getByText('部分接收', { exact: true }).waitFor()
    await receipt.getByRole('button', { name: '接收', exact: true }).click()
    expect(await receiver.toastNumber('接收完成')).toBe(docNo)
    await receiver.act('转储单', docNo, '报告差异', { 差异原因: '实物未到' })

    const leader = await people().as('shiftleader')
    await leader.open('转储管理', '转储单编辑删除')
    await leader.choose('转储差异单')
    await leader.search(docNo)
    const row = leader.rows('转储差异单', '1202').filter({ hasText: '差异待处理' }).first()
    const difference =
      (await row.getByRole('button', { name: /^ZY\d+$/ }).textContent())?.trim() ?? ''
    await row.getByRole('checkbox').check()
    await leader.page
      .getByRole('toolbar')
      .getByRole('button', { name: '差异处理', exact: true })
      .click()
    const dialog = leader.page.getByRole('dialog', { name: `差异处理 ${difference}` })
    await leader.fill(dialog, '处理依据', '已与发出方核对')
    await type(leader, '转储差异单明细', '找到数量', '1')
    await dialog
      .getByText(/未到 2 个，找到、退回和丢失合计 1 个/)
      .first()
      .waitFor()
    await type(leader, '转储差异单明细', '丢失数量', '1')
    await dialog.getByText('702', { exact: true }).first().waitFor()
    await dialog.getByRole('button', { name: '差异处理', exact: true }).click()
    expect(await leader.toastNumber('差异处理完成')).toBe(difference)

    await people().walk.post('transfer-order', docNo)
    await people().walk.post('transfer-difference', difference)
    const poster = await people().as('poster')
    const compared = await comparedStock(poster, '1012', material)
    await compared.filter({ hasText: '1202' }).first().waitFor()
    expect(await compared.filter({ hasNotText: '一致' }).count()).toBe(0)
  })

  // The pages stay on the kind of document of the test before.
  test('in one step: the goods lie in the other location as soon as they are transferred', async () => {
    const keeper = await people().as('storekeeper')
    await takeStock(keeper)
    await keeper.fill(keeper.main, '转储类型', '一步转储')
    await keeper.fill(keeper.main, '接收库存地点', '1101')
    const line = keeper.table(lines).getByRole('row').nth(1)
    const bin = await keeper.cell(lines, line, '接收货位')
    await expect.poll(() => bin.textContent()).toMatch(/^[A-Z]-/)
    await enterQuantity(keeper, '1')
    const docNo = await keeper.send('提交审批', false)
    await people().walk.go('transfer-order', docNo, 'approve', 'transfer')
    await people().walk.post('transfer-order', docNo)
  })
}
