import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** Of an order of the demonstration company whose goods wait for a record sheet. */
const material = '15020004'
const sheet = '物化材料检验记录表'
const order = '质检单'

/** What is measured of inspected goods, from the sampled values to the decision that has to agree with them. */
export function recordSheetJourney(people: () => People): void {
  test('a record sheet: a wall too thin fails the goods, which then cannot be accepted, only rejected', async () => {
    const inspector = await people().as('inspector')
    await inspector.open('验收管理', sheet)
    await inspector.button(`新建${sheet}`).click()
    await inspector.takeUp('质检通知单', material, material, sheet)
    const lines = inspector.table(`${sheet}明细`).getByRole('row').filter({ hasText: material })
    const thickness = lines.filter({ hasText: '壁厚' })
    const strength = lines.filter({ hasText: '抗拉强度' })
    await expect
      .poll(async () => (await inspector.cell(`${sheet}明细`, thickness, '下限')).textContent())
      .toContain('5.25')
    await inspector.enter(`${sheet}明细`, thickness, '实测值', '5.1 5.9 6.02')
    await inspector.enter(`${sheet}明细`, strength, '实测值', '468 472')
    // Said while it is typed, before anything is sent.
    await inspector.main.getByText('壁厚 5.1 < 5.25 mm').waitFor()
    await inspector.main.getByText(/实测值不足：第 \d 行 2\/3/).waitFor()
    await inspector.enter(`${sheet}明细`, strength, '实测值', '468 472 470')
    const record = await inspector.send('出具结论', false)
    await inspector.search(record)
    await inspector.rows(sheet, record).filter({ hasText: '不合格' }).waitFor()

    await inspector.open('验收管理', '质检单维护')
    await inspector.button(`新建${order}`).click()
    await inspector.takeUp('质检通知单', material, material, order)
    const warning = inspector.main.getByText(
      `记录表 ${record} 主控项目不合格（壁厚 5.1 < 5.25 mm）`,
    )
    await warning.waitFor()
    await inspector.button('检验结论（Ctrl+Enter）').click()
    await inspector.main
      .getByText(/最多可合格 0.*请改判不合格/)
      .first()
      .waitFor()
    await inspector.button('全部不合格').click()
    const line = inspector.table(`${order}明细`).getByRole('row').filter({ hasText: material })
    await inspector.enter(`${order}明细`, line, '缺陷类别', '尺寸超差')
    const decided = await inspector.send('检验结论', false)

    // Whoever asks what became of the goods finds it, by the order and by the notice.
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('验收管理', '质检单查询')
    await storekeeper.search(decided)
    await storekeeper.rows(order, decided).first().filter({ hasText: '不合格' }).waitFor()
    await storekeeper.open('验收管理', '质检通知单查询')
    await storekeeper.search(material)
    const noticed = storekeeper.table('质检通知单').getByRole('row').filter({ hasText: '检验中' })
    await noticed
      .first()
      .getByRole('button', { name: /^ZT\d+$/ })
      .click()
    await storekeeper.page.getByRole('tab', { name: '单据流' }).click()
    const flow = storekeeper.page.getByRole('group', { name: '单据流' })
    await flow.getByText(decided).first().waitFor()
    await storekeeper.page.keyboard.press('Escape')

    const supervisor = await people().as('qualitysupervisor')
    await supervisor.open('验收管理', sheet)
    await supervisor.search(record)
    await supervisor.rows(sheet, record).first().getByRole('checkbox').check()
    await supervisor.page
      .getByRole('toolbar')
      .getByRole('button', { name: '作废记录', exact: true })
      .click()
    const dialog = supervisor.page.getByRole('dialog', { name: `作废记录 ${record}` })
    await supervisor.fill(dialog, '作废原因', '需要复检')
    await dialog.getByRole('button', { name: '作废记录', exact: true }).click()
    await dialog.getByText(`已用于质检单 ${decided} 的结论`).waitFor()
    await supervisor.page.keyboard.press('Escape')
  })

  test('the last deliveries of a supplier: a characteristic with its limits over time', async () => {
    const inspector = await people().as('inspector')
    await inspector.open('验收管理', '检验结果查询')
    await inspector.search('径向游隙')
    const found = inspector.table('检验结果').getByRole('row').filter({ hasText: '径向游隙' })
    await found.first().getByRole('button', { name: '径向游隙' }).click()
    const chart = inspector.page.getByRole('img', { name: /^径向游隙，近 \d+ 次交货（μm）/ })
    await chart.waitFor()
    const name = (await chart.getAttribute('aria-label')) ?? ''
    expect(Number(/近 (\d+) 次/.exec(name)?.[1])).toBeGreaterThan(1)
  })
}
