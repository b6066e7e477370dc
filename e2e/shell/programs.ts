import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { openPage, toast } from './world.ts'

/** Other programs: their accounts, tokens and webhooks. */
export function programJourneys(world: () => World): void {
  test('an administrator makes a technical account, and its token is shown once, works, and is revoked', async () => {
    const account = `wcs${crypto.randomUUID().slice(0, 6)}`
    const page = await world().shared('admin')
    await openPage(page, '/system/userManage')
    const main = page.getByRole('main').filter({ visible: true })
    await main.getByRole('button', { name: '新增技术账号' }).click()
    const making = page.getByRole('dialog', { name: '新增技术账号' })
    await making.getByLabel('账号').fill(account)
    await making.getByLabel('名称').fill('立库系统')
    await making.getByLabel('允许的网络').fill('127.0.0.0/8，::1')
    await making.getByRole('button', { name: '保存' }).click()
    await toast(page).getByText(`已新增 ${account}`).waitFor()

    await main.getByRole('searchbox', { name: '账号、姓名' }).fill(account)
    await main.getByRole('searchbox', { name: '账号、姓名' }).press('Enter')
    await main.getByRole('button', { name: account }).click()
    const section = page.getByRole('region', { name: '令牌' })
    await section.getByText('每分钟最多 300 个请求').waitFor()
    await section.getByRole('button', { name: '签发令牌' }).click()
    const issuing = page.getByRole('dialog', { name: '签发令牌' })
    await issuing.getByLabel('名称').fill('2026')
    await issuing.getByLabel('有效期至').pressSequentially(addDays(companyToday(), 30))
    await issuing.getByLabel('有效期至').press('Tab')
    await issuing.getByRole('button', { name: '签发令牌' }).click()
    const shown = page.getByRole('dialog', { name: '令牌“2026”' })
    const token = await shown.getByLabel('令牌', { exact: true }).inputValue()
    expect(token).toMatch(/^[\w-]{43}$/)
    await shown.getByRole('button', { name: '复制' }).click()
    await toast(page)
      .getByText(/已复制|已选中/)
      .waitFor()
    await page.keyboard.press('Escape')
    const row = section.getByRole('listitem').filter({ hasText: '2026' })
    await row.getByText('有效', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(token)

    const ask = () =>
      fetch(new URL('api/user/uouser/getCurUserInfo', world().address), {
        headers: { authorization: `Bearer ${token}` },
      })
    const answer = (await (await ask()).json()) as { datas: { account: string } }
    expect(answer.datas.account).toBe(account)
    await row.getByRole('button', { name: '吊销' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '吊销', exact: true }).last().click()
    await row.getByText('已吊销').waitFor()
    expect((await ask()).status).toBe(401)
    await page.keyboard.press('Escape')
  })

  test('an administrator sets up a receiver of webhooks with documents and states, sees its secret once, replaces it and deletes the receiver', async () => {
    const receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(204).end()
    })
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const account = `mes${crypto.randomUUID().slice(0, 6)}`
    await world().call('admin', 'api/system/technical-accounts', { account, userName: 'MES' })
    try {
      const page = await world().shared('admin')
      await openPage(page, '/system/sapApiDeployMessage')
      const main = page.getByRole('main').filter({ visible: true })
      await main.getByText('状态推送', { exact: true }).click()
      await main.getByRole('button', { name: '新增接收方' }).click()
      const dialog = page.getByRole('dialog', { name: '新增接收方' })
      await dialog.getByRole('combobox', { name: '推送的单据' }).fill('送货单')
      await page.getByTitle('送货单', { exact: true }).click()
      await dialog.getByRole('combobox', { name: '送货单的状态' }).fill('已确认')
      await page.getByTitle('已确认', { exact: true }).click()
      await dialog.getByRole('combobox', { name: '推送的单据' }).fill('收货单')
      await page.getByTitle('收货单', { exact: true }).click()
      await dialog.getByRole('combobox', { name: '收货单的状态' }).fill('过账状态：已过账')
      await page.getByTitle('过账状态：已过账', { exact: true }).click()
      await dialog.getByLabel('名称').fill(account)
      await dialog.getByLabel('地址').fill(url)
      await dialog.getByLabel('技术账号').fill(account)
      await dialog.getByRole('button', { name: '保存' }).click()
      const secret = page.getByRole('dialog', { name: `“${account}”的签名密钥` })
      expect(await secret.getByLabel('签名密钥', { exact: true }).inputValue()).toMatch(/^whsec_/)
      await page.keyboard.press('Escape')
      await main.getByRole('gridcell', { name: url }).waitFor()
      await main.getByRole('gridcell', { name: '送货单' }).waitFor()

      // Its secret is replaced, and the old one kept for a day.
      const open = () => main.getByRole('button', { name: account, exact: true }).click()
      await open()
      const editing = page.getByRole('dialog', { name: `接收方“${account}”` })
      await editing.getByText('过账状态：已过账', { exact: true }).waitFor()
      await editing.getByRole('button', { name: '更换签名密钥' }).click()
      await page.getByRole('button', { name: '保留 1 天' }).click()
      const renewed = await secret.getByLabel('签名密钥', { exact: true }).inputValue()
      expect(renewed).toMatch(/^whsec_/)
      await page.keyboard.press('Escape')
      await open()
      await editing.getByText(/^旧密钥在 .+ 之前仍然有效$/).waitFor()

      await editing.getByRole('button', { name: '删除接收方' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: '删除接收方', exact: true })
        .last()
        .click()
      await toast(page).getByText(`已删除“${account}”`).waitFor()
      await main.getByRole('gridcell', { name: url }).waitFor({ state: 'detached' })
      await main.getByText('推送日志', { exact: true }).click()
      await main.getByRole('button', { name: '重发' }).waitFor()
    } finally {
      receiver.closeAllConnections()
      receiver.close()
    }
  })
}
