import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { answerMeanwhile, heading, titleOf, toast } from './world.ts'

const receive = '/receive/receivingGoodsWarehouse'
const review = '/receive/auditReceive'

/** Journeys without a mouse: everything must be reachable by keyboard. */
export function keyboardJourneys(world: () => World): void {
  test('a receipt goes from arrival to review with the keyboard alone', async () => {
    const keeper = await world().shared('storekeeper')
    await find(keeper, titleOf(receive))
    await listDrawn(keeper)
    // The empty scan box has the focus; the key for the search leads there all the same.
    await keeper.keyboard.press('/')
    await expect
      .poll(() => keeper.evaluate(() => document.activeElement?.getAttribute('placeholder')))
      .toMatch(/（\/）$/)
    await tickFirstRow(keeper)
    await keeper.getByRole('button', { name: '填写收货单' }).waitFor()
    await keeper.keyboard.press('Control+Enter')
    await keeper.getByRole('grid').filter({ visible: true }).first().waitFor()
    await keeper.getByRole('button', { name: /^收货（Ctrl\+Enter）/ }).waitFor()
    await keeper.keyboard.press('Control+Enter')
    const preview = keeper.getByRole('dialog', { name: /核对将发生的变化/ })
    await pressable(preview, '收货')
    await keeper.keyboard.press('Control+Enter')
    await toast(keeper).filter({ hasText: '收货完成' }).waitFor()
    const docNo = (await toast(keeper).getByRole('link').textContent()) ?? ''
    expect(docNo).toMatch(/^[A-Z]{2}\d+$/)

    const leader = await world().shared('shiftleader')
    await find(leader, titleOf(review))
    await listDrawn(leader)
    await leader.keyboard.press('/')
    await leader.keyboard.type(docNo)
    await leader.keyboard.press('Enter')
    await leader.getByRole('button', { name: docNo, exact: true }).first().waitFor()
    await tickFirstRow(leader)
    await leader.getByRole('button', { name: '审核', exact: true }).waitFor()
    // Keys that come before the goods are shown do nothing, and say why.
    const goods = heldBack()
    const pass = await answerMeanwhile(
      leader,
      /\/api\/documents\/goods-receipt\//,
      async (route) => {
        await goods.arrived
        await route.fallback()
      },
    )
    await leader.keyboard.press('Control+Enter')
    const dialog = leader.getByRole('dialog', { name: `审核 ${docNo}` })
    await dialog.waitFor()
    await leader.keyboard.press('Control+Enter')
    await toast(leader).filter({ hasText: '正在' }).waitFor()
    pass()
    goods.arrive()
    await pressable(dialog, '审核')
    await leader.keyboard.press('Control+Enter')
    await toast(leader).filter({ hasText: '审核完成' }).waitFor()
  })
}

/** Something that arrives when told to. */
function heldBack(): { arrived: Promise<void>; arrive: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { arrived: promise, arrive: resolve }
}

/** Waits until the button of a dialog can be pressed: nobody acts before the goods are shown. */
async function pressable(dialog: Locator, button: string): Promise<void> {
  await dialog.locator('button:enabled').getByText(button, { exact: true }).waitFor()
}

/** Ctrl+K, a few letters, Enter. */
async function find(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '查找' }).waitFor()
  await page.keyboard.type(title)
  await page.getByRole('option').filter({ hasText: title }).first().waitFor()
  await page.keyboard.press('Enter')
  await heading(page, title).waitFor()
}

/** Moves into the list with Tab and selects its first row with the space bar. */
async function tickFirstRow(page: Page): Promise<void> {
  await until(page, 'Tab', () =>
    page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null),
  )
  await until(page, 'ArrowDown', () =>
    page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell'),
  )
  await page.keyboard.press('Space')
  await page
    .getByRole('main')
    .getByText(/已选 1 条/)
    .filter({ visible: true })
    .first()
    .waitFor()
}

async function until(page: Page, key: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isThere()) return
    await page.keyboard.press(key)
    // Waits a frame: a field may move the focus within that time.
    await page.evaluate(nextFrame)
  }
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  throw new Error(`120 presses of ${key} did not lead there; the focus is at ${focused}`)
}

/** Runs in the browser: resolves when the result of a key press is drawn. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
