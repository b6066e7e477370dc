import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { comparedStock } from '../support/compared-stock.ts'
import { placePicture } from '../../server/src/stocktake/place-picture.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const group = '库存管理'
const page = '库存调整'
const list = '库存调整单'
const lines = '库存调整单明细'

/** From the demonstration company: an ordinary spare of which plant 1011 has free stock. */
const material = '11020006'
/** Another one, of which four pieces are worth more than the limit of the director. */
const otherMaterial = '11020007'

/** What the books have of a row of the stock. */
async function bookOf(person: Person, row: Locator): Promise<number> {
  const shown = (await (await person.cell('库存', row, '数量')).textContent()) ?? ''
  return Number(shown.replaceAll(/[^\d.]/g, ''))
}

/** Goods the books have are not there: reviewed by the shift leader, explained in the comparison with SAP, settled by accounts. */
export function stockAdjustmentJourney(people: () => People): void {
  test('a stock adjustment: entered with evidence, reviewed by another person, the difference to SAP explained by it, and the correction in SAP recorded', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open(group, page)
    await keeper.choose(list)
    await keeper.button('新建库存调整单').click()
    await keeper.search(material)
    const stock = keeper.rows('库存', material).filter({ hasText: '非限制' }).first()
    const book = await bookOf(keeper, stock)
    await stock.getByRole('checkbox').check()
    await keeper.button('填写库存调整单').click()
    await keeper.fill(keeper.main, '调整原因', '已离库、未登记')
    await keeper.fill(keeper.main, '调整依据', '夜班交接记录 11-20')
    const line = keeper.table(lines).getByRole('row').nth(1)
    // What agrees with the books is no adjustment.
    await keeper.enter(lines, line, '实际数量 *', String(book))
    await keeper.button('提交审核（Ctrl+Enter）').click()
    await keeper.main.getByText('无须调整').first().waitFor()
    await keeper.enter(lines, line, '实际数量 *', String(book - 1))
    const docNo = await keeper.send('提交审核', false)

    // The leader decides about what is shown to him, and the goods go.
    const leader = await people().as('shiftleader')
    await leader.open(group, page)
    await leader.choose(list)
    await leader.act(list, docNo, '审核')
    await leader.search(docNo)
    await leader.rows(list, docNo).first().filter({ hasText: '已调整' }).waitFor()

    // SAP has one piece more than lies there, and the comparison says by which document.
    const poster = await people().as('poster')
    const rows = await comparedStock(poster, '1011', material)
    const said = async () => (await rows.allTextContents()).join(' ')
    await expect.poll(said).toContain('由未过账单据解释')
    expect(await said()).not.toContain('无法解释')
    await poster.inView('SAP 与实物对照', '在途单据')
    await poster.main.getByRole('button', { name: docNo }).first().waitFor()

    await poster.open(group, page)
    await poster.choose(list)
    await poster.act(list, docNo, '登记 ERP 更正', {
      'ERP 更正凭证': '4900098765',
      凭证年度: '2026',
    })
    await keeper.open(group, page)
    await keeper.choose(list)
    await keeper.search(docNo)
    await keeper.rows(list, docNo).first().filter({ hasText: 'ERP 已更正' }).waitFor()
    // SAP was not really corrected: the document explains nothing any more, and the comparison says so.
    await comparedStock(poster, '1011', material)
    await expect.poll(said).toContain('无法解释')
  })

  test('a large stock adjustment: refused without a picture of the place, approved by shift leader and director, and taken back by both', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open(group, page)
    await keeper.choose(list)
    await keeper.button('新建库存调整单').click()
    await keeper.search(otherMaterial)
    const stock = keeper.rows('库存', otherMaterial).filter({ hasText: '非限制' }).first()
    const book = await bookOf(keeper, stock)
    await stock.getByRole('checkbox').check()
    await keeper.button('填写库存调整单').click()
    await keeper.fill(keeper.main, '调整原因', 'ERP 无账')
    await keeper.fill(keeper.main, '调整依据', '整批到货未登记')
    const line = keeper.table(lines).getByRole('row').nth(1)
    await keeper.enter(lines, line, '实际数量 *', String(book + 4))
    await keeper.button('提交审核（Ctrl+Enter）').click()
    await keeper.main.getByText('须有现场照片').first().waitFor()
    await keeper.button('存为草稿（Ctrl+S）').click()
    const docNo = await keeper.toastNumber(/已存为草稿/)
    await keeper.open(group, page)
    await keeper.choose(list)
    await keeper.search(docNo)
    await keeper.rows(list, docNo).first().getByRole('button', { name: docNo }).click()
    const beside = keeper.page.getByRole('dialog').filter({ hasText: docNo })
    await beside.getByRole('tab', { name: '附件' }).click()
    await beside.locator('input[type=file]').setInputFiles({
      name: '货位.png',
      mimeType: 'image/png',
      buffer: placePicture.content,
    })
    await beside.getByRole('button', { name: '下载 货位.png' }).waitFor()
    await beside.getByRole('button', { name: '关闭', exact: true }).click()
    await keeper.act(list, docNo, '提交审核')

    const act = async (account: string, verb: string): Promise<void> => {
      const person = await people().as(account)
      await person.open(group, page)
      await person.choose(list)
      await person.act(list, docNo, verb)
    }
    const becomes = async (state: string): Promise<void> => {
      await keeper.search(docNo)
      await keeper.rows(list, docNo).first().filter({ hasText: state }).waitFor()
    }
    await act('shiftleader', '审核')
    await becomes('待主任审批')
    await act('chief', '主任批准')
    await becomes('已调整')
    await keeper.act(list, docNo, '冲销申请', { 冲销原因: '数量录入错误' })
    // What the director has approved is not taken back by the shift leader alone.
    await act('shiftleader', '同意冲销')
    await becomes('冲销待主任审批')
    await act('chief', '主任同意冲销')
    await becomes('已冲销')
    await keeper.open(group, '库存查询')
    await keeper.search(otherMaterial)
    const taken = keeper.rows('库存', otherMaterial).filter({ hasText: '非限制' }).first()
    expect(await bookOf(keeper, taken)).toBe(book)
  })
}
