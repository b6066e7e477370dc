import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import { toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'
import { submittedRequisition } from './documents.ts'

/** A document beside its list and the dialog of its action, as far as hand and eye meet them. */
export function dialogJourneys(world: () => World): void {
  test('the buttons of a document beside its list are in view when it opens, and stay there while it scrolls', async () => {
    const { docNo } = await submittedRequisition(world(), 6)
    const head = await world().window('unithead', {
      path: `/pickings/materialApplicationQuery?docNo=${docNo}`,
    })
    const panel = head.locator('.ant-drawer-body:visible')
    const approve = panel.getByRole('button', { name: '批准', exact: true })
    await approve.waitFor()
    await panel.getByRole('gridcell').first().waitFor()
    const bottomOf = async () => {
      const box = (await approve.boundingBox())!
      return box.y + box.height
    }
    expect(await bottomOf()).toBeLessThanOrEqual(768)
    const before = await bottomOf()
    await panel.getByText('单据信息').hover()
    await head.mouse.wheel(0, 600)
    await expect.poll(() => panel.getByText('制单时间').boundingBox()).not.toBeNull()
    expect(await bottomOf()).toBe(before)
  })

  test('Enter does nothing while the effect of an action is computed, and performs it from then on', async () => {
    const { docNo } = await submittedRequisition(world(), 7)
    const head = await world().window('unithead', { path: '/pickings/materialApplicationQuery' })
    await listDrawn(head)
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await head.route(
      ({ pathname }) => pathname.endsWith('/preview'),
      async (route) => {
        await held
        await route.continue()
      },
    )
    const row = head.getByRole('row').filter({ hasText: docNo }).first()
    await row.getByRole('checkbox').check()
    await head.getByRole('toolbar').getByRole('button', { name: '批准', exact: true }).click()
    const dialog = head.getByRole('dialog', { name: `批准 ${docNo}` })
    const button = dialog.getByRole('button', { name: '批准', exact: true })
    await dialog.getByText('正在计算影响').first().waitFor()
    // The dialog takes the focus when it has opened, not its X.
    await expect
      .poll(() => dialog.evaluate((box) => box.contains(document.activeElement)))
      .toBe(true)
    await head.keyboard.press('Enter')
    await dialog.getByText('正在计算影响').first().waitFor()
    goOn()
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await head.keyboard.press('Enter')
    await toast(head).filter({ hasText: '批准完成' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
  })
}
