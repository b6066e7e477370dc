import { expect, test } from 'vitest'
import { drawSignature } from '../support/hand-over.ts'
import type { People } from '../support/people.ts'
import { done, type Person } from '../support/person.ts'

/** From the demonstration company: goods of which the requester's unit has an open reservation. */
const material = '15020007'
const reservation = '2000038'

/** From the home page: goods, quantity, and who takes them. */
async function leave(storekeeper: Person, quantity: string, cause: string): Promise<string> {
  await storekeeper.page.getByRole('tab', { name: '首页' }).click()
  await storekeeper.main.getByRole('link', { name: '紧急出库' }).first().click()
  await storekeeper.search(material)
  await storekeeper.rows('库存', material).first().getByRole('checkbox').check()
  await storekeeper.button('填写紧急出库单').click()
  await storekeeper.fill(storekeeper.main, '领料单位', '催化裂化车间')
  await storekeeper.fill(storekeeper.main, '领料人', '沈一诺')
  await storekeeper.fill(storekeeper.main, '紧急原因', cause)
  const line = storekeeper.table('紧急出库单明细').getByRole('row').filter({ hasText: material })
  const cell = await storekeeper.cell('紧急出库单明细', line, '发出数量 *')
  await cell.click()
  await cell.locator('input').fill(quantity)
  await storekeeper.page.keyboard.press('Enter')
  // Who takes the goods signs for them, before anybody has approved it.
  await storekeeper.button('紧急出库（Ctrl+Enter）').click()
  const dialog = storekeeper.page.getByRole('dialog', { name: '紧急出库：核对将发生的变化' })
  await drawSignature(storekeeper.page, dialog)
  await dialog.getByRole('button', { name: '紧急出库', exact: true }).click()
  return storekeeper.toastNumber(done('紧急出库'))
}

/** Goods that leave at once, and their paper. */
export function emergencyJourney(people: () => People): void {
  test('goods leave in an emergency, are papered from their reservation, and posted', async () => {
    const storekeeper = await people().as('storekeeper')
    const emergency = await leave(storekeeper, '2', '设备泄漏处理')

    const requester = await people().as('requester')
    await requester.open('领料申请管理', '领料单补单')
    await requester.takeUp('紧急出库单', emergency, material, '领料单')
    const paper = requester.table('领料单明细').getByRole('row').filter({ hasText: material })
    await expect
      .poll(async () => (await requester.cell('领料单明细', paper, '预留号')).textContent())
      .toMatch(/^\d+$/)
    await requester.button('为第 1 行选择预留').click()
    const choice = requester.page.getByRole('dialog', { name: material })
    await choice
      .getByRole('row')
      .filter({ hasText: reservation })
      .getByRole('button', { name: '选用' })
      .click()
    await expect
      .poll(async () => (await requester.cell('领料单明细', paper, '预留号')).textContent())
      .toBe(reservation)
    const requisition = await requester.send('提交审批', false)

    const { walk } = people()
    await walk.go('requisition', requisition, 'approve')

    await storekeeper.open('出库管理', '出库记录查询')
    await storekeeper.choose('紧急出库单')
    await storekeeper.search(emergency)
    await storekeeper.rows('紧急出库单', emergency).first().filter({ hasText: '已补单' }).waitFor()
    await storekeeper
      .rows('紧急出库单', emergency)
      .first()
      .getByRole('button', { name: emergency })
      .click()
    await storekeeper.page.getByRole('tab', { name: '单据流' }).click()
    const flow = storekeeper.page.getByRole('group', { name: '单据流' })
    await flow.getByRole('button', { name: requisition }).waitFor()
    const issue = await flow.getByRole('button', { name: /CK\d+/ }).textContent()
    const [issueNo] = /CK\d+/.exec(issue!)!

    await storekeeper.page.locator('.ant-drawer-close:visible').click()

    await walk.go('goods-issue', issueNo, 'review')
    await walk.post('goods-issue', issueNo)
  })

  test('goods that were not used come back into their bin, as long as no paper stands', async () => {
    const storekeeper = await people().as('storekeeper')
    const emergency = await leave(storekeeper, '1', '安全环保应急')
    // Not by who gave them out.
    const leader = await people().as('shiftleader')
    await leader.openStep('出库管理', '出库记录查询', '出库补单')
    await leader.act('紧急出库单', emergency, '退回库存', { 退回原因: '未使用，退回' })
    await leader.search(emergency)
    expect(await leader.rows('紧急出库单', emergency).count()).toBe(0)
  })
}
