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

  test('the scan box says in both languages what it takes, and is wide enough to say it', async () => {
    const keeper = await world().window('storekeeper', { path: '/receive/arrivalAffirm' })
    for (const [language, words] of [
      ['语言 EN', '扫描或输入相关单号后回车'],
      ['Language 中', 'Scan or type a related number'],
    ] as const) {
      const box = keeper.getByPlaceholder(words)
      await box.waitFor()
      const room = await box.evaluate((input: HTMLInputElement) => {
        const pen = document.createElement('canvas').getContext('2d')!
        pen.font = getComputedStyle(input).font
        return input.clientWidth - pen.measureText(input.placeholder).width
      })
      expect(room, words).toBeGreaterThan(0)
      await keeper.getByRole('button', { name: language }).click()
    }
  })
}
