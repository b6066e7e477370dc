import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: an order of the supplier with a large open quantity. */
const order = '4500001064'
const material = '14010006'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** Opens the home page and waits for what the server says of the supplier. */
async function openHome({ page }: Person): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/index'
  })
  const answered = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith('/api/supplier-portal/home'),
  )
  await page.reload()
  expect((await answered).status()).toBe(200)
}

/** The tile of this name and its count. */
async function tileOf({ main }: Person, name: string) {
  const words = new RegExp(`^\\d+ ${name}$|^${name}：\\d+ 项$`)
  const link = main.getByRole('link', { name: words }).first()
  await link.waitFor()
  const said = (await link.getAttribute('aria-label')) ?? (await link.textContent()) ?? ''
  return { link, count: Number(/\d+/.exec(said)?.[0]) }
}

/** A supplier's home page: he announces a delivery from there, and each count opens its rows. */
export function supplierHomeJourney(people: () => People): void {
  test('a supplier announces from his home page, and finds the slot there that the warehouse gave', async () => {
    const supplier = await people().as('supplier')
    await openHome(supplier)
    const before = await tileOf(supplier, '送货预约')
    await supplier.button('新建送货单').click()
    await supplier.heading('送货单创建（供应商）').waitFor()
    await supplier.takeUp('采购订单', order, material, '送货单')
    await supplier.fill(supplier.main, '预计到货日', tomorrow)
    await supplier.fill(supplier.main, '送货方式', '到库')
    const line = supplier.table('送货单明细').getByRole('row').filter({ hasText: material })
    await supplier.enter('送货单明细', line, '送货数量 *', '1')
    const note = await supplier.send('提交', false)
    await openHome(supplier)
    expect((await tileOf(supplier, '送货预约')).count).toBe(before.count)
    const waiting = await tileOf(supplier, '待仓库确认')
    expect(waiting.count).toBeGreaterThan(0)

    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('送货单管理', '送货单确认（仓管员）')
    await storekeeper.act('送货单', note, '确认', {
      预约时段: '13:00-15:00',
      卸货地点: '3 号卸货台',
    })
    await openHome(supplier)
    const after = await tileOf(supplier, '送货预约')
    expect(after.count).toBe(before.count + 1)
    expect((await tileOf(supplier, '待仓库确认')).count).toBe(waiting.count - 1)
    await after.link.click()
    await supplier.heading('送货单查询打印').waitFor()
    const numbers = supplier.table('送货单').getByRole('button', { name: /^SH\d+$/ })
    await supplier.table('送货单').getByRole('button', { name: note, exact: true }).waitFor()
    expect(await numbers.count()).toBe(after.count)
  })

  test('each count of the home page opens a list with as many rows', async () => {
    const supplier = await people().as('supplier')
    for (const [tile, list] of [
      ['逾期订单行', '逾期记录'],
      ['不合格品', '不合格品单'],
      ['待取退货', '不合格品退货单'],
      ['待说明问题', '问题单据'],
      ['草稿', '送货单'],
    ] as const) {
      await openHome(supplier)
      const { link, count } = await tileOf(supplier, tile)
      const listed = supplier.page.waitForResponse(
        (response) =>
          new URL(response.url()).pathname.endsWith('/list') &&
          (response.request().postData() ?? '').includes('"withTotals":true') &&
          (response.request().postData() ?? '').includes('"withGoods":true'),
      )
      await link.click()
      await supplier.table(list).waitFor()
      const answer = (await (await listed).json()) as { datas: { total: number } }
      expect([tile, answer.datas.total]).toEqual([tile, count])
    }
  })

  test('what was drawn of his goods is summed by material, and names the month', async () => {
    const supplier = await people().as('supplier')
    await openHome(supplier)
    await (await tileOf(supplier, '本月代储代销领用')).link.click()
    await supplier.heading('代储代销领用查询').waitFor()
    const chosen = supplier.main.getByRole('radio', { name: '按物料' })
    await expect.poll(() => chosen.isChecked()).toBe(true)
    const month = tomorrow.slice(0, 4)
    await supplier.main
      .getByText(new RegExp(`月份：${month}\\d\\d`))
      .first()
      .waitFor()
  })
}
