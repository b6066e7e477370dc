import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { heading, tabTitles, titleOf } from './world.ts'

const orders = '/dataCenter/purchaseOrderSearch'

/** Back in the browser's history. */
export function historyJourneys(world: () => World): void {
  test('Back closes the open document first, and from a page opened by its address it leads home, not out of the product', async () => {
    const page = await world().window('admin', { path: orders })
    await listDrawn(page)
    const number = page.getByRole('main').getByRole('gridcell').getByRole('button')
    const panel = page.locator('.ant-drawer-open')
    const openFirst = async () => {
      await number.first().click()
      await panel.waitFor()
    }
    await openFirst()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    expect(page.url()).toContain(`#${orders}`)
    // Closed by its button it leaves no step behind.
    await openFirst()
    await panel.getByRole('button', { name: /^(关闭|Close)$/ }).click()
    await panel.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(history.state)))
      .not.toContain('"step"')
    await page.goBack()
    await heading(page, titleOf(orders)).waitFor({ state: 'hidden' })
    await page.waitForURL(/#\/index/)
    expect(await tabTitles(page)).toEqual(['首页', titleOf(orders)])
  })
}
