import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** Which stock of other companies a unit is shown, on the board, and storage locations under the name that people use. */
export function unitBoardJourney(people: () => People): void {
  test('a whole plant of another company is related to a unit at once, stands in the list, and is ended again', async () => {
    const admin = await people().as('admin')
    await admin.open('主数据管理', '领料单位与库存地点（跨公司）')
    await admin.main.getByText('看板', { exact: true }).click()
    const units = admin.main.getByRole('listbox')
    await units.getByRole('option', { name: /1010 CJY01/ }).click()
    await admin.main.getByRole('note').filter({ hasText: '没有限定' }).waitFor()
    const whole = admin.main.getByRole('checkbox', { name: '勾选整组 1020 1021' })
    await whole.check()
    await admin.main.getByRole('note').filter({ hasText: '只看到勾选' }).waitFor()
    const status = admin.main.getByRole('status').filter({ hasText: /新增 \d+ 条，停用 0 条/ })
    await status.waitFor()
    await admin.button('保存').click()
    await admin.main.getByRole('status').filter({ hasText: '没有未保存的变更' }).waitFor()
    await admin.main.getByText('列表', { exact: true }).click()
    await admin.search('CJY01')
    const rows = admin.rows('领料单位与库存地点（跨公司）', '1021')
    await expect.poll(() => rows.count()).toBeGreaterThan(0)
    await admin.main.getByText('看板', { exact: true }).click()
    await units.getByRole('option', { name: /1010 CJY01/ }).click()
    await expect.poll(() => whole.isChecked()).toBe(true)
    await whole.uncheck()
    await admin.button('保存').click()
    await admin.main.getByRole('note').filter({ hasText: '没有限定' }).waitFor()
    await admin.main.getByRole('status').filter({ hasText: '没有未保存的变更' }).waitFor()
  })
}
