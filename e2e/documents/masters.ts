import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedData } from '../../server/src/replay/shared-data.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const tag = String(Date.now()).slice(-6)
const system = `UN/ECE REC20 ${tag}`

/** The real list of units, or two rows of our own where the machine does not have it. */
const unitsFile = sharedData('unece-rec20/units-of-measure.csv')
const units =
  unitsFile === null
    ? Buffer.from('Status,CommonCode,Name\n,KGM,kilogram\nX,05,lift\n')
    : readFileSync(unitsFile)
const unitCount = unitsFile === null ? 2 : 2136

async function importing(person: Person, master: string, name: string, buffer: Buffer) {
  await person.button('导入').click()
  const dialog = person.page.getByRole('dialog', { name: `导入${master}` })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await dialog.getByRole('table', { name: '列的对应关系' }).waitFor()
  return dialog
}

/** Masters: workbooks in, history and use of a row, data scopes by place, and the organisation. */
export function mastersJourney(people: () => People): void {
  test('the units of another system are imported from its own file, a second time nothing is doubled, and one is mapped', async () => {
    const admin = await people().as('admin')
    await admin.open('主数据管理', '外系统数据整合')
    const mapped = async () => {
      const dialog = await importing(admin, '外系统代码', 'units-of-measure.csv', units)
      await admin.fill(dialog, '“外系统代码”对应的列', 'CommonCode')
      await admin.fill(dialog, '“外系统名称”对应的列', 'Name')
      await admin.fill(dialog, '“外系统”全部行的值', system)
      await admin.fill(dialog, '“类型”全部行的值', '计量单位')
      await dialog.getByRole('button', { name: '检查' }).click()
      return dialog
    }
    const first = await mapped()
    await first
      .getByRole('status')
      .filter({ hasText: `新增 ${unitCount}，修改 0，相同 0，须批准 0，拒绝 0` })
      .waitFor()
    await first.getByRole('button', { name: `导入 ${unitCount} 行` }).click()
    await first.waitFor({ state: 'hidden' })
    const again = await mapped()
    await again
      .getByRole('status')
      .filter({ hasText: `新增 0，修改 0，相同 ${unitCount}` })
      .waitFor()
    // There is nothing to import.
    expect(await again.getByRole('button', { name: '导入 0 行' }).isDisabled()).toBe(true)
    await again.getByRole('button', { name: '取消' }).click()
    await again.waitFor({ state: 'hidden' })

    await admin.search('KGM')
    const row = admin.rows('外系统代码', system).filter({ hasText: 'kilogram' }).first()
    await expect.poll(() => row.textContent()).toContain('未对应')
    await row.getByRole('checkbox').check()
    await admin.page.getByRole('toolbar').getByRole('button', { name: '编辑' }).click()
    const editor = admin.page.getByRole('dialog', { name: /^编辑外系统代码/ })
    await admin.fill(editor, '本系统代码', 'NONE')
    await editor.getByRole('button', { name: '保存' }).click()
    await editor.getByText('计量单位 NONE 不存在或已停用').first().waitFor()
    await admin.fill(editor, '本系统代码', 'KG')
    await editor.getByRole('button', { name: '保存' }).click()
    await editor.waitFor({ state: 'hidden' })
    // The list opens with what has no counterpart, so the code leaves it; without that condition it is found.
    await expect.poll(() => row.count()).toBe(0)
    const chip = admin.main.locator('.ant-tag').filter({ hasText: '对应：未对应' })
    await chip.locator('.ant-tag-close-icon').click()
    await expect.poll(() => row.textContent()).toContain('已对应')

    await row.getByRole('checkbox').check()
    await admin.page.getByRole('toolbar').getByRole('button', { name: '历史与使用' }).click()
    const record = admin.page.getByRole('dialog', { name: /KGM$/ })
    await expect.poll(() => record.textContent()).toMatch(/修改.*本系统代码.*KG.*新建/s)
    await record.getByRole('button', { name: '关闭' }).first().click()
  })

  test('rows that are refused are named by their cell, and skipped if the buyer chooses so', async () => {
    const buyer = await people().as('buyer')
    await buyer.open('主数据管理', '施工单位合同号配置')
    const file = [
      '公司,合同号,施工单位,领料单位,失效日期',
      `1010,SG-${tag}-1,澜港建安工程有限公司,CHL02,2030-12-31`,
      `1010,SG-${tag}-2,澜港建安工程有限公司,NONE,2030-12-31`,
      `1010,SG-${tag}-3,,CHL02,年底`,
    ].join('\n')
    const dialog = await importing(buyer, '施工单位合同', 'contracts.csv', Buffer.from(file))
    await dialog.getByRole('button', { name: '检查' }).click()
    const refusals = dialog.getByRole('table', { name: '被拒绝的行' })
    await refusals.getByRole('row').nth(3).waitFor()
    await expect
      .poll(() => refusals.getByRole('row').allTextContents())
      .toEqual([
        '单元格字段内容原因',
        'D3领料单位NONE第 3 行：领料单位 NONE 不存在或已停用',
        'C4施工单位第 4 行：“施工单位”必填，请填写',
        expect.stringMatching(/^E4失效日期年底第 4 行：/),
      ])
    expect(await dialog.getByRole('button', { name: '导入 1 行' }).isDisabled()).toBe(true)
    // Of a file that was chosen before nothing is left where the next one cannot be read.
    const give = (name: string, content: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
    await give('contracts.xlsx', 'no workbook')
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('table').count()).toBe(0)
    expect(await dialog.getByRole('button', { name: /^导入 / }).count()).toBe(0)
    await give('contracts.csv', file)
    await dialog.getByRole('button', { name: '检查' }).click()
    await dialog.getByText('跳过这些行', { exact: true }).click()
    await dialog.getByRole('button', { name: '导入 1 行' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await buyer.search(`SG-${tag}`)
    await expect.poll(() => buyer.table('施工单位合同').getByText(`SG-${tag}-`).count()).toBe(1)
  })

  test('a whole plant is granted at once by the keyboard, seen as the person sees it, and taken back', async () => {
    const admin = await people().as('admin')
    await admin.open('主数据管理', '用户与库存地点关系')
    const search = admin.main.getByRole('searchbox', { name: '账号、姓名' })
    await search.fill('driver')
    await search.press('Enter')
    const users = admin.main.getByRole('list', { name: '用户' })
    await users
      .getByRole('button', { name: /driver/ })
      .first()
      .click()
    const board = admin.main.getByRole('toolbar', { name: '库存地点' })
    const whole = board.getByRole('checkbox', { name: /^勾选整组 .*1012/ })
    await whole.focus()
    await whole.press('Space')
    await admin.main.getByRole('status').filter({ hasText: '新增 4 条，结束 0 条' }).waitFor()
    // To the box of the first storage location, past the one for all of them, and off.
    await whole.press('ArrowDown')
    await admin.page.keyboard.press('ArrowDown')
    await admin.page.keyboard.press('Space')
    await admin.main.getByRole('status').filter({ hasText: '新增 3 条，结束 0 条' }).waitFor()
    await admin.page.keyboard.press('Control+s')
    await admin.main.getByRole('status').filter({ hasText: '没有未保存的变更' }).waitFor()

    await admin.button('以其身份查看').click()
    const seen = admin.page.getByRole('dialog', { name: /能看到的内容/ })
    await expect
      .poll(() => seen.getByRole('table', { name: '数据' }).textContent())
      .toMatch(/库存地点\d+/)
    await seen.getByRole('button', { name: '关闭' }).first().click()

    await whole.press('Space')
    await whole.press('Space')
    await admin.main.getByRole('status').filter({ hasText: '新增 0 条，结束 3 条' }).waitFor()
    await admin.button('保存').click()
    await admin.main.getByRole('status').filter({ hasText: '没有未保存的变更' }).waitFor()
  })

  test('an administrator adds a department beside users and roles', async () => {
    const admin = await people().as('admin')
    await admin.open('系统管理', '部门管理')
    await admin.button('新增部门').click()
    const dialog = admin.page.getByRole('dialog', { name: '新增部门' })
    await admin.fill(dialog, '公司', '1010')
    await admin.fill(dialog, '部门编码', `D${tag}`)
    await admin.fill(dialog, '部门名称', `检修科 ${tag}`)
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await admin.search(`D${tag}`)
    await expect.poll(() => admin.rows('部门', `D${tag}`).count()).toBe(1)
    for (const title of ['公司管理', '工厂管理', '库存地点管理']) {
      await admin.open('系统管理', title)
      const cells = admin.main.getByRole('grid').getByRole('gridcell')
      await cells.filter({ visible: true }).first().waitFor()
    }
  })
}
