import { expect, test } from 'vitest'
import { serverOf, supervisorOf } from '../support/product.ts'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { heading, openPage, tab, tabTitles, titleOf } from './world.ts'

const twenty = [
  '/dataCenter/purchaseOrderSearch',
  '/dataCenter/purchaseRequestSearch',
  '/dataCenter/reservedSearch',
  '/dataCenter/salesOrderSearch',
  '/deliverManager/supplierCreate',
  '/deliverManager/supplierMaintain',
  '/deliverManager/buyerMaintain',
  '/deliverManager/deliverAffirm',
  '/deliverManager/queryDelivery',
  '/receive/arrivalAffirm',
  '/receive/receiveRecordRow',
  '/receive/auditReceive',
  '/receive/receivePosting',
  '/pickings/picking',
  '/pickings/pickingEdit',
  '/pickings/materialApplicationQuery',
  '/shippingManagement/outRecode',
  '/base/locationMgr',
  '/base/excessDirectory',
  '/base/materialSearch',
]

/** The server stops while a user works, and comes back. */
export function restartJourneys(world: () => World): void {
  test('a server restart under twenty tabs is one notice, and nothing typed is lost', async () => {
    const page = await world().shared('admin')
    for (const path of twenty) await openPage(page, path)
    await openPage(page, '/base/locationMgr')
    await listDrawn(page)
    await page.keyboard.press('Alt+n')
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog.getByRole('textbox').first().fill('E2E 正在填写')
    const notice = page.getByText('服务器暂时无法访问')
    const server = serverOf(world().product)
    const supervisor = supervisorOf(world().product)
    // A short outage is not shown: the server stays away until the outage is noticed, by a user who only reads.
    process.kill(supervisor, 'SIGSTOP')
    process.kill(server, 'SIGKILL')
    try {
      await notice.waitFor()
    } finally {
      process.kill(supervisor, 'SIGCONT')
    }
    expect(await notice.count()).toBe(1)
    expect(await page.locator('[data-kind][role]').count()).toBeLessThanOrEqual(1)
    await notice.waitFor({ state: 'detached', timeout: 120_000 })
    expect(page.url()).toContain('#/base/locationMgr')
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe('E2E 正在填写')
    expect(await tabTitles(page)).toHaveLength(twenty.length + 1)
    const last = '/dataCenter/purchaseOrderSearch'
    await tab(page, titleOf(last)).click()
    await heading(page, titleOf(last)).waitFor()
    await listDrawn(page)
  })
}
