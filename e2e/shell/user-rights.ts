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
    await main.getByRole('gridcell', { name: '*' }).waitFor()
  })

  test('a manager of users is told why an account is barred, before pressing anything', async () => {
    const { account, secret } = await world().newPerson(['XTSZ', 'YHGL', 'JSFP'])
    const { rows } = await world().call<{ rows: { id: string }[] }>(
      'admin',
      'api/system/users/list',
      { account },
    )
    await world().call('admin', 'api/system/relations/plant/add', {
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
}
