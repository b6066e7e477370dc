import { expect, test } from 'vitest'
import { heading, titleOf } from '../shell/world.ts'
import type { World } from '../shell/world.ts'

/** What lists offer to those who work in them. */
export function listJourneys(world: () => World): void {
  test('pages hidden from the menu are named in the toolbar of the pages of their document, to those who may open them', async () => {
    const poster = await world().window('poster', { path: '/shippingManagement/outRecode' })
    const main = poster.getByRole('main')
    await main.getByRole('button', { name: '出库冲销', exact: true }).waitFor()
    await main.getByRole('button', { name: '出库过账', exact: true }).click()
    await heading(poster, titleOf('/shippingManagement/outPostAccount')).waitFor()
    await main
      .getByRole('button', { name: '出库冲销', exact: true })
      .filter({ visible: true })
      .waitFor()
    for (const path of ['/shippingManagement/selfDelivery', '/shippingManagement/auditShipping']) {
      const admin = await world().window('admin', { path })
      await heading(admin, titleOf(path)).waitFor()
      await admin.getByRole('main').getByRole('button', { name: '出库过账', exact: true }).waitFor()
    }
    const leader = await world().window('shiftleader', {
      path: '/shippingManagement/auditShipping',
    })
    await heading(leader, titleOf('/shippingManagement/auditShipping')).waitFor()
    expect(await leader.getByRole('main').getByRole('button', { name: '出库过账' }).count()).toBe(0)
  })
}
