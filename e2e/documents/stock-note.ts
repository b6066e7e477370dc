import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import type { People } from '../support/people.ts'

const group = '库存管理'
const page = '库存查询（备注）'
const list = '仍有效的备注'
const notes = '库存备注'

/** A storekeeper writes down what he sees in a bin; it opens the list of the next one, and is seen where the stock is looked at. */
export function stockNoteJourney(people: () => People): void {
  test('a note on the stock: written on its row, corrected by a further one, seen beside the stock, and withdrawn by its author', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open(group, page)
    const show = async (view: string) =>
      keeper.main.getByText(view, { exact: true }).first().click()
    await show('全部库存')
    await keeper.table('全部库存').waitFor()
    await listDrawn(keeper.page)
    const first = keeper.table('全部库存').getByRole('row').nth(1)
    const material = (
      (await (await keeper.cell('全部库存', first, '物料编码')).textContent()) ?? ''
    ).trim()
    const bin = ((await (await keeper.cell('全部库存', first, '货位')).textContent()) ?? '').trim()
    await (await keeper.cell('全部库存', first, '物料编码')).getByRole('button').click()
    /** Writes a note in the panel of the row; returns its number. */
    const write = async (text: string, corrects?: string): Promise<string> => {
      await keeper.page.getByRole('button', { name: '写备注' }).filter({ visible: true }).click()
      const dialog = keeper.page.getByRole('dialog', { name: '写备注' })
      await keeper.fill(dialog, '备注内容', text)
      if (corrects !== undefined) await keeper.fill(dialog, '更正的备注', corrects)
      await dialog.getByRole('button', { name: '记下备注' }).click()
      const no = await keeper.toastNumber(/^已记下备注/)
      await dialog.waitFor({ state: 'hidden' })
      return no
    }
    const third = '货架第三层，箱底受潮'
    const second = '货架第二层，箱底受潮，出库前开箱检查'
    const wrong = await write(third)
    await keeper.rows(notes, third).first().filter({ hasText: '有效' }).waitFor()
    const right = await write(second, wrong)
    await keeper.rows(notes, third).first().filter({ hasText: '已更正' }).waitFor()
    await keeper.page.keyboard.press('Escape')

    // The list opens with it, in the window of the next storekeeper too, and finds it by a word.
    await show(list)
    await keeper.search('出库前开箱检查')
    const row = keeper.rows(list, material).first()
    await row.filter({ hasText: '货架第二层' }).waitFor()
    expect(await row.textContent()).not.toContain('货架第三层')

    // Beside the stock of the ordinary query, for who counts or picks it.
    const leader = await people().as('shiftleader')
    await leader.open(group, '库存查询')
    await leader.search(material)
    const stock = leader.rows('库存', material).first()
    await (await leader.cell('库存', stock, '数量')).getByRole('button').click()
    await leader.rows(notes, second).first().waitFor()
    await leader.page.keyboard.press('Escape')

    // And told to who moves the goods, though he does not look for it.
    await keeper.open('转储管理', '转储单创建')
    await keeper.search(material)
    await keeper
      .rows('库存', material)
      .filter({ hasText: bin })
      .first()
      .getByRole('checkbox')
      .check()
    await keeper.button('填写转储单').click()
    await keeper.main.getByText(`第 1 行（${material}，货位 ${bin}）：${second}`).waitFor()

    await keeper.open(group, page)
    await show('备注记录')
    await keeper.act(notes, right, '撤回备注', { 撤回原因: '情况已处理' })
    await show(list)
    await keeper.search('出库前开箱检查')
    await keeper.main.getByText('没有符合条件的数据').waitFor()
  })
}
