import { expect, test } from 'vitest'
import { comparedStock } from '../support/compared-stock.ts'
import type { Locator } from 'playwright-core'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: a chemical in stock that has no safety data sheet yet, and the bin of its class. */
const material = '31030006'
const bin = 'W51-01-01-1-1'
/** Oil, which has no hazard class. */
const harmless = '31020006'
const lines = '领料单明细'
const today = todayIn('Asia/Shanghai', new Date())
const sheet = `SDS-${material}-${String(Date.now()).slice(-6)}`

/** The smallest PDF that is one. */
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Size 3 /Root 1 0 R >>\n%%EOF\n',
)

const leaveCell = (person: Person): Promise<void> =>
  person.main.getByLabel('备注').filter({ visible: true }).first().click()

async function type(person: Person, line: Locator, column: string, text: string): Promise<void> {
  const cell = await person.cell(lines, line, column)
  await cell.click()
  await cell.locator('input').fill(text)
  await leaveCell(person)
  await expect.poll(() => cell.textContent()).toContain(text)
}

async function pick(person: Person, line: Locator, column: string, text: string): Promise<void> {
  const cell = await person.cell(lines, line, column)
  await cell.click()
  await cell.locator('input').fill(text)
  await person.page
    .locator('.ant-select-dropdown:visible .ant-select-item-option-active')
    .filter({ hasText: text })
    .click()
  await leaveCell(person)
  await expect.poll(() => cell.textContent()).toContain(text)
}

/** Fills in the requisition, with the bin chosen for its reasons. */
async function enter(requester: Person, quantity: string): Promise<void> {
  await requester.open('领料申请管理', '领料单创建（化学品转储）')
  await requester.fill(requester.main, '库存地点', '1104')
  await requester.fill(requester.main, '接收库存地点', '1151')
  await requester.fill(requester.main, '领料人', '沈一诺')
  await requester.fill(requester.main, '需用日期', addDays(today, 1))
  await requester.fill(requester.main, '作业许可证号', 'HXP-2026-900')
  await requester.fill(requester.main, '许可证有效期至', addDays(today, 30))
  await requester.button('添加一行').click()
  const line = requester.table(lines).getByRole('row').nth(1)
  await pick(requester, line, '物料编码 *', material)
  await type(requester, line, '申请数量 *', quantity)
  const why = requester.main.getByRole('status').filter({ hasText: `第 1 行建议 ${bin}` })
  await why.filter({ hasText: '危险类别 5.1 氧化性物质 相符' }).waitFor()
  await requester.button('为第 1 行选货位').click()
  const choice = requester.page.getByRole('dialog', { name: material })
  const refused = choice.getByRole('row').filter({ hasText: '不可用' }).first()
  await refused.filter({ hasText: '危险类别不符' }).waitFor()
  await choice
    .getByRole('row')
    .filter({ hasText: bin })
    .getByRole('button', { name: '选用' })
    .click()
  const cell = await requester.cell(lines, line, '接收货位 *')
  await expect.poll(() => cell.textContent()).toBe(bin)
}

/** Registers the safety data sheet, and attaches its file. */
async function register(engineer: Person): Promise<void> {
  await engineer.open('主数据管理', '安全技术说明书')
  await engineer.button('新增安全技术说明书').click()
  const dialog = engineer.page.getByRole('dialog', { name: '新增安全技术说明书' })
  await engineer.fill(dialog, '公司', '1010')
  await engineer.fill(dialog, '物料编码', material)
  await engineer.fill(dialog, '说明书编号', sheet)
  await engineer.fill(dialog, '编制单位', '北辰化工有限公司')
  await engineer.fill(dialog, '失效日期', addDays(today, 365))
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await engineer.search(sheet)
  const row = engineer.rows('安全技术说明书', sheet)
  await row.getByRole('checkbox').check()
  await engineer.page.getByRole('toolbar').getByRole('button', { name: '附件' }).click()
  const files = engineer.page.getByRole('dialog', { name: /的附件$/ })
  await files.locator('input[type=file]').setInputFiles({
    name: `${sheet}.pdf`,
    mimeType: 'application/pdf',
    buffer: pdf,
  })
  // Uploaded, not only sent.
  await files.getByRole('button', { name: `下载 ${sheet}.pdf` }).waitFor()
  await engineer.page.keyboard.press('Escape')
  await expect
    .poll(async () => (await engineer.cell('安全技术说明书', row, '附件数')).textContent())
    .toBe('1')
}

