import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { Erp } from '../support/erp.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { newToken } from '../support/session.ts'

const material = '19039001'
const order = '4599000002'
const reservation = '2990001'
const place = { plant: '1011', storageLocation: '1103' }
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** The ERP gets a flow meter with a serial number profile, an order for three of them and a reservation of one. */
async function seed(erp: Erp): Promise<void> {
  await erp.lever('seed', {
    products: [
      {
        product: material,
        descriptions: { ZH: '质量流量计 LYM-50（序列号）', EN: 'Mass flow meter' },
        baseUnit: 'EA',
        productGroup: '1903',
        serialNumberProfile: 'ZSN1',
        plants: [place.plant],
        price: '18000',
      },
    ],
    purchaseOrders: [
      {
        purchaseOrder: order,
        companyCode: '1010',
        supplier: '600014',
        orderDate: '2026-11-02',
        items: [
          {
            item: '10',
            product: material,
            ...place,
            quantity: '3',
            unit: 'EA',
            netPrice: '18000',
            deliveryDate: tomorrow,
          },
        ],
      },
    ],
    reservations: [
      {
        reservation,
        movementType: '201',
        reservationDate: '2026-11-10',
        account: { costCenter: '1010110100' },
        goodsRecipient: '常减压车间',
        items: [
          { item: '1', product: material, ...place, quantity: '1', requirementDate: tomorrow },
        ],
      },
    ],
  })
}

/** Reads a mirror of the ERP now, which otherwise happens on a timetable. */
async function synchronise(address: string, mirror: string): Promise<void> {
  const response = await fetch(new URL(`/api/external-documents/${mirror}/synchronise`, address), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await newToken(address, 'admin')}`,
    },
    body: '{}',
  })
  expect(await response.json()).toMatchObject({ resp_code: 0 })
}

/** Sends what a scanner sends: the number, then Enter. */
async function scan(person: Person, ...numbers: string[]): Promise<void> {
  for (const number of numbers) {
    await person.page.keyboard.type(number)
    await person.page.keyboard.press('Enter')
  }
}

/** Goods with serial numbers: scanned at arrival, offered at issue, and found with everything that happened to them. */
export function numberedGoodsJourney(
  people: () => People,
  erp: () => Erp,
  address: () => string,
): void {
  let note = ''
  let receipt = ''
  let issue = ''

  test('an order of goods with serial numbers is announced before they are known', async () => {
    await seed(erp())
    for (const mirror of ['material', 'purchase-order', 'reservation'])
      await synchronise(address(), mirror)
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '送货单创建（采购员）')
    await buyer.takeUp('采购订单', order, material, '送货单')
    await buyer.fill(buyer.main, '预计到货日', tomorrow)
    await buyer.fill(buyer.main, '送货方式', '到库')
    note = await buyer.send('提交', false)
    expect(note).toMatch(/^SH\d{11}$/)
    await people().walk.go('delivery-note', note, 'confirm')
  })

  test('at receipt each piece is scanned; one that is missing is refused at its line, a doubled one is told at once', async () => {
    const storekeeper = await people().as('storekeeper')
    const { page } = storekeeper
    const arrival = await people().walk.next('delivery-note', note, 'arrival', ['confirm'])
    await storekeeper.open('收货管理', '到库收货')
    await storekeeper.takeUp('到货记录', arrival, material, '收货单')
    const line = storekeeper.table('收货单明细').getByRole('row').filter({ hasText: material })
    const cell = await storekeeper.cell('收货单明细', line, '序列号')
    await expect.poll(() => cell.textContent()).toBe('0/3')
    const refused = storekeeper.main.getByRole('alert')
    await storekeeper.button('收货（Ctrl+Enter）').click()
    await refused
      .filter({ hasText: `第 1 行 序列号：物料 ${material} 实行序列号管理` })
      .filter({ hasText: '须有 3 个序列号，已填 0 个' })
      .waitFor()

    await cell.click()
    const pieces = page.getByRole('listbox', { name: '序列号' })
    await pieces.waitFor()
    await scan(storekeeper, 'LYM-0001', 'LYM-0002', 'LYM-0001')
    await page.getByRole('alert').filter({ hasText: 'LYM-0001 重复：已是第 1 个' }).waitFor()
    await page.getByRole('status').filter({ hasText: '2 / 3 件，还差 1 件' }).waitFor()
    await page.keyboard.press('Escape')
    await pieces.waitFor({ state: 'detached' })
    await expect.poll(() => cell.textContent()).toMatch(/2\/3$/)
    // The keyboard is where it was.
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true)
    await storekeeper.button('收货（Ctrl+Enter）').click()
    await refused
      .filter({ hasText: '第 1 行 序列号：已录入 2 个序列号，数量为 3，还差 1 个' })
      .waitFor()
    await cell.focus()
    await scan(storekeeper, 'lym-0003')
    await page.getByRole('status').filter({ hasText: '3 / 3 件，已齐' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => cell.textContent()).toBe('3/3')
    receipt = await storekeeper.send('收货', true)
    await people().walk.go('goods-receipt', receipt, 'review')
  })

  test('an issue is offered the pieces that lie there, and takes the one that was chosen', async () => {
    const requisition = await people().walk.make(
      'requisition',
      { from: 'reservation', docNo: reservation, materialNo: material, quantity: '1' },
      ['submit', 'approve'],
    )

    const storekeeper = await people().as('storekeeper')
    const { page } = storekeeper
    await storekeeper.open('出库管理', '自提出库')
    await storekeeper.takeUp('领料单', requisition, material, '出库单')
    await storekeeper.fill(storekeeper.main, '提货人', '沈一诺')
    const line = storekeeper.table('出库单明细').getByRole('row').filter({ hasText: material })
    const cell = await storekeeper.cell('出库单明细', line, '序列号')
    await cell.click()
    const pieces = page.getByRole('listbox', { name: '序列号' })
    await pieces.getByRole('option', { name: 'LYM-0003' }).waitFor()
    await page.getByRole('button', { name: '全部移除' }).click()
    await scan(storekeeper, 'LYM-0009')
    await pieces.getByText('不在可选的件中').waitFor()
    await pieces.getByRole('button', { name: '移除 LYM-0009' }).click()
    await pieces.getByRole('option', { name: 'LYM-0002' }).click()
    await page.getByRole('status').filter({ hasText: '1 / 1 件，已齐' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => cell.textContent()).toBe('LYM-0002')
    issue = await storekeeper.send('出库', true)
  })

  test('a serial number leads to where the piece is and to each of its movements', async () => {
    const storekeeper = await people().as('storekeeper')
    const { page } = storekeeper
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: '查找' })
    await palette.getByRole('combobox').fill('lym-0002')
    await palette.getByRole('option', { name: /LYM-0002 19039001.*不在库/ }).waitFor()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: '序列号 LYM-0002' })
    await panel.getByText('不在库').waitFor()
    for (const docNo of [receipt, issue])
      await panel.getByRole('row').filter({ hasText: docNo }).first().waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    // From the stock the other pieces are reached too.
    await storekeeper.search(material)
    const row = storekeeper.rows('库存', material).first()
    await (await storekeeper.cell('库存', row, '数量')).getByRole('button', { name: '2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'LYM-0003', exact: true }).click()
    const other = page.getByRole('dialog', { name: '序列号 LYM-0003' })
    await other.getByText('在库', { exact: true }).waitFor()
    await other.getByRole('button', { name: receipt }).first().click()
    await storekeeper.heading(receipt).waitFor()
    expect(await storekeeper.main.getByText('LYM-0003').count()).toBeGreaterThan(0)
  })
}
