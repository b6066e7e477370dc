import { expect, test } from 'vitest'
import { ordinaryStrings, workbookOf } from '../../bench/attack/workbooks.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const tag = String(Date.now()).slice(-6)
/** As it comes from the old system; one supplier is known here by name, the other one is not. */
const file = [
  '采购订单号,行项目,入库单号,入库日期,供应商名称,物资编码,实收数量,毛重,库管员',
  `OLD-${tag}-1,10,RK-${tag}-1,3/15/2019,沃岭阀门制造有限公司,14010010,120,另行过磅,老王`,
  `OLD-${tag}-2,10,RK-${tag}-2,3/16/2019,旧系统供应商甲,14020009,300,52,老王`,
].join('\r\n')
/** The same as a workbook. */
const workbook = workbookOf(
  `<worksheet><sheetData>${file
    .split('\r\n')
    .map((row) => {
      const cells = row.split(',').map((cell) => `<c t="str"><v>${cell}</v></c>`)
      return `<row>${cells.join('')}</row>`
    })
    .join('')}</sheetData></worksheet>`,
  ordinaryStrings,
)
const mappingName = `旧系统收货 ${tag}`

async function choose(chief: Person, name: string, buffer: Buffer): Promise<void> {
  const mimeType = 'application/octet-stream'
  await chief.main.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await chief.main.getByRole('table', { name: '列的对应关系' }).waitFor()
}

async function check(chief: Person, counts: RegExp): Promise<void> {
  await chief.button('试算').click()
  await chief.main.getByRole('status').filter({ hasText: counts }).waitFor()
}

/** What an old system had: read by a mapping that is corrected, twice without doubling, found beside the records. */
export function legacyJourney(people: () => People): void {
  test('receipts of an old system are imported by a corrected mapping, a second time nothing is doubled, and taken back', async () => {
    const chief = await people().as('chief')
    await chief.open('外部单据管理', '历史单据导入')
    await choose(chief, '旧系统收货.csv', Buffer.from(file))
    await chief.fill(chief.main, '类型', '收货')
    await chief.fill(chief.main, '来源系统', 'WZ2008')
    await chief.fill(chief.main, '工厂', '1011 澜屿石化炼油厂')
    await chief.fill(chief.main, '对应关系保存为', mappingName)
    const columns = chief.main.getByRole('table', { name: '列的对应关系' })
    const keeper = columns.getByRole('row').filter({ hasText: '库管员' })
    await chief.fill(keeper, '“库管员”导入为', '备注')
    await check(chief, /2 行：新增 0，更新 0，已有 0，拒绝 2/)

    // Each refused cell with its row and column, and what to do about it.
    const problems = chief.main.getByRole('region', { name: '错误' })
    const weight = problems.getByRole('row').filter({ hasText: '另行过磅' })
    expect((await weight.textContent()) ?? '').toMatch(/^2毛重另行过磅第 2 行：.*不是数字/)
    await weight.getByRole('button', { name: '此值留空' }).click()
    const translations = chief.main.getByRole('region', { name: /^对照/ })
    await translations.getByRole('button', { name: '采用按名称找到的 1 个编码' }).click()
    await chief.fill(translations, '“旧系统供应商甲”在本系统的编码', '600002 恒岳管业集团有限公司')
    await check(chief, /2 行：新增 2，更新 0，已有 0，拒绝 0/)
    await chief.button('导入').click()
    const done = chief.page.getByRole('status').filter({ hasText: /导入 \d+ 完成：新增 2 行/ })
    await done.waitFor()
    const no = /导入 (\d+) 完成/.exec((await done.textContent()) ?? '')![1]!

    // The same rows again, as a workbook, by the mapping that was kept.
    await choose(chief, '旧系统收货.xlsx', workbook)
    await chief.fill(chief.main, '采用已保存的对应关系', mappingName)
    await check(chief, /2 行：新增 0，更新 0，已有 2，拒绝 0/)
    await chief.button('导入').click()
    await chief.page
      .getByRole('status')
      .filter({ hasText: /新增 0 行，更新 0 行，已有 2 行/ })
      .waitFor()

    // Beside the receipts of today, without amounts for the keeper.
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('收货管理', '到货记录查询')
    await storekeeper.button('历史单据').click()
    await storekeeper.heading('历史单据查询').waitFor()
    await storekeeper.search(`OLD-${tag}`)
    const found = storekeeper
      .table('历史单据')
      .getByRole('row')
      .filter({ hasText: `RK-${tag}` })
    await expect.poll(() => found.count()).toBe(2)
    expect(
      await storekeeper.table('历史单据').getByRole('columnheader', { name: '金额' }).count(),
    ).toBe(0)

    const imports = chief.table('历史单据导入')
    const row = imports
      .getByRole('row')
      .filter({ hasText: mappingName })
      .filter({
        has: chief.page.getByRole('gridcell', { name: no, exact: true }),
      })
    await row.getByRole('button', { name: '撤回' }).click()
    const dialog = chief.page.getByRole('dialog', { name: `撤回导入 ${no}` })
    await chief.fill(dialog, '原因', '演示文件')
    await dialog.getByRole('button', { name: '撤回', exact: true }).click()
    await chief.page
      .getByRole('status')
      .filter({ hasText: `导入 ${no} 已撤回：删除 2 行` })
      .waitFor()
    await storekeeper.search(`OLD-${tag}`)
    await expect.poll(() => found.count()).toBe(0)
  })
}
