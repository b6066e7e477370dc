import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order of the supplier. */
const order = '4500001169'
const material = '14010010'
const code = `K${String(Date.now()).slice(-6)}`

/** The supplier keeps who sends his goods; his delivery notes begin with the usual one. */
export function consignorJourney(people: () => People): void {
  test('a supplier adds a usual consignor, and his next delivery note begins with it', async () => {
    const supplier = await people().as('supplier')
    await supplier.open('送货单管理', '供应商发货人配置')
    // Each supplier has a store of finished goods; nobody else's is there.
    const stores = supplier.table('发货人').getByRole('gridcell', { name: /成品库$/ })
    await stores.first().waitFor()
    await expect.poll(() => stores.allTextContents()).toEqual(['沃岭阀门制造有限公司成品库'])
    await supplier.button('新增发货人').click()
    const dialog = supplier.page.getByRole('dialog', { name: '新增发货人' })
    await supplier.fill(dialog, '供应商', '600001')
    await supplier.fill(dialog, '发货人编码', code)
    await supplier.fill(dialog, '发货单位', '二期成品库')
    await supplier.fill(dialog, '联系人', '王敏')
    await supplier.fill(dialog, '电话', '0599-8610001')
    await supplier.fill(dialog, '发货地址', '临江市高新区创业路 88 号')
    await dialog.getByLabel('默认发货人').check()
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await supplier.open('送货单管理', '送货单创建（供应商）')
    await supplier.takeUp('采购订单', order, material, '送货单')
    const proposed = supplier.main.getByLabel('发货人').filter({ visible: true }).first()
    await expect
      .poll(() =>
        proposed
          .locator('xpath=ancestor-or-self::*[contains(@class,"ant-select")][last()]')
          .textContent(),
      )
      .toContain(code)
  })
}
