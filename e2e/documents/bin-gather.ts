import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: goods of plant 1011 that only its storage location 1102 has. */
const material = '11010007'
const lines = '货位调整单明细'

/** Goods split over two bins by a move that begins with the scan of a bin, and gathered again by the proposal. */
export function binGatherJourney(people: () => People): void {
  test('a bin is scanned at the shelf, a part of its goods is moved, and the proposal gathers what is split', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('货位调整', '货位调整单创建')
    await keeper.search(material)
    const stock = keeper.rows('库存', material).filter({ hasText: '1102' }).first()
    const bin = (await (await keeper.cell('库存', stock, '货位')).textContent())!.trim()
    await stock.getByRole('checkbox').check()
    await keeper.button('填写货位调整单').click()
    await keeper.fill(keeper.main, '调整原因', '整理库位')
    const line = keeper.table(lines).getByRole('row').nth(1)
    const target = await keeper.cell(lines, line, '目标货位 *')
    await expect.poll(() => target.textContent()).toMatch(/^[A-Z]-/)
    const quantity = await keeper.cell(lines, line, '移动数量 *')
    await quantity.click()
    await quantity.locator('input').fill('1')
    await keeper.page.keyboard.press('Enter')
    await keeper.send('执行', true)

    await keeper.open('货位调整', '货位调整单编辑删除')
    await keeper.button('整理库位').click()
    const dialog = keeper.page.getByRole('dialog', { name: '整理库位' })
    await keeper.fill(dialog, '工厂', '1011')
    await keeper.fill(dialog, '库存地点', '1102')
    await dialog.getByRole('button', { name: '生成草稿', exact: true }).click()
    const docNo = await keeper.toastNumber(/执行后腾空 \d+ 个货位/)
    await keeper.search(docNo)
    await keeper.rows('货位调整单', docNo).first().filter({ hasText: '草稿' }).waitFor()
    await keeper.act('货位调整单', docNo, '执行')

    await keeper.open('货位调整', '货位调整单查询')
    await keeper.search(docNo)
    const moved = keeper.rows('货位调整单', docNo).filter({ hasText: material }).first()
    await moved.filter({ hasText: bin }).filter({ hasText: '已执行' }).waitFor()

    await keeper.open('货位调整', '货位调整单创建')
    const scan = keeper.main.getByLabel('扫描或输入货位后回车')
    await scan.fill('没有的货位')
    await scan.press('Enter')
    await keeper.page.getByText('没有的货位 没有可办理的库存').first().waitFor()
    // The barcode of the label, which also says where the bin is, however the scanner sends it.
    await scan.fill(`１１０２-${bin.toLowerCase()}`)
    await scan.press('Enter')
    await keeper.table(lines).getByText(material).first().waitFor()
  })
}
