import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { Erp } from '../support/erp.ts'
import type { People } from '../support/people.ts'
import { newToken } from '../support/session.ts'

const material = '16039001'
const order = '4599000001'
const place = { plant: '1011', storageLocation: '1103' }
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** The ERP gets a motor that it values as new or as repaired, and an order for three of them that names neither. */
async function seed(erp: Erp): Promise<void> {
  await erp.lever('seed', {
    products: [
      {
        product: material,
        descriptions: { ZH: '隔爆型电动机 YBX4-132S（分割评估）', EN: 'Flameproof motor' },
        baseUnit: 'EA',
        productGroup: '1603',
        valuationCategory: 'C',
        valuationTypes: ['NEW', 'REPAIRED'],
        plants: [place.plant],
        price: '4200',
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
            netPrice: '4200',
            deliveryDate: tomorrow,
          },
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

/** Goods with split valuation: chosen as new at arrival, in stock and in the ERP's document under that type. */
export function valuedGoodsJourney(
  people: () => People,
  erp: () => Erp,
  address: () => string,
): void {
  let note = ''

  test('an order of goods with split valuation is announced without saying as what they are valued', async () => {
    await seed(erp())
    for (const mirror of ['material', 'purchase-order']) await synchronise(address(), mirror)
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '送货单创建（采购员）')
    await buyer.takeUp('采购订单', order, material, '送货单')
    await buyer.fill(buyer.main, '预计到货日', tomorrow)
    await buyer.fill(buyer.main, '送货方式', '到库')
    note = await buyer.send('提交', false)
    expect(note).toMatch(/^SH\d{11}$/)
  })

  test('at arrival one of the two valuation types is chosen; without one the line says which there are', async () => {
    const storekeeper = await people().as('storekeeper')
    await people().walk.go('delivery-note', note, 'confirm')
    await storekeeper.open('收货管理', '到货确认')
    await storekeeper.takeUp('送货单', note, material, '到货记录')
    await storekeeper.fill(storekeeper.main, '外观检查', '完好')
    await storekeeper.button('到货确认（Ctrl+Enter）').click()
    await storekeeper.main
      .getByRole('alert')
      .filter({ hasText: /须选择评估类型（NEW \/ REPAIRED）/ })
      .waitFor()
    const line = storekeeper.table('到货记录明细').getByRole('row').filter({ hasText: material })
    await storekeeper.enter('到货记录明细', line, '评估类型', 'REPAIRED')
    // More than is ordered may be a typing error: the buyer is told only if the storekeeper says so.
    const quantity = await storekeeper.cell('到货记录明细', line, '到货数量 *')
    const arrives = async (text: string) => {
      await quantity.click()
      await quantity.locator('input').fill(text)
      await storekeeper.page.keyboard.press('Enter')
    }
    await arrives('4')
    await storekeeper.button('到货确认（Ctrl+Enter）').click()
    const refused = storekeeper.main.getByRole('alert')
    await refused.filter({ hasText: /比订单行 \S+ 允许的多 1/ }).waitFor()
    await storekeeper.button('登记问题单据').click()
    await refused.filter({ hasText: /已登记问题单据 WT\d+ 交采购员/ }).waitFor()
    // One press enters what is permitted here, and the rest in the form of goods without papers, where it is registered.
    await storekeeper.button('改为允许的数量，多到的登记无单到货').click()
    await storekeeper.heading('入库补单').waitFor()
    const rest = storekeeper.table('无单到货单明细').getByRole('row').filter({ hasText: material })
    const more = await storekeeper.cell('无单到货单明细', rest, '到货数量 *')
    await expect.poll(() => more.textContent()).toBe('1')
    expect(await storekeeper.send('登记到货', true)).toMatch(/^WD\d+$/)
    await storekeeper.open('收货管理', '到货确认')
    await expect.poll(() => quantity.textContent()).toBe('3')
    const arrival = await storekeeper.send('到货确认', true)
    await people().walk.next('arrival', arrival, 'goods-receipt', ['receive'])
    await storekeeper.open('库存管理', '库存查询')
    await storekeeper.search(material)
    const row = storekeeper.table('库存').getByRole('row').filter({ hasText: material }).first()
    const batch = await storekeeper.cell('库存', row, '批次')
    await expect.poll(() => batch.textContent()).toBe('REPAIRED')
  })
}
