import type { Locator } from 'playwright-core'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import { toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'
import { submittedRequisition } from './documents.ts'

const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** A document beside its list and the dialog of its action, as far as hand and eye meet them. */
export function dialogJourneys(world: () => World): void {
  test('the buttons of a document beside its list are in view when it opens, and stay there while it scrolls', async () => {
    const { docNo } = await submittedRequisition(world(), 6)
    const head = await world().shared('unithead', {
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

  test('Enter does nothing while the effect of an action is computed, and performs it from then on; its button stays under the pointer', async () => {
    const { docNo } = await submittedRequisition(world(), 7)
    const head = await world().shared('unithead', { path: '/pickings/materialApplicationQuery' })
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
    // Whatever has the focus of the dialog, also while it opens.
    const focused = await head.evaluateHandle(() => {
      const names: string[] = []
      addEventListener('focusin', ({ target }) => {
        if (target instanceof Element && target.closest('[role=dialog]') !== null)
          names.push(`${target.tagName} ${target.getAttribute('aria-label') ?? ''}`.trim())
      })
      return names
    })
    await head.getByRole('toolbar').getByRole('button', { name: '批准', exact: true }).click()
    const dialog = head.getByRole('dialog', { name: `批准 ${docNo}` })
    const button = dialog.getByRole('button', { name: '批准', exact: true })
    await dialog.getByText('正在计算影响').first().waitFor()
    await expect
      .poll(() => dialog.evaluate((box) => box.contains(document.activeElement)))
      .toBe(true)
    await head.keyboard.press('Enter')
    // Never its X: Enter would close it.
    expect(new Set(await focused.jsonValue())).toEqual(new Set(['DIV']))
    await dialog.getByText('正在计算影响').first().waitFor()
    await dialog.getByText(/^明细：/).waitFor()
    await button.hover()
    const [dialogBefore, buttonBefore] = [await dialog.boundingBox(), await button.boundingBox()]
    goOn()
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    expect((await dialog.boundingBox())!.height).toBeGreaterThan(dialogBefore!.height)
    const pointer = buttonBefore!.y + buttonBefore!.height / 2
    const place = (await button.boundingBox())!
    expect(place.y).toBeLessThan(pointer)
    expect(place.y + place.height).toBeGreaterThan(pointer)
    await head.keyboard.press('Enter')
    await toast(head).filter({ hasText: '批准完成' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a press counts for the button it began on, also if that moves away before the end of the press; drawn away, it does not', async () => {
    const { docNo } = await submittedRequisition(world(), 8)
    const head = await world().shared('unithead', {
      path: `/pickings/materialApplicationQuery?docNo=${docNo}`,
    })
    const panel = head.locator('.ant-drawer-body:visible')
    await panel.getByRole('button', { name: '批准', exact: true }).click()
    const dialog = head.getByRole('dialog', { name: `批准 ${docNo}` })
    const button = dialog.getByRole('button', { name: '批准', exact: true })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    // As content does that arrives late in a dialog that has no room above.
    const moveAway = (pixels: number): Promise<void> =>
      button.evaluate((one, by) => {
        one.style.translate = `0 ${by}px`
      }, pixels)
    const press = async (whilePressed: () => Promise<void>): Promise<void> => {
      await button.hover()
      await head.mouse.down()
      await whilePressed()
      await head.mouse.up()
    }
    const place = (await button.boundingBox())!
    await press(() => head.mouse.move(place.x + 2, place.y - 60))
    await head.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    expect(await button.isEnabled()).toBe(true)
    expect(await toast(head).count()).toBe(0)
    await press(() => moveAway(60))
    await toast(head).filter({ hasText: '批准完成' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('the dialog of an act whose input may stay empty waits at its button, so that Enter performs it', async () => {
    const poster = await world().shared('poster', { path: '/shippingManagement/outPostAccount' })
    await listDrawn(poster)
    await poster.getByRole('row').getByRole('checkbox').nth(1).check()
    await poster.getByRole('toolbar').getByRole('button', { name: '过账', exact: true }).click()
    const dialog = poster.getByRole('dialog', { name: /^过账/ })
    await dialog.getByLabel('过账日期').waitFor()
    const button = dialog.getByRole('button', { name: '过账', exact: true })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await dialog.getByRole('button', { name: '取消' }).click()
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

  test('a refused form longer than the window leads to what is wrong: the field above, the line below, with its number', async () => {
    const page = await world().shared('supplier', {
      path: '/deliverManager/supplierCreate',
      height: 540,
    })
    const scan = page.getByPlaceholder('扫描或输入相关单号后回车')
    await scan.fill('4500001063')
    await scan.press('Enter')
    const quantities = page.locator('[role=gridcell][col-id=quantity]')
    await quantities.nth(2).waitFor()
    const arrival = page.getByLabel('预计到货日').first()
    // The date of the last note may be in it.
    await arrival.fill(tomorrow)
    await arrival.press('Tab')
    const field = page.locator('.ant-picker').filter({ has: arrival })
    await field.hover()
    await field.locator('.ant-picker-clear').click()
    await expect.poll(() => arrival.inputValue()).toBe('')
    await quantities.nth(2).scrollIntoViewIfNeeded()
    const bar = (await page.getByRole('button', { name: '清空', exact: true }).boundingBox())!
    const isSeen = async (shown: Locator) => {
      const box = await shown.boundingBox()
      return box !== null && box.y > 140 && box.y + box.height < bar.y
    }
    expect(await isSeen(arrival)).toBe(false)
    const submit = page.getByRole('button', { name: '提交（Ctrl+Enter）' })
    await submit.click()
    await expect
      .poll(() => arrival.evaluate((field) => field === document.activeElement))
      .toBe(true)
    await expect.poll(() => isSeen(arrival)).toBe(true)
    await arrival.fill(tomorrow)
    await arrival.press('Tab')

    await quantities.nth(2).click()
    await quantities.nth(2).locator('input').fill('99999')
    await quantities.nth(2).locator('input').press('Enter')
    await arrival.scrollIntoViewIfNeeded()
    await expect.poll(() => isSeen(quantities.nth(2))).toBe(false)
    await submit.click()
    const told = page.getByRole('alert').getByRole('button', { name: /^第 3 行 送货数量：/ })
    await expect.poll(() => isSeen(quantities.nth(2))).toBe(true)
    await expect.poll(() => isSeen(told)).toBe(true)
  })

  test('the lines of a form are numbered as the messages number them, also after one was removed', async () => {
    const page = await world().window('supplier', { path: '/deliverManager/supplierCreate' })
    const scan = page.getByPlaceholder('扫描或输入相关单号后回车')
    await scan.fill('4500001063')
    await scan.press('Enter')
    const form = page.getByRole('group', { name: '送货单明细' })
    const material = form.locator('[role=gridcell][col-id=materialNo]')
    await material.nth(2).waitFor()
    /** Number and material of each line from the top, without the sums. */
    const read = () =>
      form.getByRole('row').evaluateAll((rows) =>
        rows
          .map((row) =>
            ['ag-Grid-LineNumberColumn', 'materialNo'].map(
              (column) =>
                row.querySelector(`[role=gridcell][col-id="${column}"]`)?.textContent ?? '',
            ),
          )
          .filter(([number = '']) => number !== '')
          .toSorted(([one], [other]) => Number(one) - Number(other)),
      )
    const before = await read()
    expect(before.length).toBeGreaterThan(2)
    expect(before.map(([number]) => number)).toEqual(before.map((_, index) => String(index + 1)))
    await form.getByRole('row').getByRole('checkbox').nth(1).check()
    await form.getByRole('button', { name: '移除所选行' }).click()
    await expect
      .poll(read)
      .toEqual(before.slice(1).map(([, goods], index) => [String(index + 1), goods]))
  })
}
