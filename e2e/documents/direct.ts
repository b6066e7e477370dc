import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import { drawSignature, photo } from '../support/hand-over.ts'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order item of nuts, which need no inspection, in the plant of the requester's unit. */
const order = { no: '4500001034', material: '14020003' }
/** An order item that must be inspected. */
const inspected = { no: '4500001007', material: '20020002' }
const today = todayIn('Asia/Shanghai', new Date())

/** Goods that go from the supplier's truck straight to the unit: sent, signed for on the spot, reviewed and posted as a pair. */
export function directJourney(people: () => People): void {
  test('goods go straight to their unit: one signature receives and issues them, and nothing stays in stock', async () => {
    const { walk } = people()
    const note = await walk.make(
      'delivery-note',
      { from: 'purchase-order', docNo: order.no, materialNo: order.material, quantity: '40' },
      { course: 'direct', steps: ['submit', 'confirm'] },
    )

    const keeper = await people().as('storekeeper')
    // It is no arrival of the warehouse.
    await keeper.open('收货管理', '到货确认')
    await keeper.search(note)
    await expect.poll(() => keeper.rows('送货单', note).count()).toBe(0)
    await keeper.open('出库管理', '直送发货')
    await keeper.button('新建直送单').click()
    await keeper.takeUp('送货单', note, order.material, '直送单')
    await keeper.fill(keeper.main, '直送单位', '催化裂化车间')
    const receipt = await keeper.send('直送发货', false)
    expect(receipt).toMatch(/^ZS\d+$/)

    // The unit's next task: a person of the unit signs on the spot.
    const requester = await people().as('requester')
    await requester.open('收货管理', '直送收货')
    await requester.search(receipt)
    await requester.rows('直送单', receipt).first().getByRole('checkbox').check()
    await requester.page
      .getByRole('toolbar')
      .getByRole('button', { name: '直送签收', exact: true })
      .click()
    const dialog = requester.page.getByRole('dialog', { name: `直送签收 ${receipt}` })
    await requester.fill(dialog, '外观检查', '完好')
    await drawSignature(requester.page, dialog)
    await dialog.locator('input[type=file]').setInputFiles(photo)
    await dialog.getByRole('img', { name: '照片 1' }).waitFor()
    await dialog.getByRole('button', { name: '直送签收', exact: true }).click()
    expect(await requester.toastNumber('直送签收完成')).toBe(receipt)

    // The issue beside it is found by the receipt.
    await keeper.open('出库管理', '出库记录查询')
    await keeper.choose('直送发货单')
    await keeper.search(receipt)
    const found = keeper
      .table('直送发货单')
      .getByRole('gridcell', { name: /^ZF\d+$/ })
      .first()
    const issue = (await found.textContent()) ?? ''
    expect(issue).toMatch(/^ZF\d+$/)
    // Nothing is left in the virtual bin.
    await keeper.open('库存管理', '库存查询')
    await keeper.search(order.material)
    expect(
      await keeper
        .table('库存')
        .getByRole('row')
        .filter({ hasText: '直送虚拟货位' })
        .filter({ hasText: order.material })
        .count(),
    ).toBe(0)

    await walk.go('direct-receipt', receipt, 'review')
    await walk.go('direct-issue', issue, 'review')
    await walk.post('direct-receipt', receipt)
    await walk.post('direct-issue', issue)
    const poster = await people().as('poster')
    await poster.open('收货管理', '到货记录查询')
    await poster.choose('直送单')
    await poster.search(receipt)
    const posted = poster.rows('直送单', receipt).first().filter({ hasText: '已过账' })
    await posted.waitFor()
    // What was signed and seen at the hand-over stays with the document.
    await posted.getByRole('button', { name: receipt }).click()
    await poster.page.getByRole('tab', { name: '附件' }).click()
    const panel = poster.page.getByRole('dialog').filter({ hasText: receipt })
    await panel.getByText(/手写签名 · /).waitFor()
    await panel.getByText(/交接照片 · /).waitFor()
  })

  test('goods that must be inspected do not go to their user, and the buyer is told what to do', async () => {
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '送货单创建（采购员）')
    await buyer.takeUp('采购订单', inspected.no, inspected.material, '送货单')
    await buyer.fill(buyer.main, '预计到货日', addDays(today, 1))
    await buyer.fill(buyer.main, '送货方式', '直送')
    await buyer.button('提交（Ctrl+Enter）').click()
    const refusal = buyer.page
      .getByRole('alert')
      .filter({ hasText: `${inspected.material} 须检验` })
      .filter({ visible: true })
      .first()
    await expect.poll(() => refusal.textContent()).toContain('请将送货方式改为“到库”')
  })
}
