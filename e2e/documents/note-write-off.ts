import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order of boxes of nuts, of which other journeys announce a few. */
const order = '4500001200'
const material = '14020007'
const list = '送货单'

/** What is announced and will not come is written off, and is open at the order again. */
export function noteWriteOffJourney(people: () => People): void {
  test('a confirmed note that will not come: written off, nobody can receive it, and the order is open again', async () => {
    const buyer = await people().as('buyer')
    const open = async () => {
      await buyer.open('送货单管理', '送货单创建（采购员）')
      await buyer.search(order)
      const ordered = buyer.rows('采购订单', order).filter({ hasText: material }).first()
      return (await (await buyer.cell('采购订单', ordered, '可开单数量')).textContent()) ?? ''
    }
    const before = await open()
    const note = await people().walk.make(
      'delivery-note',
      // Two boxes.
      { from: 'purchase-order', docNo: order, materialNo: material, quantity: '100' },
      ['submit', 'confirm'],
    )
    expect(await open()).not.toBe(before)

    await buyer.open('送货单管理', '送货单核销')
    await buyer.act(list, note, '核销', { 核销原因: '不再交货' })
    await buyer.open('送货单管理', '送货单查询打印')
    await buyer.search(note)
    await buyer.rows(list, note).first().filter({ hasText: '已核销' }).waitFor()

    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('收货管理', '到货确认')
    await storekeeper.search(note)
    await storekeeper.main
      .getByText(/没有(可办理的行|符合条件的数据|待处理的)/)
      .filter({ visible: true })
      .first()
      .waitFor()
    expect(await open()).toBe(before)
  })
}
