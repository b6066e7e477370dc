import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import type { People } from '../support/people.ts'
import { drawSignature, photo, withoutPrintDialog } from '../support/hand-over.ts'
import { done } from '../support/person.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: a vehicle, and its usual driver, who has an account. */
const vehicle = '闽H·6K215'
const today = todayIn('Asia/Shanghai', new Date())
const tomorrow = addDays(today, 1)

const cell = (person: Person, day: string): Locator =>
  person.main.getByRole('cell', { name: `${vehicle} ${day}`, exact: true })

/** Completes what the board asks for where the materials have no weight. */
async function weigh(person: Person, docNo: string): Promise<void> {
  const dialog = person.page.getByRole('dialog', { name: `分配 ${docNo}` })
  const placed = cell(person, tomorrow).getByRole('button', { name: docNo })
  await dialog.or(placed).first().waitFor()
  if (!(await dialog.isVisible())) return
  await person.fill(dialog, '总重（kg）', '86')
  await dialog.getByRole('button', { name: '分配', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The driver hands over: who receives signs on the screen, and the camera takes a picture. */
async function signFor(driver: Person, docNo: string, name: string): Promise<void> {
  const { page } = driver
  await driver.search(docNo)
  await driver.rows('配送单', docNo).first().getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: '签收', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `签收 ${docNo}` })
  await driver.fill(dialog, '签收人', name)
  await dialog.getByText(`签名人 ${name}`).waitFor()
  await drawSignature(page, dialog)
  await dialog.locator('input[type=file]').setInputFiles(photo)
  await dialog.getByRole('img', { name: '照片 1' }).waitFor()
  await dialog.getByRole('button', { name: '签收', exact: true }).click()
  expect(await driver.toastNumber(done('签收'))).toBe(docNo)
  await dialog.waitFor({ state: 'hidden' })
}

/** Goods are put onto a trip by dragging and by keyboard, loaded, brought to the unit and signed for. */
export function distributionJourney(people: () => People): void {
  test('an order is dragged onto a vehicle and day, carried to another day by keyboard, loaded, delivered and signed for', async () => {
    const leader = await people().as('shiftleader')
    await leader.open('配送管理', '配送单分配')
    const waiting = leader.main.getByRole('region', { name: /^待分配/ })
    const card = waiting.getByRole('button').first()
    const docNo = (await card.locator('strong').textContent())!
    await card.dragTo(cell(leader, tomorrow))
    await weigh(leader, docNo)
    const placed = cell(leader, tomorrow).getByRole('button', { name: docNo })
    await placed.waitFor()

    // Space picks it up, an arrow leads to today, Enter drops it there.
    await placed.focus()
    await leader.page.keyboard.press('Space')
    await leader.page.keyboard.press('ArrowLeft')
    await leader.main
      .getByRole('status')
      .filter({ hasText: `已拿起 ${docNo}：${vehicle} ${today}` })
      .waitFor()
    await leader.page.keyboard.press('Enter')
    await cell(leader, today).getByRole('button', { name: docNo }).waitFor()
    await placed.waitFor({ state: 'detached' })
    // The keyboard stays with it.
    await expect
      .poll(() => leader.page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toContain(docNo)

    const trip = cell(leader, today)
      .locator('div')
      .filter({ has: leader.page.getByRole('button', { name: docNo }) })
      .last()
    await trip.getByRole('button', { name: /装车单$/ }).click()
    const sheet = leader.page.getByRole('dialog', { name: '装车单' })
    await sheet.getByRole('rowheader', { name: docNo }).first().waitFor()
    await leader.page.keyboard.press('Escape')

    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('配送管理', '配送单编辑')
    await storekeeper.act('配送单', docNo, '装车')
    const driver = await people().as('driver')
    await driver.open('配送管理', '配送单编辑')
    await driver.act('配送单', docNo, '出发')
    await signFor(driver, docNo, '沈一诺')

    await storekeeper.open('配送管理', '配送单查询')
    await storekeeper.search(docNo)
    const line = storekeeper.rows('配送单', docNo).first()
    await expect.poll(() => line.textContent()).toContain('已签收')
    await line.getByRole('button', { name: docNo }).click()
    await storekeeper.page.getByRole('tab', { name: '附件' }).click()
    const panel = storekeeper.page.getByRole('dialog').filter({ hasText: docNo })
    await panel.getByText(/手写签名 · /).waitFor()
    await panel.getByText(/交接照片 · /).waitFor()
    // Evidence of the signature: nobody is offered to remove it.
    expect(await panel.getByRole('button', { name: /^删除 / }).count()).toBe(0)
    // The signature is printed, with who signed.
    await withoutPrintDialog(storekeeper.page)
    await panel.getByRole('button', { name: '打印', exact: true }).click()
    const paper = storekeeper.page.frameLocator('#print-frame')
    await paper.getByRole('img', { name: '沈一诺' }).waitFor({ state: 'attached' })
    await storekeeper.page.getByRole('tab', { name: '单据流' }).click()
    const flow = storekeeper.page.getByRole('group', { name: '单据流' })
    const issue = (await flow.getByRole('button', { name: /CK\d+/ }).first().textContent())!
    await leader.open('出库管理', '出库审核')
    await leader.act('出库单', issue.match(/CK\d+/)![0], '审核')
  })

  test('goods of a picking are handed over for delivery, and the order is cancelled: they are in their bin again', async () => {
    const storekeeper = await people().as('storekeeper')
    await storekeeper.openStep('出库管理', '出库记录查询', '配送出库')
    const first = storekeeper.table('出库单').getByRole('row').filter({ hasText: /CK\d+/ }).first()
    const issue = (await first.getByRole('button', { name: /CK\d+/ }).textContent())!
    await storekeeper.act('出库单', issue, '配送出库', { 配送点位: '催化装置 2 号门' })

    const leader = await people().as('shiftleader')
    await leader.open('配送管理', '配送单分配')
    await leader.main.getByText('列表', { exact: true }).click()
    await leader.search(issue)
    const row = leader.table('配送单').getByRole('row').filter({ hasText: '待分配' }).first()
    const order = (await row.getByRole('button', { name: /PS\d+/ }).textContent())!
    await leader.act('配送单', order, '取消配送', { 取消原因: '不再需要' })
    await storekeeper.open('出库管理', '出库记录查询')
    await storekeeper.search(issue)
    await expect
      .poll(() => storekeeper.rows('出库单', issue).first().textContent())
      .toContain('已冲销')
  })
}
