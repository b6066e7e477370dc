import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { openPage, toast } from './world.ts'

/** Granting data scopes, and the limits of a manager of users. */
export function userRightsJourneys(world: () => World): void {
  test('all of a company is granted as a row of its own, also of picking units', async () => {
    const { account } = await world().newPerson(['KCGL', 'KCCX'])
    const { rows } = await world().call<{ rows: { id: string }[] }>(
      'admin',
      'api/system/users/list',
      { account },
    )
    const page = await world().shared('admin')
    await openPage(page, '/base/userFactoryRel')
    const main = page.getByRole('main').filter({ visible: true })
    const choose = async () => {
      await main.getByRole('searchbox', { name: '账号、姓名' }).fill(account)
      await main.getByRole('searchbox', { name: '账号、姓名' }).press('Enter')
      await main.getByRole('button', { name: account }).click()
    }
    await choose()
    await main.getByText('领料单位', { exact: true }).click()
    await main.getByRole('button', { name: '新增关系' }).click()
    // Without a company there is nothing to grant all of, and the dialog says what to do first.
    await page.getByText('请先在“公司/工厂”中授权').waitFor()
    expect(await page.getByRole('button', { name: '加入“全部”' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await world().call('admin', 'api/system/relations/plant/add', {
      userId: rows[0]!.id,
      values: [{ companyCode: '1010' }],
    })
    await page.reload()
    await choose()
    await main.getByText('领料单位', { exact: true }).click()
    await main.getByRole('button', { name: '新增关系' }).click()
    await page.getByRole('button', { name: '加入“全部”' }).click()
    await page.getByRole('button', { name: '授权', exact: true }).click()
    await toast(page).getByText('已新增 1 条').waitFor()
    // On the board the box of all of them is ticked; the row says the same.
    await main
      .getByRole('checkbox', { name: /全部（含以后新增的）/, checked: true })
      .first()
      .waitFor()
    await main.getByText('明细', { exact: true }).click()
    await main.getByRole('gridcell', { name: '全部', exact: true }).waitFor()
  })

  test('a manager of users is told why an account is barred, before pressing anything', async () => {
    const { account, secret } = await world().newPerson(['XTSZ', 'YHGL', 'JSFP'])
    const { rows } = await world().call<{ rows: { id: string }[] }>(
      'admin',
      'api/system/users/list',
      { account },
    )
    await world().giveApproved('api/system/relations/plant/add', {
      userId: rows[0]!.id,
      values: [{ companyCode: '1010' }],
    })
    const page = await world().window(account, { ownSession: true, secret })
    await openPage(page, '/system/roleAssign')
    const main = page.getByRole('main').filter({ visible: true })
    await main.getByRole('searchbox', { name: '账号、姓名' }).fill('inspector')
    await main.getByRole('searchbox', { name: '账号、姓名' }).press('Enter')
    await main.getByRole('button', { name: 'inspector' }).first().click()
    await main.getByText('超出您自己的权限').waitFor()
    expect(await main.getByRole('checkbox', { name: /系统管理员/ }).isDisabled()).toBe(true)
    expect(await main.getByRole('button', { name: '保存授权' }).isDisabled()).toBe(true)
  })

  test('the dialog of a user says what he could do alone, and who stops him', async () => {
    const { account } = await world().newPerson(['ZCDCJ', 'ZCDBJSC', 'ZCDGZ'])
    const page = await world().shared('admin')
    await openPage(page, '/system/userManage')
    const main = page.getByRole('main').filter({ visible: true })
    await main.getByRole('searchbox', { name: '账号、姓名' }).fill(account)
    await main.getByRole('searchbox', { name: '账号、姓名' }).press('Enter')
    await main.getByRole('button', { name: account }).click()
    const section = page.getByRole('region', { name: '一人能否独自办完' })
    await section.getByText('没有一条路可以由本人独自走完').waitFor()
    await section.getByText('一人能否独自办完', { exact: true }).click()
    const path = section.getByRole('listitem').filter({ hasText: '转储单 · 过账' })
    await path.getByText('独自走不通').waitFor()
    await expect
      .poll(() => path.getByRole('listitem').filter({ hasText: '转储单 批准' }).textContent())
      .toBe('转储单 批准 没有按钮权限 ZCDSP')
    await expect
      .poll(() => path.getByRole('listitem').last().textContent())
      .toBe('转储单 过账 须由另一人执行：本人已做“发出”')
    await page.keyboard.press('Escape')
  })

  test('a sensitive role waits for another person, who sees old and new and approves it', async () => {
    const { account } = await world().newPerson(['KCGL', 'KCCX'])
    const { account: other, secret } = await world().approver()
    const page = await world().shared('admin')
    await openPage(page, '/system/roleAssign')
    const main = page.getByRole('main').filter({ visible: true })
    await main.getByRole('searchbox', { name: '账号、姓名' }).fill(account)
    await main.getByRole('searchbox', { name: '账号、姓名' }).press('Enter')
    await main.getByRole('button', { name: account }).first().click()
    await main.getByRole('textbox', { name: '页面名称或角色编码' }).fill('CKSH')
    await main.getByRole('treeitem', { name: /CKSH$/ }).getByRole('checkbox').click()
    await main.getByRole('button', { name: '保存授权' }).click()
    const question = page.getByRole('dialog', { name: '提交权限变更申请' })
    await question.getByText('须由另一人批准').waitFor()
    await question.getByLabel('变更原因').fill('接替王工审核出库')
    await question.getByRole('button', { name: '提交权限变更申请' }).click()
    await toast(page).getByText('由另一人批准后生效').waitFor()
    const waiting = (where: Page) =>
      where
        .getByRole('region', { name: '待另一人批准的权限变更' })
        .filter({ visible: true })
        .getByRole('listitem')
        .filter({ hasText: account })
    await waiting(page)
      .filter({ hasText: 'CKSH' })
      .filter({ hasText: '接替王工审核出库' })
      .waitFor()
    expect(await waiting(page).getByRole('button', { name: '批准' }).isDisabled()).toBe(true)
    const rolesOf = async () => {
      const { rows } = await world().call<{ rows: { roles: string[] }[] }>(
        'admin',
        'api/system/users/list',
        { account },
      )
      return rows[0]!.roles
    }
    expect(await rolesOf()).toEqual(['KCCX', 'KCGL'])

    const second = await world().window(other, { ownSession: true, secret })
    await openPage(second, '/system/roleAssign')
    await waiting(second).getByRole('button', { name: '批准' }).click()
    await second.getByRole('dialog').getByRole('button', { name: '批准' }).click()
    await toast(second).getByText('批准完成').waitFor()
    expect((await rolesOf()).includes('CKSH')).toBe(true)
  })
}
