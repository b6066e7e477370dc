import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { workbookOf } from '../../bench/attack/workbooks.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const sheetOf = (...rows: readonly (readonly string[])[]): string => {
  const cellsOf = (cells: readonly string[]) =>
    cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')
  return `<worksheet><sheetData>${rows.map((cells) => `<row>${cellsOf(cells)}</row>`).join('')}</sheetData></worksheet>`
}
const heads = ['物料编码', '期初数量']
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Counted in two halls, each on a sheet of its own. */
const counted = workbookOf(
  sheetOf(heads, ['13010008', '2']),
  '',
  [
    {
      name: 'xl/worksheets/sheet2.xml',
      content: sheetOf(heads, ['13010008', '3'], ['14010010', '4']),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${[1, 2]
        .map(
          (number) =>
            `<Relationship Id="r${number}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join('')}</Relationships>`,
    },
  ],
  `<workbook xmlns:r="${relationships}"><sheets><sheet name="一号库" sheetId="1" r:id="r1"/><sheet name="二号库" sheetId="2" r:id="r2"/></sheets></workbook>`,
)

/** How far each storage location is with its initial stock, and the proof that both books agree. */
export function goingLiveJourney(people: () => People): void {
  test('the progress of going live: each storage location, its document, and both books compared', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('库存管理', '库存初始化')
    await keeper.button('上线进度').click()
    const panel = keeper.page.getByRole('dialog', { name: '上线进度' })
    // What a unit keeps of chemicals came by transfers alone.
    const rows = panel.getByRole('row').filter({ hasText: /已上线|已有其他移动/ })
    await rows.first().waitFor()
    const [, done, all] =
      /(\d+) \/ (\d+) 个库存地点已上线/.exec((await panel.textContent()) ?? '') ?? []
    expect(Number(done)).toBe(await rows.count())
    expect(Number(done)).toBeGreaterThan(0)
    expect(Number(all)).toBeGreaterThanOrEqual(Number(done))
    await panel.getByRole('button', { name: '核对两账' }).click()
    // Each storage location is compared in turn; none has a difference that no document explains.
    const compared = panel.getByRole('gridcell', { name: /\d 项一致|\d 项待过账|无法解释/ })
    await expect.poll(() => compared.count()).toBeGreaterThanOrEqual(Number(done))
    expect(await panel.getByText('无法解释').count()).toBe(0)
    await panel.getByRole('button', { name: '关闭', exact: true }).click()
    await panel.waitFor({ state: 'hidden' })
  })

  test('what the ERP holds comes into the lines to be counted, and what is not counted is asked for', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('库存管理', '库存初始化')
    await keeper.button('新建库存初始化单').click()
    await keeper.button('读取 SAP 库存').waitFor()
    expect(await keeper.button('读取 SAP 库存').isDisabled()).toBe(true)
    await keeper.fill(keeper.main, '工厂', '1011 澜屿石化炼油厂')
    await keeper.fill(keeper.main, '库存地点', '1101 炼油厂机泵备件库')
    // A workbook of two sheets: the first is taken, the other one takes its place.
    await keeper.main.locator('input[type=file]').first().setInputFiles({
      name: '盘点.xlsx',
      mimeType: 'application/octet-stream',
      buffer: counted,
    })
    const lines = keeper.table('库存初始化单明细').getByRole('row')
    const numbered = lines.filter({ hasText: /1[34]0100\d\d/ })
    await expect.poll(() => numbered.count()).toBe(1)
    await keeper.main.getByRole('combobox', { name: '工作表' }).click()
    await keeper.page.getByTitle('二号库').last().click()
    await expect.poll(() => numbered.count()).toBe(2)
    await keeper.button('读取 SAP 库存').click()
    await keeper.main.getByRole('columnheader', { name: 'SAP 数量', exact: true }).waitFor()
    expect(await lines.count()).toBeGreaterThan(5)
    await keeper.button('提交审核（Ctrl+Enter）').click()
    await keeper.main
      .getByText(/期初数量/)
      .first()
      .waitFor()
    await keeper.button('清空').click()
    await keeper.page
      .getByRole('dialog')
      .getByRole('button', { name: /清空|确定/ })
      .click()
    await keeper.button('返回列表').click()
    await keeper.button('新建库存初始化单').waitFor()
  })

  test('a storage location is taken over from SAP: read, counted with one difference, reviewed, posted, and both books agree', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('库存管理', '库存初始化')
    // What the lines get of their materials comes while the first bin is being typed, and takes nothing of it away.
    const { promise: isTyping, resolve: answer } = Promise.withResolvers<void>()
    const materials = /masters\/material\/search/
    await keeper.page.route(materials, async (route) => {
      await isTyping
      await route.continue()
    })
    await keeper.button('新建库存初始化单').click()
    await keeper.fill(keeper.main, '工厂', '1011 澜屿石化炼油厂')
    await keeper.fill(keeper.main, '库存地点', '1105 炼油厂大修物资库')
    await keeper.button('读取 SAP 库存').click()
    await keeper.main.getByRole('columnheader', { name: 'SAP 数量', exact: true }).waitFor()
    const lines = '库存初始化单明细'
    const rows = keeper.table(lines).getByRole('row').filter({ hasText: /\d{8}/ })
    await expect.poll(() => rows.count()).toBe(4)
    for (let index = 0; index < 4; index += 1) {
      const row = rows.nth(index)
      const held = Number(/[\d.]+/.exec(await textOfCell(keeper, row, 'SAP 数量'))![0])
      // One piece fewer is there than SAP says.
      await (await keeper.cell(lines, row, '期初数量 *')).click()
      await keeper.page.keyboard.type(String(index === 0 ? held - 1 : held))
      await keeper.page.keyboard.press('Tab')
      const bin = index === 3 ? 'BHG-01' : 'A-01-01-1-1'
      if (index === 0) {
        await keeper.page.keyboard.type(bin.slice(0, 3))
        const answered = keeper.page.waitForResponse(materials)
        answer()
        await answered
        await keeper.page.keyboard.type(bin.slice(3))
      } else await keeper.page.keyboard.type(bin)
      const offered = keeper.page.locator('.ant-select-dropdown:visible').getByTitle(bin).first()
      await offered.waitFor()
      await keeper.page.keyboard.press('Enter')
      await expect
        .poll(async () => (await keeper.cell(lines, row, '货位 *')).textContent())
        .toBe(bin)
    }
    await keeper.page.unroute(materials)
    await keeper.button('提交审核（Ctrl+Enter）').click()
    await keeper.main
      .getByText(/差异原因/)
      .first()
      .waitFor()
    await keeper.enter(lines, rows.first(), '差异原因', '检修借出未归还')
    const docNo = await keeper.send('提交审核', false)

    const leader = await people().as('shiftleader')
    await leader.open('库存管理', '库存初始化')
    await leader.act('库存初始化单', docNo, '初始化')
    const poster = await people().as('poster')
    await poster.open('库存管理', '库存初始化')
    await poster.act('库存初始化单', docNo, '过账')
    await poster.untilShown(
      poster.rows('库存初始化单', docNo).first().filter({ hasText: '已过账' }),
    )
    await keeper.open('库存管理', '库存初始化')
    await keeper.button('上线进度').click()
    const panel = keeper.page.getByRole('dialog', { name: '上线进度' })
    await panel
      .getByRole('row')
      .filter({ hasText: '大修物资库' })
      .filter({ hasText: '已上线' })
      .waitFor()
    await panel.getByRole('button', { name: '核对两账' }).click()
    await panel
      .getByRole('row')
      .filter({ hasText: '大修物资库' })
      .getByRole('gridcell', { name: '4 项一致' })
      .waitFor()
    await panel.getByRole('button', { name: '关闭', exact: true }).click()
    await panel.waitFor({ state: 'hidden' })
  })
}

const textOfCell = async (person: Person, row: Locator, column: string): Promise<string> =>
  (await (await person.cell('库存初始化单明细', row, column)).textContent()) ?? ''