/** An ordinary requisition of the unit: nothing is asked of who draws bolts. */
async function drawUrgently(requester: Person): Promise<void> {
  await requester.open('领料申请管理', '领料单创建（紧急）')
  await requester.fill(requester.main, '库存地点', '1104')
  await requester.fill(requester.main, '领料人', '沈一诺')
  await requester.fill(requester.main, '需用日期', addDays(today, 1))
  await requester.fill(requester.main, '成本中心', '1010110100')
  await requester.fill(requester.main, '用途', '装置清洗')
  await requester.button('添加一行').click()
  const line = requester.table(lines).getByRole('row').nth(1)
  const permit = requester.main.getByLabel('作业许可证号').filter({ visible: true })
  await pick(requester, line, '物料编码 *', harmless)
  await type(requester, line, '申请数量 *', '1')
  expect(await permit.count()).toBe(0)
  await pick(requester, line, '物料编码 *', material)
  await permit.first().waitFor()
  await requester.button('提交审批（Ctrl+Enter）').click()
  await requester.main
    .getByText(`物料 ${material} 是危险化学品（危险类别 5.1），领用要作业许可证`)
    .first()
    .waitFor()
  await requester.fill(requester.main, '作业许可证号', 'HXP-2026-901')
  await requester.fill(requester.main, '许可证有效期至', addDays(today, 30))
}

/** A chemical for the unit's own storage location: refused without its sheet, then transferred, and capped. */
export function chemicalJourney(people: () => People): void {
  test('a chemical without a safety data sheet is refused; with one it is approved, transferred to the unit and posted', async () => {
    const requester = await people().as('requester')
    await enter(requester, '10')
    await requester.button('提交审批（Ctrl+Enter）').click()
    await requester.main.getByText(`物料 ${material} 没有在档的安全技术说明书`).first().waitFor()
    await register(await people().as('engineer'))
    const requisition = await requester.send('提交审批', false)

    await people().walk.go('requisition', requisition, 'approve')

    // What the storekeeper takes up next.
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('领料申请管理', '外向领料单处理')
    await storekeeper.act('领料单', requisition, '开始拣货')
    await storekeeper.button('拣货路线').click()
    const walk = storekeeper.page.getByRole('dialog', { name: '拣货路线' })
    const stop = walk.getByRole('row').filter({ hasText: material })
    const issue = (await stop.getByRole('button').textContent())!
    await stop.getByRole('button').click()
    await storekeeper.page.getByRole('heading', { name: issue }).waitFor()
    await storekeeper.button('出库').click()
    const confirmed = storekeeper.page.getByRole('dialog', { name: `出库 ${issue}` })
    await confirmed.getByRole('button', { name: '出库', exact: true }).click()
    await storekeeper.toastNumber(/出库(完成|已提交)/)

    await people().walk.go('goods-issue', issue, 'review')
    await people().walk.post('goods-issue', issue)

    // Both books have it with the unit.
    const poster = await people().as('poster')
    const compared = await comparedStock(poster, '1011', material)
    await compared.filter({ hasText: '1151' }).filter({ hasText: '10' }).first().waitFor()
    expect(await compared.filter({ hasNotText: '一致' }).count()).toBe(0)
  })

  test('the same person draws no more than the cap of the chemical', async () => {
    const requester = await people().as('requester')
    await enter(requester, '51')
    await requester.button('提交审批（Ctrl+Enter）').click()
    await requester.main
      .getByText(/沈一诺 在 30 天内限领 60 千克，已申领 10 千克，还可申领 50 千克，本单要 51 千克/)
      .first()
      .waitFor()
    const line = requester.table(lines).getByRole('row').nth(1)
    await type(requester, line, '申请数量 *', '50')
    const requisition = await requester.send('提交审批', false)
    expect(requisition).toMatch(/^LL\d+$/)
    // Whoever approves sees what was drawn before.
    const head = await people().as('unithead')
    await head.open('领料申请管理', '领料单查询')
    await head.search(requisition)
    await head
      .rows('领料单', requisition)
      .first()
      .getByRole('button', { name: requisition })
      .click()
    const panel = head.page.getByRole('dialog').filter({ hasText: requisition })
    await panel.getByRole('gridcell', { name: material }).first().hover()
    const drawn = panel.getByRole('gridcell', { name: '10 千克', exact: true })
    await expect
      .poll(async () => {
        if (await drawn.isVisible()) return true
        await head.page.mouse.wheel(300, 0)
        return false
      })
      .toBe(true)
    await head.page.keyboard.press('Escape')
    await head.act('领料单', requisition, '退回', { 退回原因: '请分批领用' })
  })

  test('the same chemical on an ordinary page asks for the permit, which nothing else does', async () => {
    const requester = await people().as('requester')
    await drawUrgently(requester)
    const requisition = await requester.send('提交审批', false)
    expect(requisition).toMatch(/^LL\d+$/)
    await people().walk.go('requisition', requisition, 'refuse')
  })
}
