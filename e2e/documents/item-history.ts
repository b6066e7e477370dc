import { expect } from 'vitest'
import type { Person } from '../support/person.ts'

/** The item of an order in the document view: the sums, an event of each document, and the receipt that it leads to. */
export async function expectItemHistory(
  storekeeper: Person,
  item: Record<'order' | 'material' | 'note' | 'arrival' | 'inspection' | 'receipt', string>,
): Promise<void> {
  const { order, material, note, arrival, inspection, receipt } = item
  await storekeeper.open('外部单据管理', 'SAP采购订单查询')
  await storekeeper.search(order)
  const own = storekeeper.rows('采购订单', order).filter({ hasText: material })
  await own.first().getByText(order).click()
  await storekeeper.page.getByRole('tab', { name: '履历', exact: true }).click()
  await storekeeper.page.getByRole('combobox', { name: '行', exact: true }).click()
  await storekeeper.page
    .getByTitle(new RegExp(`^\\d+ ${material} `))
    .last()
    .click()
  const events = storekeeper.table('履历')
  const received = events.getByRole('row').filter({ hasText: receipt }).filter({ hasText: '收货' })
  await received.first().waitFor()
  for (const [number, event, quantity] of [
    [note, '送货通知', '12.5 米'],
    [arrival, '到货', '12.5 米'],
    [inspection, '检验合格', '10 米'],
    [inspection, '检验不合格', '2.5 米'],
    [receipt, '收货', '10 米'],
  ] as const)
    await events
      .getByRole('row')
      .filter({ hasText: number })
      .filter({ has: storekeeper.page.getByText(event, { exact: true }) })
      .filter({ hasText: quantity })
      .first()
      .waitFor()
  // Others of the demonstration have announced, received and rejected goods of the item, too.
  const sums = storekeeper.page.getByRole('table', { name: '履历合计' })
  await expect
    .poll(() => sums.getByRole('columnheader').allTextContents())
    .toEqual(['业务', '单据', '实物账', 'ERP 账'])
  await received.first().getByText(receipt).click()
  await storekeeper.page.getByRole('heading', { name: receipt }).waitFor()
}
