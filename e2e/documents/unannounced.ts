import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: nuts that one open order of this supplier is for. */
const goods = { supplier: '600002', material: '14020009', order: '4500001167', bin: 'DJ-01' }
/** An order item of the same supplier that nothing has been delivered of. */
const untouched = { order: '4500001197', material: '13020002' }
/** One of the supplier who has an account. */
const ofSupplier = { order: '4500001001', material: '12010010' }
const list = '无单到货单'
const lines = `${list}明细`

/** What lies of a material in a storage location, as the stock search shows it. */
async function stockOf(keeper: Person, text: RegExp): Promise<void> {
  await keeper.open('库存管理', '库存查询')
  await keeper.search(goods.material)
  await keeper
    .table('库存')
    .getByRole('row')
    .filter({ hasText: goods.bin })
    .filter({ hasText: text })
    .first()
    .waitFor()
}

/** Ends what is entered in a cell, as a press beside the table does. */
const leaveCell = (keeper: Person): Promise<void> =>
  keeper.main.getByLabel('备注').filter({ visible: true }).first().click()

/** Enters a quantity of a line. */
async function type(keeper: Person, line: Locator, column: string, text: string): Promise<void> {
  const cell = await keeper.cell(lines, line, column)
  await cell.click()
  await cell.locator('input').fill(text)
  // Enter would begin another line.
  await leaveCell(keeper)
  await expect.poll(() => cell.textContent()).toContain(text)
}

/** Enters a material or bin of a line, which is chosen once it is offered. */
async function pick(keeper: Person, line: Locator, column: string, text: string): Promise<void> {
  const cell = await keeper.cell(lines, line, column)
  await cell.click()
  await cell.locator('input').fill(text)
  await keeper.page
    .locator('.ant-select-dropdown:visible .ant-select-item-option-active')
    .filter({ hasText: text })
    .click()
  await leaveCell(keeper)
  await expect.poll(() => cell.textContent()).toContain(text)
}

/** Registers seven pieces of an order item that came without a delivery note. */
async function registered(
  keeper: Person,
  { order, material }: { order: string; material: string },
): Promise<string> {
  await keeper.open('送货单管理', '送货单补单')
  await keeper.button(`新建${list}`).click()
  await keeper.takeUp('采购订单', order, material, list)
  await keeper.button('供应商未建送货单').click()
  const line = keeper.table(lines).getByRole('row').filter({ hasText: material })
  await type(keeper, line, '到货数量 *', '7')
  const docNo = await keeper.send('登记到货', true)
  expect(docNo).toMatch(/^WD\d+$/)
  return docNo
}

/** Goods that come before their order, or before their delivery note: registered, papered by another person, or sent back. */
export function unannouncedJourney(people: () => People): void {
  test('goods without an order lie off the books until the buyer names it; then they have arrived like any others', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('收货管理', '入库补单')
    await keeper.button(`新建${list}`).click()
    await keeper.fill(keeper.main, '工厂', '1012 澜屿石化乙烯厂')
    await keeper.fill(keeper.main, '库存地点', '1202 乙烯厂管阀配件库')
    await keeper.fill(keeper.main, '供应商', '600002 恒岳管业集团有限公司')
    await keeper.button('紧急采购，订单未下达').click()
    await keeper.fill(keeper.main, '车牌', '澜B·80317')
    await keeper.button('添加一行').click()
    const line = keeper.table(lines).getByRole('row').nth(1)
    await pick(keeper, line, '物料编码 *', goods.material)
    await type(keeper, line, '到货数量 *', '600')
    await pick(keeper, line, '到货货位 *', goods.bin)
    const docNo = await keeper.send('登记到货', true)
    expect(docNo).toMatch(/^WD\d+$/)
    // With those of another truck.
    await stockOf(keeper, /收货冻结.*1,500/)
    // Who has taken them in names no order.
    await keeper.open('收货管理', '入库补单')
    await keeper.search(docNo)
    await keeper.rows(list, docNo).first().getByRole('checkbox').check()
    const toolbar = keeper.page.getByRole('toolbar')
    await toolbar.getByRole('button', { name: '标记进口' }).waitFor()
    expect(await toolbar.getByRole('button', { name: '补单', exact: true }).isDisabled()).toBe(true)

    const buyer = await people().as('buyer')
    await buyer.open('收货管理', '入库补单')
    await buyer.search(docNo)
    await buyer.rows(list, docNo).first().getByRole('checkbox').check()
    await buyer.page.getByRole('toolbar').getByRole('button', { name: '补单', exact: true }).click()
    const dialog = buyer.page.getByRole('dialog', { name: `补单 ${docNo}` })
    // The order that fits is proposed.
    await dialog.getByRole('gridcell', { name: goods.order }).first().waitFor()
    await buyer.fill(dialog, '供应商送货单号', 'FH20261126')
    await dialog.getByRole('button', { name: '补单', exact: true }).click()
    expect(await buyer.toastNumber('补单完成')).toBe(docNo)

    // The goods of the other truck still wait; these have arrived, and are what the storekeeper takes up next.
    await stockOf(keeper, /收货冻结.*900/)
    await keeper.open('收货管理', '到货记录查询')
    await keeper.search(goods.material)
    await keeper
      .table('到货记录')
      .getByRole('row')
      .filter({ hasText: '600002' })
      .filter({ hasText: '已到货' })
      .first()
      .waitFor()
  })

  test('a truck without a delivery note: its order is known, and the supplier hands the note in', async () => {
    const docNo = await registered(await people().as('storekeeper'), ofSupplier)
    const supplier = await people().as('supplier')
    await supplier.open('送货单管理', '送货单维护（供应商）')
    await supplier.choose(list)
    await supplier.act(list, docNo, '补单', { 供应商送货单号: 'FH20261127' })
    await expect.poll(() => supplier.rows(list, docNo).count()).toBe(0)
    // The note is his own, and has arrived.
    await supplier.open('送货单管理', '送货单查询打印')
    await supplier.search(ofSupplier.material)
    const note = supplier.table('送货单').getByRole('row').filter({ hasText: 'FH20261127' })
    await note.first().filter({ hasText: '全部到货' }).waitFor()
  })

  test('a truck that nobody has ordered is sent back', async () => {
    const docNo = await registered(await people().as('storekeeper'), untouched)
    const leader = await people().as('shiftleader')
    await leader.open('送货单管理', '送货单补单')
    await leader.act(list, docNo, '退回供应商', { 退回原因: '采购员确认未订购' })
    await expect.poll(() => leader.rows(list, docNo).count()).toBe(0)
  })
}
