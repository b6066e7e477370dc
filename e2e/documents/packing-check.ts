import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** Of an order of the demonstration company whose goods wait for their inspection; it asks for 合格证 and 质保书. */
const order = '4500001031'
const material = '12020007'
const check = '资料备件单'
/** A gasket, under which the surplus spare is put into stock. */
const gasket = '13010009'
const receipt = '零价值入库单'

/** What is in the crate besides the goods, from the storekeeper's count to what supplier, buyer and inspector are told. */
export function packingCheckJourney(people: () => People): void {
  test('a crate without its mill certificate: found by the storekeeper, told to the buyer, seen by the inspector', async () => {
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('验收管理', '资料备件维护')
    await storekeeper.button(`新建${check}`).click()
    await storekeeper.takeUp('质检通知单', material, material, check)
    const lines = storekeeper.table(`${check}明细`).getByRole('row').filter({ hasText: material })
    const certificate = lines.filter({ hasText: '质保书' })
    await expect
      .poll(async () =>
        (await storekeeper.cell(`${check}明细`, certificate, '应有数')).textContent(),
      )
      .toBe('1')
    await storekeeper.button('按应有数填齐').click()
    await storekeeper.enter(`${check}明细`, certificate, '实有数 *', '0')
    await storekeeper.main.getByText('缺少：质保书 × 1').waitFor()
    // A spare that nobody asked for.
    await storekeeper.button('增加一项').click()
    const further = lines.filter({ hasText: '随机备件' })
    await storekeeper.enter(`${check}明细`, further, '名称 *', '密封垫')
    await storekeeper.enter(`${check}明细`, further, '实有数 *', '2')
    await storekeeper.main.getByText('多余：密封垫 × 2').waitFor()
    await storekeeper.inView(`${check}明细`, '备件物料编码')
    const spare = await storekeeper.cell(`${check}明细`, further, '备件物料编码')
    await spare.click()
    await spare.locator('input').fill(gasket)
    await storekeeper.page
      .locator('.ant-select-dropdown:visible .ant-select-item-option-active')
      .filter({ hasText: gasket })
      .click()
    await expect.poll(() => spare.textContent()).toContain(gasket)
    const docNo = await storekeeper.send('确认核对', false)
    await storekeeper.search(docNo)
    await storekeeper.rows(check, docNo).filter({ hasText: '有缺少' }).waitFor()

    await storekeeper.open('验收管理', '资料备件查询')
    await storekeeper.search(docNo)
    const surplus = storekeeper.rows(check, docNo).filter({ hasText: '密封垫' })
    await surplus.filter({ hasText: '多余' }).waitFor()

    // What is surplus is put into a bin at zero value, reviewed by somebody else, and told to the ERP.
    await storekeeper.open('零价值管理', '零价值收货')
    await storekeeper.search(docNo)
    const awaiting = storekeeper.rows(receipt, docNo).first()
    const receiptNo = (await awaiting.getByRole('button').first().textContent())!
    await storekeeper.act(receipt, receiptNo, '收货')
    await people().walk.go('zero-value-receipt', receiptNo, 'review')
    await people().walk.post('zero-value-receipt', receiptNo)

    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '问题单据确认')
    await buyer.search(material)
    await buyer
      .rows('问题单据', order)
      .filter({ hasText: '随货资料缺少' })
      .filter({ hasText: docNo })
      .waitFor()

    const inspector = await people().as('inspector')
    await inspector.open('验收管理', '质检单维护')
    await inspector.button('新建质检单').click()
    await inspector.takeUp('质检通知单', material, material, '质检单')
    const goods = inspector.table('质检单明细').getByRole('row').filter({ hasText: material })
    await inspector.inView('质检单明细', '随货资料')
    await expect
      .poll(async () => (await inspector.cell('质检单明细', goods, '随货资料')).textContent())
      .toBe('合格证')
  })
}
