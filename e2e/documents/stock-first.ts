import { expect, test } from 'vitest'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { Erp } from '../support/erp.ts'
import type { People } from '../support/people.ts'
import { newToken } from '../support/session.ts'

/** From the demonstration company: goods that lie in the warehouse of plant 1011, and the supplier of them. */
const goods = { product: '14010006', plant: '1011', storageLocation: '1102', unit: 'SET' }
const supplier = { no: '600005', name: '600005 立岑紧固件有限公司' }
const request = '19000001'
const order = '4599000091'
const list = '采购申请送货单'
const requestPage = '送货单审批（采购申请）'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** A unit of the plant asks for five sets; purchasing has ordered them or has not. */
async function seed(erp: Erp, isOrdered: boolean): Promise<void> {
  const item = { item: '10', ...goods, quantity: '5', deliveryDate: tomorrow }
  await erp.lever('seed', {
    requisitions: [
      {
        requisition: request,
        items: [
          {
            ...item,
            price: '120',
            requisitioner: '林澈',
            ...(isOrdered
              ? { orderedQuantity: '3', purchaseOrder: order, purchaseOrderItem: '10' }
              : {}),
          },
        ],
      },
    ],
    ...(isOrdered
      ? {
          purchaseOrders: [
            {
              purchaseOrder: order,
              companyCode: '1010',
              supplier: supplier.no,
              orderDate: '2026-11-02',
              items: [{ ...item, quantity: '3', netPrice: '120' }],
            },
          ],
        }
      : {}),
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

/** Goods announced before they are ordered: a part is taken from the stock, the rest approved, ordered and delivered. */
export function stockFirstJourney(
  people: () => People,
  erp: () => Erp,
  address: () => string,
): void {
  let announcement = ''
  let requisition = ''

  test('a buyer announces goods of a purchase request', async () => {
    await seed(erp(), false)
    await synchronise(address(), 'purchase-request')
    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '送货单维护（采购员）')
    await buyer.choose(list)
    await buyer.button(`新建${list}`).click()
    await buyer.takeUp('采购申请', request, goods.product, list)
    await buyer.fill(buyer.main, '供应商', supplier.name)
    await buyer.fill(buyer.main, '先于订单的原因', '框架协议供货')
    await buyer.fill(buyer.main, '预计到货日', tomorrow)
    announcement = await buyer.send('提交审批', false)
    expect(announcement).toMatch(/^SQ\d+$/)
  })

  test('who approves sees the stock beside the line and takes a part of it; the unit has a requisition', async () => {
    const engineer = await people().as('engineer')
    await engineer.open('送货单管理', requestPage)
    await engineer.search(announcement)
    await engineer
      .rows(list, announcement)
      .first()
      .getByRole('button', { name: announcement })
      .click()
    const panel = engineer.page.getByRole('dialog').filter({ hasText: announcement })
    const stock = panel
      .getByRole('table', { name: '先利库后采购' })
      .getByRole('row')
      .filter({ hasText: `${goods.plant}/${goods.storageLocation}` })
      .filter({ hasText: '自有可用' })
    await stock.first().getByRole('button', { name: '利用', exact: true }).click()
    const dialog = engineer.page.getByRole('dialog', { name: `利用库存：${goods.product}` })
    // Proposed for the unit whose head asked.
    await expect.poll(() => dialog.textContent()).toContain('催化裂化车间')
    await engineer.fill(dialog, '利库数量', '2')
    await dialog.getByRole('button', { name: '利用库存', exact: true }).click()
    expect(await engineer.toastNumber('已利用库存，领料单已提交')).toBe(announcement)
    await engineer.page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    // What was taken stands beside, on the same page.
    await engineer.choose('领料单')
    const taken = engineer
      .table('领料单')
      .getByRole('row')
      .filter({ hasText: `${request}/10` })
    requisition = (await taken.first().getByRole('button').first().textContent()) ?? ''
    expect(requisition).toMatch(/^LL\d+$/)
    await engineer.choose(list)

    await people().walk.go('requisition', requisition, 'approve')
    // The storekeeper issues what was in stock all the time.
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('领料申请管理', '外向领料单处理')
    await storekeeper.search(requisition)
    await storekeeper.rows('领料单', requisition).first().waitFor()
  })

  test('the rest is approved, and becomes a delivery note for the warehouse once it is ordered', async () => {
    const engineer = await people().as('engineer')
    await engineer.open('送货单管理', requestPage)
    await engineer.act(list, announcement, '批准')

    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '送货单维护（采购员）')
    await buyer.choose(list)
    await buyer.search(announcement)
    await buyer.rows(list, announcement).first().getByRole('checkbox').check()
    await buyer.page.getByRole('toolbar').getByRole('button', { name: '转送货单' }).click()
    const dialog = buyer.page.getByRole('dialog', { name: `转送货单 ${announcement}` })
    await dialog.getByRole('button', { name: '转送货单', exact: true }).click()
    await dialog
      .getByRole('alert')
      .filter({ hasText: `采购申请 ${request}/10 还没有采购订单` })
      .waitFor()
    await dialog.getByRole('button', { name: '取消', exact: true }).click()
    await seed(erp(), true)
    for (const mirror of ['purchase-order', 'purchase-request'])
      await synchronise(address(), mirror)
    await buyer.act(list, announcement, '转送货单')

    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('送货单管理', '送货单确认（仓管员）')
    await storekeeper.search(goods.product)
    const note = storekeeper.table('送货单').getByRole('row').filter({ hasText: supplier.no })
    const docNo = await note.first().getByRole('button').first().textContent()
    expect(docNo).toMatch(/^SH\d+$/)
    await storekeeper.act('送货单', docNo!, '确认', {
      预约时段: '08:00-10:00',
      卸货地点: '2 号卸货台',
    })
    // Its flow begins with the request and shows what was taken from the stock.
    await buyer.open('外部单据管理', '采购申请查询')
    await buyer.choose(list)
    await buyer.search(announcement)
    await buyer.rows(list, announcement).first().getByRole('button', { name: announcement }).click()
    await buyer.page.getByRole('tab', { name: '单据流' }).click()
    const flow = buyer.page.getByRole('group', { name: '单据流' })
    for (const no of [request, requisition, docNo!])
      await flow.getByRole('button', { name: no }).waitFor()
  })
}
