import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

const classes = '物料分类配置'
const tag = String(Date.now()).slice(-2)

/** Classes, preservation and duplicates of materials, each on its page by the person it is for. */
export function materialsJourney(people: () => People): void {
  test('classes are imported with the refused row named, and a whole group is assigned on the board', async () => {
    const engineer = await people().as('engineer')
    await engineer.open(classes, '物料分类')
    await engineer.main.getByText('分类表', { exact: true }).click()
    await engineer.button('导入').click()
    const dialog = engineer.page.getByRole('dialog', { name: '导入物料分类' })
    const file = [
      '分类编码,分类名称,英文名称',
      `1903${tag}00,流量仪表${tag},Flow meters`,
      `1904${tag}00,,Untitled`,
    ].join('\n')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'classes.csv',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(file),
    })
    await dialog.getByRole('table', { name: '列的对应关系' }).waitFor()
    await dialog.getByRole('button', { name: '检查' }).click()
    await dialog.getByRole('table', { name: '被拒绝的行' }).getByText('“分类名称”必填').waitFor()
    await dialog.getByText('跳过这些行', { exact: true }).click()
    await dialog.getByRole('button', { name: '导入 1 行' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await engineer.main.getByText('归类看板', { exact: true }).click()
    await engineer.main
      .getByRole('searchbox', { name: '分类编码、中英文名称' })
      .fill(`流量仪表${tag}`)
    await engineer.main.getByRole('button', { name: new RegExp(`流量仪表${tag}`) }).click()
    await engineer.button('整组归类').click()
    const assigning = engineer.page.getByRole('dialog', { name: '整组归类' })
    await engineer.fill(assigning, '物料组', '1903')
    await assigning.getByRole('button', { name: '归类' }).click()
    await assigning.waitFor({ state: 'hidden' })
    await expect.poll(() => engineer.rows('物料', '19030001').count()).toBe(1)
  })

  test('a preservation task is done where the goods lie, which the scanned bin proves', async () => {
    const keeper = await people().as('storekeeper')
    /** A task of a row of the stock that nobody has reserved. */
    const plan = async (material: string): Promise<{ docNo: string; bin: string }> => {
      await keeper.open(classes, '保养任务创建')
      await keeper.search(material)
      const stock = keeper.rows('库存', material).first()
      const bin = ((await (await keeper.cell('库存', stock, '货位')).textContent()) ?? '').trim()
      await stock.getByRole('checkbox').check()
      await keeper.button('填写保养任务单').click()
      await keeper.fill(keeper.main, '保养方式', '盘车')
      await keeper.fill(keeper.main, '应办日期', '2030-12-31')
      return { docNo: await keeper.send('下达', false), bin }
    }
    const list = '保养任务单'
    const first = await plan('20010002')
    await keeper.open(classes, '保养任务办理')
    await keeper.search(first.docNo)
    await keeper.rows(list, first.docNo).first().getByRole('checkbox').check()
    await keeper.page.getByRole('toolbar').getByRole('button', { name: '完成保养' }).click()
    const dialog = keeper.page.getByRole('dialog', { name: /^完成保养/ })
    await keeper.fill(dialog, '扫描货位或物料', 'ELSEWHERE')
    await keeper.fill(dialog, '办理人', '周海宁')
    await dialog.getByRole('button', { name: '完成保养' }).click()
    await dialog.getByText(`“ELSEWHERE”不是${first.docNo} 的货物`).first().waitFor()
    await keeper.fill(dialog, '扫描货位或物料', first.bin)
    await dialog.getByRole('button', { name: '完成保养' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await keeper.open(classes, '保养记录查询')
    await keeper.search(first.docNo)
    const recorded = keeper.rows(list, first.docNo).first()
    await expect.poll(() => recorded.textContent()).toContain('已保养')
  })

  test('alike materials are compared and decided, with the reason', async () => {
    const engineer = await people().as('engineer')
    await engineer.open(classes, '重复物料处理')
    await engineer.search('17019001')
    const row = engineer.rows('重复物料', '17019001').first()
    await expect.poll(() => row.textContent()).toContain('可替代')
    await (await engineer.cell('重复物料', row, '物料 B')).getByRole('button').click()
    const dialog = engineer.page.getByRole('dialog', { name: /^判定/ })
    await dialog.getByRole('cell', { name: '澜岭轴承' }).waitFor()
    await engineer.fill(dialog, '判定理由', '规格一致，制造商不同，可互换')
    await dialog.getByRole('button', { name: '判定', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await engineer.main
      .getByText('没有待判定的相似物料')
      .or(engineer.main.getByText('没有符合条件的数据'))
      .waitFor()
  })
}
