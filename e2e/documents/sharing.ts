import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

const group = '库存管理'
const page = '共享物资查询'
const stock = '共享物资'
const requests = '共享物资申请'
const offers = '共享物资答复'

/** From the demonstration company: a spare that plant 1011 of company 1010 has free and company 1020 needs. */
const material = '11010003'

/** Company 1020 asks company 1010 for goods that lie free there; the keeper answers, and both see it. */
export function sharingJourney(people: () => People): void {
  test('shared stock: seen without bins and amounts, asked for by another company, answered by its keeper, and seen by both', async () => {
    const engineer = await people().as('engineer')
    await engineer.open(group, page)
    await engineer.search(material)
    const row = engineer.rows(stock, '1011').filter({ hasText: material }).first()
    await row.waitFor()
    const headings = await engineer.table(stock).getByRole('columnheader').allTextContents()
    for (const hidden of ['货位', '批次', '金额', '已占用']) expect(headings).not.toContain(hidden)
    await row.getByRole('button', { name: '申请' }).click()
    const dialog = engineer.page.getByRole('dialog', { name: /^申请 1010 的共享物资/ })
    await engineer.fill(dialog, '需方公司', '1020')
    await engineer.fill(dialog, '申请数量', '1')
    await engineer.fill(dialog, '需用日期', '2031-06-30')
    await engineer.fill(dialog, '用途', '三号装置抢修')
    await engineer.fill(dialog, '工厂', '1021')
    await engineer.fill(dialog, '库存地点', '2101')
    await dialog.getByRole('button', { name: '发出申请' }).click()
    const docNo = await engineer.toastNumber(/^已发出申请/)
    await dialog.waitFor({ state: 'hidden' })

    const keeper = await people().as('storekeeper')
    await keeper.open(group, page)
    await keeper.main.getByText('对方申请（待我方答复）').first().click()
    await keeper.table(offers).waitFor()
    await keeper.search(material)
    const asked = keeper.rows(offers, material).filter({ hasText: '2031-06-30' }).first()
    const answerNo = (
      (await (await keeper.cell(offers, asked, '答复单号')).textContent()) ?? ''
    ).trim()
    await keeper.act(offers, answerNo, '答复可供', { 可供日期: '2031-06-01', 答复说明: '自提' })

    await engineer.main.getByText('我方申请', { exact: true }).first().click()
    await engineer.table(requests).waitFor()
    await engineer.search(docNo)
    await engineer
      .rows(requests, docNo)
      .first()
      .filter({ hasText: '对方可供' })
      .filter({ hasText: '2031-06-01' })
      .waitFor()
  })
}
