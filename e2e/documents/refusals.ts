import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'

const order = '4500001064'
const material = '14010006'
const twice = `E2E${String(Date.now()).slice(-9)}`
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** Refusals, and how the screen shows them. */
export function refusalJourney(people: () => People): void {
  test('a quantity that cannot be is refused on its line, in Chinese, with the numbers', async () => {
    const supplier = await people().as('supplier')
    await supplier.open('送货单管理', '送货单创建（供应商）')
    await supplier.takeUp('采购订单', order, material, '送货单')
    await supplier.fill(supplier.main, '预计到货日', tomorrow)
    await supplier.fill(supplier.main, '送货方式', '到库')
    const line = supplier.table('送货单明细').getByRole('row').filter({ hasText: material })
    const refusal = supplier.main.getByRole('alert').filter({ hasText: /第 1 行/ })
    // Invalid input is reported when the cell is left; full-width digits are accepted.
    await supplier.enter('送货单明细', line, '送货数量 *', '-3', false)
    await refusal.filter({ hasText: /送货数量.*必须大于 0/ }).waitFor()
    await supplier.enter('送货单明细', line, '送货数量 *', '２', false)
    await refusal.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await supplier.cell('送货单明细', line, '送货数量 *')).textContent())
      .toBe('2')
    for (const [typed, words] of [
      ['0', /送货数量.*大于 ?0|必须大于|应大于/],
      ['-3', /送货数量.*大于 ?0|必须大于|应大于/],
      ['1.0005', /小数位过多.*3/],
      ['九', /不是数字/],
      ['1e3', /不是数字/],
      ['999999', /999,?999.*(超|未清)/],
    ] as const) {
      await supplier.enter('送货单明细', line, '送货数量 *', typed, false)
      await supplier.button('提交（Ctrl+Enter）').click()
      await refusal.filter({ hasText: words }).waitFor()
    }
  })

  test('a double press of the primary button makes one document', async () => {
    const supplier = await people().as('supplier')
    const line = supplier.table('送货单明细').getByRole('row').filter({ hasText: material })
    await supplier.enter('送货单明细', line, '送货数量 *', '7', false)
    await supplier.fill(supplier.main, '供应商送货单号', twice)
    await supplier.button('提交（Ctrl+Enter）').dblclick()
    const docNo = await supplier.toastNumber('提交完成')
    await supplier.open('送货单管理', '送货单维护（供应商）')
    await supplier.search(material)
    const same = supplier.table('送货单').getByRole('row').filter({ hasText: twice })
    // Its number is drawn after the plain texts of the row.
    await same.filter({ hasText: docNo }).waitFor()
    expect(await same.count()).toBe(1)
  })

  test('a document that somebody changed meanwhile says who did', async () => {
    const supplier = await people().as('supplier')
    const storekeeper = await people().as('storekeeper')
    const row = supplier.table('送货单').getByRole('row').filter({ hasText: twice })
    const docNo = (await row.getByRole('button').first().textContent()) ?? ''
    await storekeeper.open('送货单管理', '送货单确认（仓管员）')
    await storekeeper.search(docNo)
    await storekeeper.rows('送货单', docNo).first().getByRole('checkbox').check()
    await storekeeper.page
      .getByRole('toolbar')
      .getByRole('button', { name: '确认', exact: true })
      .click()
    const dialog = storekeeper.page.getByRole('dialog', { name: `确认 ${docNo}` })
    await storekeeper.fill(dialog, '预约时段', '13:00-15:00')
    await supplier.act('送货单', docNo, '撤回')
    await dialog.getByRole('button', { name: '确认', exact: true }).click()
    await expect
      .poll(() => dialog.getByRole('alert').first().textContent())
      .toMatch(/已被 许明哲 于 .+ 修改/)
  })

  test('a page of another role opened by its address ends at 401', async () => {
    const supplier = await people().as('supplier')
    await supplier.page.goto(`${people().address}#/receive/auditReceive`)
    await supplier.page.waitForURL(/#\/401/)
    await supplier.page.getByText('没有权限').first().waitFor()
    expect(await supplier.page.getByRole('grid').count()).toBe(0)
  })

  test('the switch to English leaves no Chinese words of ours, and back no English ones', async () => {
    const poster = await people().as('poster')
    await poster.open('收货管理', '入库过账')
    await poster.open('出库管理', '出库记录查询')
    await poster.button('语言 EN').click()
    for (const title of ['Outbound record query', 'Receipt posting']) {
      await poster.page.getByRole('tab', { name: title }).click()
      await poster.heading(title).waitFor()
      // Other tabs are kept mounted and change language when they become active.
      const words = poster.main.locator(
        'h1:visible, label:visible, button:visible, [role=columnheader]:visible',
      )
      await expect.poll(() => withChinese(words.allTextContents())).toEqual([])
    }
    await poster.button('Language 中').click()
    await poster.heading('入库过账').waitFor()
  })
}

/** The texts that contain a Chinese character. */
async function withChinese(texts: Promise<string[]>): Promise<string[]> {
  return (await texts).filter((text) => /[\u3400-\u9fff]/.test(text))
}
