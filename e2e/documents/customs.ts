import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order of the supplier for goods without batches. */
const order = '4500001169'
const material = '14010010'
const today = todayIn('Asia/Shanghai', new Date())
const declaration = `2248${today.slice(0, 4)}100000${String(Date.now()).slice(-4)}`

/** Imported goods, from the note to their arrival: the warehouse waits for customs, and is told so. */
export function customsJourney(people: () => People): void {
  test('imported goods do not arrive before customs released them', async () => {
    const supplier = await people().as('supplier')
    await supplier.open('送货单管理', '送货单创建（供应商）')
    await supplier.takeUp('采购订单', order, material, '送货单')
    await supplier.fill(supplier.main, '预计到货日', addDays(today, 1))
    await supplier.fill(supplier.main, '送货方式', '到库')
    await supplier.main.getByLabel('进口货物').filter({ visible: true }).first().check()
    const announced = supplier.table('送货单明细').getByRole('row').filter({ hasText: material })
    await supplier.enter('送货单明细', announced, '送货数量 *', '5')
    const note = await supplier.send('提交', false)
    const storekeeper = await people().as('storekeeper')
    await people().walk.go('delivery-note', note, 'confirm')
    await storekeeper.open('收货管理', '到货确认')
    await storekeeper.takeUp('送货单', note, material, '到货记录')
    await storekeeper.fill(storekeeper.main, '外观检查', '完好')
    await storekeeper.button('到货确认（Ctrl+Enter）').click()
    const refusal = storekeeper.page
      .getByRole('alert')
      .filter({ hasText: new RegExp(`送货单 ${note} 是进口货物，清关单 QG\\d+ 尚未登记海关放行`) })
    await refusal.filter({ visible: true }).first().waitFor()

    const customs = await people().as('customs')
    await customs.open('送货单管理', '送货单维护（关务）')
    await customs.search(material)
    const waiting = customs
      .table('清关单')
      .getByRole('row')
      .filter({ hasText: '待申报' })
      .getByRole('button', { name: /^QG\d+$/ })
    await waiting.first().waitFor()
    const clearance = (await waiting.first().textContent()) ?? ''
    await customs.search(clearance)
    await customs.rows('清关单', clearance).first().getByRole('checkbox').check()
    await customs.page
      .getByRole('toolbar')
      .getByRole('button', { name: '登记申报', exact: true })
      .click()
    const dialog = customs.page.getByRole('dialog', { name: `登记申报 ${clearance}` })
    await customs.fill(dialog, '报关单号', declaration)
    await customs.fill(dialog, '申报日期', today)
    const line = customs.table('清关单明细').last().getByRole('row').nth(1)
    const code = await customs.cell('清关单明细', line, 'HS编码 *')
    await code.click()
    await code.locator('input').fill('8481804090')
    await customs.page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: '登记申报', exact: true }).click()
    expect(await customs.toastNumber('登记申报完成')).toBe(clearance)
    await customs.act('清关单', clearance, '登记放行', { 放行日: today })
    await customs.rows('清关单', clearance).first().waitFor({ state: 'detached' })

    // What the storekeeper entered is still there, and is confirmed now.
    const arrival = await storekeeper.send('到货确认', true)
    expect(arrival).toMatch(/^DH\d+$/)
  })
}
