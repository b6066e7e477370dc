import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { openPage, toast } from './world.ts'

/** Rules are changed by two persons. */
export function ruleJourneys(world: () => World): void {
  test('a change of a movement rule waits for another person and is in force once he approves it', async () => {
    const purpose = 'receipt-into-receipt-block'
    const rule = async () => {
      const token = await world().token('admin')
      const response = await fetch(new URL('api/erp/movement-rules', world().address), {
        headers: { authorization: `Bearer ${token}` },
      })
      const { datas } = (await response.json()) as {
        datas: { purpose: string; companyCode: string; movementType: string }[]
      }
      return datas.find((row) => row.purpose === purpose && row.companyCode === '')?.movementType
    }
    const openRules = async (page: Page) => {
      await openPage(page, '/system/sapApiDeployMessage')
      await page.getByText('移动类型规则', { exact: true }).click()
    }
    const before = await rule()
    const page = await world().shared('admin')
    await openRules(page)
    await page.getByRole('button', { name: purpose }).click()
    const dialog = page.getByRole('dialog', { name: purpose })
    await dialog.getByLabel('移动类型').first().fill('903')
    await dialog.getByLabel('变更原因').fill('集团统一移动类型')
    await dialog.getByRole('button', { name: '提交变更申请' }).click()
    await toast(page).getByText('由另一人批准后自生效日执行').waitFor()
    const waiting = page.getByRole('region', { name: '未生效的规则变更' }).getByRole('listitem')
    await waiting.filter({ hasText: `移动类型 ${before} → 903` }).waitFor()
    expect(await waiting.getByRole('button', { name: '批准' }).isDisabled()).toBe(true)
    // Why stands beside the grey button, not only under the pointer.
    await waiting.getByText('您申请的变更须由另一人批准').waitFor()
    expect(await rule()).toBe(before)

    const { account, secret } = await world().newPerson(['admin'])
    const other = await world().window(account, { ownSession: true, secret })
    await openRules(other)
    await other
      .getByRole('region', { name: '未生效的规则变更' })
      .getByRole('button', { name: '批准' })
      .click()
    await other.getByRole('dialog').getByRole('button', { name: '批准' }).click()
    await toast(other).getByText(`${purpose}：批准完成`).waitFor()
    expect(await rule()).toBe('903')
  })

  test('a movement rule is added on its page, and waits likewise', async () => {
    const page = await world().shared('admin')
    await openPage(page, '/system/sapApiDeployMessage?part=rules')
    await page.getByRole('button', { name: '新增移动类型规则' }).click()
    const dialog = page.getByRole('dialog', { name: '新增移动类型规则' })
    await dialog.getByLabel('业务').fill('Issue to museum')
    for (const [label, value] of [
      [/^移动类型/, '291'],
      [/^冲销类型/, '292'],
      [/^移动代码/, '03'],
      [/^变更原因/, '博物馆领用'],
    ] as const)
      await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: '提交变更申请' }).click()
    await dialog.getByText('只能用小写字母、数字和连字符').waitFor()
    await dialog.getByLabel('业务').fill('issue-to-museum')
    await dialog.getByRole('button', { name: '提交变更申请' }).click()
    await toast(page).getByText('由另一人批准后自生效日执行').waitFor()
    const waiting = page.getByRole('region', { name: '未生效的规则变更' }).getByRole('listitem')
    await waiting
      .filter({ hasText: 'issue-to-museum' })
      .getByRole('button', { name: '撤回' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
    await toast(page).getByText('issue-to-museum：撤回完成').waitFor()
    await expect.poll(() => waiting.filter({ hasText: 'issue-to-museum' }).count()).toBe(0)
  })

  test('a tolerance waits beside the list, and leads another person there from the home page', async () => {
    const validFrom = '2026-03-01'
    await world().call('admin', 'api/masters/excess-tolerance', {
      companyCode: '1010',
      materialGroup: '1101',
      overDeliveryPercent: '7.5',
      validFrom,
      approval: { reason: '整箱交货' },
    })
    const waiting = (where: Page) =>
      where
        .getByRole('region', { name: '未生效的变更' })
        .filter({ visible: true })
        .getByRole('listitem')
        .filter({ hasText: '整箱交货' })
    const page = await world().shared('admin')
    await openPage(page, '/base/excessDirectory')
    await waiting(page).filter({ hasText: '超收容差 % 7.5' }).waitFor()
    expect(await waiting(page).getByRole('button', { name: '批准' }).isDisabled()).toBe(true)

    const { account, secret } = await world().newPerson(['admin'])
    const other = await world().window(account, { ownSession: true, secret })
    const name = `批准 超量目录变更 1010/1101/${validFrom}`
    await other.getByRole('button', { name: /^超量目录（/ }).click()
    await other.getByRole('button', { name }).click()
    await waiting(other).getByRole('button', { name: '批准' }).click()
    await other.getByRole('dialog').getByRole('button', { name: '批准' }).click()
    await toast(other).getByText('批准完成').waitFor()
    await other.getByRole('gridcell', { name: '7.5' }).waitFor()
    await waiting(other).waitFor({ state: 'detached' })
    const { rows } = await world().call<{ rows: { documentNo: string }[] }>(
      'admin',
      'api/todos/list',
      { path: '/base/excessDirectory' },
    )
    expect(rows.filter(({ documentNo }) => documentNo.endsWith(validFrom))).toEqual([])
  })
}
