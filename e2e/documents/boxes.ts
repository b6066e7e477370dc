import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order of 22 boxes of 50 nuts, which need no inspection. */
const order = '4500001200'
const material = '14020007'
const pipe = '无缝钢管 Φ'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** Goods ordered in boxes, from the delivery note to the books of the ERP; and goods with a second unit. */
export function boxJourney(people: () => People): void {
  let note = ''
  let receipt = ''

  test('an order in boxes is announced in boxes, by the name people say: 盒', async () => {
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '送货单创建（采购员）')
    await buyer.search(order)
    const ordered = buyer.rows('采购订单', order).filter({ hasText: material })
    // Where both do not fit, the base unit alone, with its name too.
    await ordered
      .getByText(/1,100 个$/)
      .first()
      .waitFor()
    await buyer.takeUp('采购订单', order, material, '送货单')
    await buyer.fill(buyer.main, '预计到货日', tomorrow)
    await buyer.fill(buyer.main, '送货方式', '到库')
    const line = buyer.table('送货单明细').getByRole('row').filter({ hasText: material })
    const quantity = await buyer.cell('送货单明细', line, '送货数量 *')
    const refusal = buyer.main.getByRole('alert').filter({ hasText: /第 1 行/ })
    // Another unit is refused with the names of those there are.
    await buyer.enter('送货单明细', line, '送货数量 *', '2吨', false)
    await buyer.button('提交（Ctrl+Enter）').click()
    await refusal.filter({ hasText: /没有单位 吨，可用的单位：.*盒/ }).waitFor()
    // While a number is typed, both units are offered with what it is in the other one.
    await quantity.dblclick()
    await quantity.locator('input').fill('2')
    const offered = buyer.page.locator('datalist option')
    expect(
      await offered.evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
    ).toEqual(['2 盒', '2 个'])
    await buyer.page.keyboard.press('Escape')
    await buyer.enter('送货单明细', line, '送货数量 *', '2盒', false)
    await expect.poll(() => quantity.textContent()).toMatch(/^(2 盒 = )?100$/)
    note = await buyer.send('提交', false)
    expect(note).toMatch(/^SH\d{11}$/)
  })

  test('the boxes arrive and are received, and the preview says them too', async () => {
    const { walk } = people()
    await walk.go('delivery-note', note, 'confirm')
    const arrival = await walk.next('delivery-note', note, 'arrival', ['confirm'])
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('收货管理', '到库收货')
    await storekeeper.takeUp('到货记录', arrival, material, '收货单')
    await storekeeper.button('收货（Ctrl+Enter）').click()
    const preview = storekeeper.page.getByRole('dialog', { name: '收货：核对将发生的变化' })
    await preview.getByText('2 盒 = 100 个').first().waitFor()
    await preview.getByRole('button', { name: '收货', exact: true }).click()
    receipt = await storekeeper.toastNumber('收货完成')
    expect(receipt).toMatch(/^RK\d{11}$/)
  })

  test('the receipt is posted, and its lines say 2 盒 = 100 个', async () => {
    const { walk } = people()
    await walk.go('goods-receipt', receipt, 'review')
    await walk.post('goods-receipt', receipt)
    const poster = await people().as('poster')
    await poster.open('收货管理', '到货记录查询')
    await poster.choose('收货单')
    await poster.search(receipt)
    const posted = poster.rows('收货单', receipt).first()
    await expect.poll(() => posted.textContent()).toContain('已过账')
    await posted.getByRole('button', { name: receipt }).click()
    await poster.page.getByText('2 盒 = 100 个').first().waitFor()
  })

  test('pipes lie in stock in metres and in weighed kilograms', async () => {
    const poster = await people().as('poster')
    await poster.open('库存管理', '库存查询')
    await poster.search(pipe)
    const row = poster.table('库存').getByRole('row').filter({ hasText: pipe }).first()
    await row.waitFor()
    await poster.inView('库存', '第二数量')
    await expect
      .poll(async () => (await poster.cell('库存', row, '第二数量')).textContent())
      .toMatch(/^[\d,.]+ 千克$/)
  })
}
