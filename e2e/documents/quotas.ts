import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: goods of plant 1011 of which storage location 1101 has none. */
const material = '11010007'
const place = '1101 炼油厂机泵备件库'
const list = '安全库存维护单'
const lines = '安全库存维护单明细'
const requests = '补库申请单'

/** A quota is entered, approved by the engineer, and what is missing to it is asked for once. */
export function quotasJourney(people: () => People): void {
  test('a quota in force from today shows what is missing, and a request of it is not made twice', async () => {
    const requester = await people().as('requester')
    await requester.open('安全库存管理', '安全库存维护')
    await requester.button('新建安全库存维护单').click()
    await requester.fill(requester.main, '工厂', '1011 澜屿石化炼油厂')
    await requester.fill(requester.main, '库存地点', place)
    await requester.fill(requester.main, '定额依据', '检修计划')
    await requester.button('添加一行').click()
    const line = requester.table(lines).getByRole('row').nth(1)
    await requester.enter(lines, line, '物料编码 *', material, false)
    const values = { '安全库存 *': '2', '最低储备 *': '2', '补货点 *': '1', '最高储备 *': '20' }
    for (const [column, value] of Object.entries(values))
      await requester.enter(lines, line, column, value, false)
    await requester.enter(lines, line, '采购周期（天） *', '60', false)
    // It was never issued there, so nothing is proposed.
    await requester.button('按消耗测算').click()
    await requester.main.getByText(`没有历史消耗，须自行填写：${material}`).waitFor()
    await requester.button('提交审批（Ctrl+Enter）').click()
    await requester.main.getByText('最低 2 ≤ 补货点 1 ≤ 最高 20').first().waitFor()
    await requester.enter(lines, line, '补货点 *', '5', false)
    const docNo = await requester.send('提交审批', false)

    const engineer = await people().as('engineer')
    await engineer.open('安全库存管理', '安全库存维护')
    await engineer.act(list, docNo, '批准生效')

    await requester.open('安全库存管理', '安全库存查询')
    await requester.search(docNo)
    await requester.rows('安全库存', material).first().filter({ hasText: '生效中' }).waitFor()
    await requester.open('库存管理', '库存查询（安全库存）')
    await requester.search(docNo)
    const position = requester.rows('定额储备情况', material).first()
    await position.filter({ hasText: '低于安全库存' }).waitFor()
    await expect
      .poll(async () => (await requester.cell('定额储备情况', position, '补库建议')).textContent())
      .toBe('20')

    await requester.open('台账管理', '定额补库统计')
    /** Opens what is missing at the storage location. */
    const missing = async () => {
      await requester.button('从补库建议生成').click()
      const dialog = requester.page.getByRole('dialog', { name: '从补库建议生成申请' })
      await requester.fill(dialog, '工厂', '1011 澜屿石化炼油厂')
      await requester.fill(dialog, '库存地点', place)
      await requester.fill(dialog, '需求日期', '2027-03-31')
      await dialog.getByRole('button', { name: '列出缺额' }).click()
      await dialog.getByText(/已选 \d+ 行/).waitFor()
      return dialog
    }
    const first = await missing()
    const all = first.getByRole('checkbox', { name: '全选' })
    await all.check()
    await all.uncheck()
    await first.getByRole('checkbox', { name: material }).check()
    await first.getByRole('button', { name: '生成草稿', exact: true }).click()
    const requestNo = await requester.toastNumber(/已生成 1 行的草稿/)
    await requester.act(requests, requestNo, '提出')
    const again = await missing()
    expect(await again.getByRole('checkbox', { name: material }).count()).toBe(0)
    await requester.page.keyboard.press('Escape')

    const buyer = await people().as('buyer')
    await buyer.open('台账管理', '定额补库统计')
    await buyer.act(requests, requestNo, '登记采购申请', { 采购申请号: '0010012345' })
    // Done, it leaves the list of what is to do, and is found by its state.
    await buyer.rows(requests, requestNo).first().waitFor({ state: 'detached' })
    const states = buyer.main.getByRole('search').getByRole('combobox', { name: '状态' })
    await states.fill('已转采')
    const found = buyer.page.locator('.ant-select-dropdown:visible').getByTitle('已转采购申请')
    await found.first().click()
    await buyer.page.keyboard.press('Escape')
    await buyer.search(requestNo)
    await buyer.rows(requests, requestNo).first().filter({ hasText: '已转采购申请' }).waitFor()
  })

  test('without lines, quotas are proposed of what the old system issued most, with the reasons of each', async () => {
    const requester = await people().as('requester')
    await requester.open('安全库存管理', '安全库存维护')
    await requester.button('新建安全库存维护单').click()
    await requester.fill(requester.main, '工厂', '1011 澜屿石化炼油厂')
    await requester.fill(requester.main, '库存地点', '1102 炼油厂管阀配件库')
    await requester.button('按消耗测算').click()
    const first = requester.table(lines).getByRole('row').nth(1)
    const proposed = await requester.cell(lines, first, '补货点 *')
    await expect.poll(async () => Number(await proposed.textContent())).toBeGreaterThan(0)
    // By its name, as the line shows it.
    const named = await requester.cell(lines, first, '物料描述')
    await expect.poll(() => named.textContent()).toMatch(/[阀管法兰]/)
    const description = (await named.textContent()) ?? ''
    await requester.fill(requester.main, '查看理由的物料', description)
    await requester.main
      .getByRole('heading', { level: 3, name: description })
      .filter({ hasText: '平均间隔' })
      .waitFor()
  })
}
