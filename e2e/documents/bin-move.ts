import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: goods of plant 1011 that only its storage location 1102 has. */
const material = '11010007'
const lines = '货位调整单明细'

/** Goods put into another bin by the storekeeper alone, and back. */
export function binMoveJourney(people: () => People): void {
  test('a bin move: selected from stock, refused into the bin the goods lie in, executed at once and undone', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('货位调整', '货位调整单创建')
    await keeper.search(material)
    // What can be moved stands beside what is there.
    const stock = keeper.rows('库存', material).filter({ hasText: '1102' }).first()
    const [quantity, movable] = await Promise.all(
      ['数量', '可移动'].map(async (column) =>
        (await keeper.cell('库存', stock, column)).boundingBox(),
      ),
    )
    expect(movable!.x).toBeCloseTo(quantity!.x + quantity!.width, 0)
    await stock.getByRole('checkbox').check()
    await keeper.button('填写货位调整单').click()
    await keeper.fill(keeper.main, '调整原因', '上错货位')
    const line = keeper.table(lines).getByRole('row').nth(1)
    const target = await keeper.cell(lines, line, '目标货位 *')
    await expect.poll(() => target.textContent()).toMatch(/^[A-Z]-/)
    const proposed = (await target.textContent())!.trim()
    const from = (await (await keeper.cell(lines, line, '原货位 *')).textContent())!.trim()
    expect(proposed).not.toBe(from)
    const type = async (column: string, text: string): Promise<void> => {
      const cell = await keeper.cell(lines, line, column)
      await cell.click()
      await cell.locator('input').fill(text)
      await keeper.page.keyboard.press('Enter')
    }
    await type('移动数量 *', '2')
    await type('目标货位 *', from)
    await keeper.button('执行（Ctrl+Enter）').click()
    await keeper.main.getByText(`货物已在货位 ${from}；请选择另一货位`).first().waitFor()
    await type('目标货位 *', proposed)
    const docNo = await keeper.send('执行', true)

    await keeper.open('货位调整', '货位调整单查询')
    await keeper.search(docNo)
    await keeper.rows('货位调整单', docNo).first().filter({ hasText: proposed }).waitFor()
    await keeper.open('货位调整', '货位调整单编辑删除')
    await keeper.act('货位调整单', docNo, '撤销', { 撤销原因: '实物未移动' })
    await keeper.open('货位调整', '货位调整单查询')
    await keeper.search(docNo)
    await keeper.rows('货位调整单', docNo).first().filter({ hasText: '已撤销' }).waitFor()
  })
}
