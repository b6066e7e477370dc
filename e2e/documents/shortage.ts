import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'

/** From the demonstration company: an order of the supplier for inspected goods. */
const order = '4500001169'
const material = '15020007'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** Pieces are missing when a crate is unpacked, from the inspector's entry to what supplier and buyer make of it. */
export function shortageJourney(people: () => People): void {
  let note = ''

  test('pieces missing at unpacking: entered by the inspector, they are open at the delivery note again', async () => {
    const supplier = await people().as('supplier')
    await supplier.open('送货单管理', '送货单创建（供应商）')
    await supplier.takeUp('采购订单', order, material, '送货单')
    await supplier.fill(supplier.main, '预计到货日', tomorrow)
    await supplier.fill(supplier.main, '送货方式', '到库')
    const announced = supplier.table('送货单明细').getByRole('row').filter({ hasText: material })
    await supplier.enter('送货单明细', announced, '送货数量 *', '12')
    await supplier.enter('送货单明细', announced, '批次', `DQ${String(Date.now()).slice(-6)}`)
    note = await supplier.send('提交', false)
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('送货单管理', '送货单确认（仓管员）')
    await storekeeper.act('送货单', note, '确认', {
      预约时段: '08:00-10:00',
      卸货地点: '2 号卸货台',
    })
    await storekeeper.open('收货管理', '到货确认')
    await storekeeper.takeUp('送货单', note, material, '到货记录')
    await storekeeper.fill(storekeeper.main, '外观检查', '完好')
    const arrival = await storekeeper.send('到货确认', true)

    await storekeeper.open('验收管理', '开箱时间确认')
    await storekeeper.search(arrival)
    const found = storekeeper.table('质检通知单').getByRole('button', { name: /^ZT\d+$/ })
    await found.waitFor()
    const notice = (await found.textContent()) ?? ''
    const supervisor = await people().as('qualitysupervisor')
    await supervisor.open('验收管理', '质检通知单调整')
    await supervisor.act('质检通知单', notice, '分派', {
      质检单位: '质量检验站',
      检验方式: '全检',
      质检员: 'inspector',
    })
    await storekeeper.act('质检通知单', notice, '确认开箱时间', {
      开箱时间: `${tomorrow} 09:00`,
      开箱地点: '2 号卸货台',
    })
    await supervisor.open('验收管理', '质检专员确认')
    await supervisor.act('质检通知单', notice, '专员确认')

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

    await storekeeper.open('收货管理', '到货确认')
    await storekeeper.search(note)
    const again = storekeeper.rows('送货单', note).filter({ hasText: material })
    expect(await (await storekeeper.cell('送货单', again, '未清数量')).textContent()).toContain('3')
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
