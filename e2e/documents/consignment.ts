import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: cable that its supplier keeps here, which needs no inspection. */
const order = { no: '4500001101', material: '16020010' }
const batch = `J${String(Date.now()).slice(-6)}`

/** Consignment goods of which a part is not received any more. */
export function consignmentJourney(people: () => People): void {
  test('a consignment arrival is closed short, its remainder can be delivered again, and the closing is withdrawn', async () => {
    const { walk } = people()
    const goods = { docNo: order.no, materialNo: order.material, quantity: '30', batch }
    const way = ['submit', 'confirm']
    const note = await walk.make('delivery-note', { from: 'purchase-order', ...goods }, way)
    const arrival = await walk.next('delivery-note', note, 'arrival', ['confirm'])

    const keeper = await people().as('storekeeper')
    // The page opens on the consignment that is open.
    await keeper.open('收货管理', '代储代销到货关闭')
    await keeper.takeUp('到货记录', arrival, order.material, '代储代销关闭单')
    await keeper.button('供应商已将货物拉回').click()
    const line = keeper
      .table('代储代销关闭单明细')
      .getByRole('row')
      .filter({ hasText: order.material })
    await keeper.enter('代储代销关闭单明细', line, '关闭数量 *', '12')
    const closing = await keeper.send('关闭到货', false)
    expect(closing).toMatch(/^DG\d+$/)

    // The rest is what is received next, and the supplier has the remainder to deliver again.
    await keeper.open('送货单管理', '送货单查询打印')
    await keeper.search(note)
    await keeper.rows('送货单', note).first().filter({ hasText: '部分到货' }).waitFor()
    await keeper.open('收货管理', '到库收货')
    await keeper.takeUp('到货记录', arrival, order.material, '收货单')
    const proposed = keeper.table('收货单明细').getByRole('row').filter({ hasText: order.material })
    await expect
      .poll(async () => (await keeper.cell('收货单明细', proposed, '实收数量 *')).textContent())
      .toMatch(/^18(\D|$)/)

    // Who, when and why; and it is taken back.
    await keeper.open('收货管理', '到货记录查询')
    await keeper.choose('代储代销关闭单')
    await keeper.search(closing)
    await keeper
      .rows('代储代销关闭单', closing)
      .first()
      .filter({ hasText: '供应商已将货物拉回' })
      .filter({ hasText: '周海宁' })
      .waitFor()
    await keeper.open('收货管理', '到货记录冲销')
    await keeper.choose('代储代销关闭单')
    await keeper.act('代储代销关闭单', closing, '撤销关闭', { 撤销原因: '供应商重新交货' })
    await keeper.open('送货单管理', '送货单查询打印')
    await keeper.search(note)
    await keeper.rows('送货单', note).first().filter({ hasText: '全部到货' }).waitFor()
  })
}
