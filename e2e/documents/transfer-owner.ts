import { expect, test } from 'vitest'
import { comparedStock } from '../support/compared-stock.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: flanges of storage location 1102, of which the project has some, in the same bin. */
const material = '12010004'
const project = 'LY26.1011.01'
/** Of storage location 1104, class 8. */
const chemical = '31010001'
const lines = '转储单明细'

/** Types into a cell of the only line of the form. */
async function enter(person: Person, column: string, text: string): Promise<void> {
  const cell = await person.cell(lines, person.table(lines).getByRole('row').nth(1), column)
  await cell.click()
  await cell.locator('input').fill(text)
  await person.page.keyboard.press('Enter')
}

/** Goods of the company that a project gets: they stay where they are, and the ERP gets one document. */
export function transferOwnerJourney(people: () => People): void {
  test('own goods are assigned to a project in their bin: 415 Q in the ERP, whose stock agrees; another type refuses them', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('转储管理', '转储单创建')
    await keeper.search(material)
    // The row of the company; that of the project follows it.
    await keeper
      .rows('库存', material)
      .filter({ hasText: 'A-02-04-1-1' })
      .first()
      .getByRole('checkbox')
      .check()
    await keeper.button('填写转储单').click()
    await keeper.fill(keeper.main, '接收库存地点', '1102')
    await keeper.fill(keeper.main, '转储类型', '项目转自有')
    const type = (column: string, text: string) => enter(keeper, column, text)
    await type('转储数量 *', '2')
    await keeper.button('提交审批（Ctrl+Enter）').click()
    await keeper.main
      .getByText(`物料 ${material} 的这笔库存是自有库存，“项目转自有”只受理项目库存`)
      .first()
      .waitFor()
    await keeper.fill(keeper.main, '转储类型', '自有转项目')
    await type('转入项目WBS', project)
    const docNo = await keeper.send('提交审批', false)

    await people().walk.go('transfer-order', docNo, 'approve', 'transfer')
    await people().walk.post('transfer-order', docNo)
    const poster = await people().as('poster')
    await poster.open('转储管理', '转储单查询')
    await poster.choose('转储单')
    await poster.search(docNo)
    const row = poster.rows('转储单', docNo).first()
    await poster.untilShown(row.filter({ hasText: '已过账' }))
    await row.getByRole('button', { name: docNo }).click()
    const steps = poster.page.getByRole('region', { name: 'ERP 过账步骤' })
    await steps
      .getByRole('listitem')
      .filter({ hasText: /转储过账已过账移动类型 415/ })
      .waitFor()
    await poster.page.keyboard.press('Escape')

    const compared = await comparedStock(poster, '1011', material)
    await compared.filter({ hasText: project }).first().waitFor()
    expect(await compared.filter({ hasNotText: '一致' }).count()).toBe(0)
  })

  test('a chemical goes to another storage location only in a container that holds it, and the page offers nothing else', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('转储管理', '转储单创建（化学品转储）')
    await keeper.rows('库存', chemical).first().waitFor()
    expect(await keeper.rows('库存', '阀').count()).toBe(0)
    await keeper.rows('库存', chemical).first().getByRole('checkbox').check()
    await keeper.button('填写转储单').click()
    await keeper.fill(keeper.main, '转储类型', '一步转储')
    await keeper.fill(keeper.main, '接收工厂', '1012')
    await keeper.fill(keeper.main, '接收库存地点', '1204')
    await enter(keeper, '转储数量 *', '100')
    await enter(keeper, '容器容量 *', '80')
    await keeper.enter(lines, keeper.table(lines).getByRole('row').nth(1), '储罐/容器 *', '桶')
    await enter(keeper, '温度（℃） *', '25')
    await keeper.button('提交审批（Ctrl+Enter）').click()
    await keeper.main
      .getByText(/100 千克.*80 千克|80 千克.*100 千克/)
      .first()
      .waitFor()
    await enter(keeper, '容器容量 *', '200')
    const docNo = await keeper.send('提交审批', false)

    await people().walk.go('transfer-order', docNo, 'approve', 'transfer')
    await people().walk.post('transfer-order', docNo)
    const poster = await people().as('poster')
    await (
      await comparedStock(poster, '1012', chemical)
    )
      .filter({ hasText: '一致' })
      .first()
      .waitFor()
  })
}
