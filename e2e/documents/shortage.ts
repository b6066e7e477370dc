import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order of the supplier for inspected goods. */
const order = '4500001169'
const material = '15020007'
const batch = `DQ${String(Date.now()).slice(-6)}`

/** Pieces are missing when a crate is unpacked, from the inspector's entry to what supplier and buyer make of it. */
export function shortageJourney(people: () => People): void {
  let note = ''

  test('pieces missing at unpacking: entered by the inspector, they are open at the delivery note again', async () => {
    const { walk } = people()
    const goods = { from: 'purchase-order', docNo: order, materialNo: material, batch } as const
    note = await walk.make('delivery-note', { ...goods, quantity: '12' }, ['submit', 'confirm'])
    const arrival = await walk.next('delivery-note', note, 'arrival', ['confirm'])
    const notice = await walk.madeFrom('arrival', arrival, 'inspection-notice')
    await walk.go('inspection-notice', notice, 'assign', 'confirmTime', 'confirmInspector')

    const inspector = await people().as('inspector')
    await inspector.open('验收管理', '质检单维护')
    await inspector.button('新建质检单').click()
    await inspector.takeUp('质检通知单', notice, material, '质检单')
    await inspector.fill(inspector.main, '检验方式', '全检')
    const line = inspector.table('质检单明细').getByRole('row').filter({ hasText: material })
    const cell = async (column: string) =>
      (await inspector.cell('质检单明细', line, column)).textContent()
    expect(await cell('短缺数量')).toBe('0')
    await inspector.enter('质检单明细', line, '短缺数量', '3')
    await expect.poll(() => cell('合格数量 *')).toBe('9')
    await inspector.send('检验结论', false)

    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('收货管理', '到货确认')
    await storekeeper.search(note)
    const again = storekeeper.rows('送货单', note).filter({ hasText: material })
    await expect
      .poll(async () => (await storekeeper.cell('送货单', again, '未清数量')).textContent())
      .toContain('3')
  })

  test('the problem document of the missing pieces: answered by the supplier, decided by the buyer', async () => {
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '问题单据确认')
    await buyer.search(material)
    const row = buyer.rows('问题单据', order).filter({ hasText: '到货短缺' }).first()
    await row.filter({ hasText: '待供应商说明' }).waitFor()
    const docNo = (await row.getByRole('button', { name: /^WT\d+$/ }).textContent()) ?? ''
    const supplier = await people().as('supplier')
    await supplier.open('送货单管理', '送货单维护（供应商）')
    await supplier.choose('问题单据')
    await supplier.act('问题单据', docNo, '供应商说明', { 供应商说明: '漏装一箱，随下一车补送' })
    await buyer.act('问题单据', docNo, '确认处理', {
      处理结果: '接受',
      处理说明: '按原送货单补送',
    })
    await buyer.search(docNo)
    await expect.poll(() => buyer.rows('问题单据', docNo).count()).toBe(0)
  })
}
