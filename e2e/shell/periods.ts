import { addMonths, todayIn } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { openPage, toast } from './world.ts'

/** The month before this one, as the page shows it. */
const month = addMonths(todayIn('Asia/Shanghai', new Date()), -1).slice(0, 7)

/** Months are opened and closed for posting dates. */
export function periodJourneys(world: () => World): void {
  test('the month before is opened for late postings and closed again, asked for by one person and approved by another', async () => {
    const page = await world().shared('admin')
    await openPage(page, '/system/systemPageSetup')
    await page.getByText('会计期间', { exact: true }).click()
    const period = page.getByRole('region', { name: `1020 ${month}` })
    await period.getByText('已关闭').waitFor()
    const chief = await world().shared('chief')
    await openPage(chief, '/system/systemPageSetup')
    await chief.getByText('会计期间', { exact: true }).click()
    const approving = chief.getByRole('region', { name: `1020 ${month}` })
    const press = async (act: string, becomes: string) => {
      await period.getByRole('button', { name: act, exact: true }).click()
      const asked = page.getByRole('dialog', { name: `申请${act}期间 ${month}` })
      await asked.getByRole('textbox', { name: '原因' }).fill('月结')
      const leaving = asked.getByRole('checkbox', { name: '未过账单据留待以后处理' })
      if ((await leaving.count()) > 0) await leaving.check()
      await asked.getByRole('button', { name: '提交申请', exact: true }).click()
      await toast(page).getByText(`期间 ${month}：已提交申请`).waitFor()
      // Who has asked for it does not approve it.
      await period.getByText('您申请的变更须由另一人批准').waitFor()
      await chief.reload()
      await chief.getByText('会计期间', { exact: true }).click()
      await approving.getByRole('button', { name: '批准', exact: true }).click()
      const decided = chief.getByRole('dialog').filter({ hasText: month })
      await decided.getByRole('button', { name: '批准', exact: true }).click()
      await approving.getByText(becomes).waitFor()
      await page.reload()
      await page.getByText('会计期间', { exact: true }).click()
      await period.getByText(becomes).waitFor()
    }
    await press('开放', '已开放')
    await press('关闭', '已关闭')
    expect(await period.getByText(/^章立群 \d{4}-/).count()).toBe(1)
  })
}
