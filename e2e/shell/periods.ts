import { addMonths, todayIn } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { openPage, toast } from './world.ts'

/** The month before this one, as the page shows it. */
const month = addMonths(todayIn('Asia/Shanghai', new Date()), -1).slice(0, 7)

/** Months are opened and closed for posting dates. */
export function periodJourneys(world: () => World): void {
  test('the month before is opened for late postings and closed again, after a question each, by whoever configures', async () => {
    const page = await world().shared('admin')
    await openPage(page, '/system/systemPageSetup')
    await page.getByText('会计期间', { exact: true }).click()
    const period = page.getByRole('region', { name: `1020 ${month}` })
    await period.getByText('已关闭').waitFor()
    const press = async (act: string, becomes: string) => {
      await period.getByRole('button', { name: act }).click()
      const question = page.getByRole('dialog', { name: `${act}期间 ${month}？` })
      await question.getByRole('button', { name: act, exact: true }).click()
      await toast(page).getByText(`期间 ${month} ${becomes}`).waitFor()
      await period.getByText(becomes).waitFor()
    }
    await press('开放', '已开放')
    await press('关闭', '已关闭')
    expect(await period.getByText(/^系统管理员 \d{4}-/).count()).toBe(1)
  })
}
