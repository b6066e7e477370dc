import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import { closeToast } from '../support/close-toast.ts'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order of the supplier whose only item is overdue, and whose goods need no inspection. */
const order = '4500001002'
const material = '14020005'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** Goods that come late, from the record of it to its end: the supplier explains, the buyer decides, the goods arrive. */
export function overdueJourney(people: () => People): void {
  let record = ''

  test('an overdue order item: made on demand, explained by the supplier, decided by the buyer', async () => {
    const buyer = await people().as('buyer')
    await buyer.open('供应商逾期管理', '逾期送货查询')
    const generate = async () => {
      await buyer.button('现在生成').click()
      const toast = buyer.page.getByRole('status').filter({ hasText: /条逾期记录/ })
      await toast.waitFor()
      await closeToast(toast)
    }
    await generate()
    await buyer.search(order)
    const row = buyer.rows('逾期记录', order)
    await row.filter({ hasText: '待供应商说明' }).waitFor()
    record = (await row.getByRole('button', { name: /^YQ\d+$/ }).textContent()) ?? ''
    // Made once, however often it is asked for.
    await generate()
    await buyer.search(order)
    expect(await row.count()).toBe(1)

    const supplier = await people().as('supplier')
    await supplier.open('送货单管理', '送货单维护（供应商）')
    await supplier.choose('逾期记录')
    await supplier.act('逾期记录', record, '供应商说明', {
      逾期原因: '运输延误',
      情况说明: '高速封闭，改走国道',
      新承诺日: tomorrow,
    })
    await buyer.open('供应商逾期管理', '逾期送货维护')
    await buyer.act('逾期记录', record, '认定责任', {
      责任方: '承运商',
      认定说明: '道路封闭有公告',
    })
    // It is nobody's turn any more.
    await buyer.search(record)
    await expect.poll(() => buyer.rows('逾期记录', record).count()).toBe(0)
  })

  test('its goods arrive, and the record ends by itself', async () => {
    expect(record).toMatch(/^YQ\d+$/)
    const { walk } = people()
    const note = await walk.make(
      'delivery-note',
      { from: 'purchase-order', docNo: order, materialNo: material },
      ['submit', 'confirm'],
    )
    await walk.next('delivery-note', note, 'arrival', ['confirm'])

    const buyer = await people().as('buyer')
    await buyer.open('供应商逾期管理', '逾期送货查询')
    await buyer.button('现在生成').click()
    await buyer.page
      .getByRole('status')
      .filter({ hasText: /条逾期记录/ })
      .first()
      .waitFor()
    await buyer.search(record)
    const row = buyer.rows('逾期记录', record)
    await expect.poll(() => row.filter({ hasText: '已到货' }).count()).toBe(1)
  })
}
