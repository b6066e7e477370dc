import type { Locator, Page } from 'playwright-core'
import { addDays, todayIn } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import { heading, toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'

/** Presses of one step at most, from the start page; typing a field counts as one. */
const pressesMax = 6
/** From the demonstration company: an open order, and its material, which has batches and is inspected. */
const order = '4500001169'
const material = '15020007'
const tomorrow = addDays(todayIn('Asia/Shanghai', new Date()), 1)

/** A user who does one step from the start page on, and counts. */
class Hand {
  readonly page: Page
  presses = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.presses += 1
    await target.click()
  }

  async type(field: Locator, text: string): Promise<void> {
    this.presses += 1
    await field.fill(text)
    await field.press('Tab')
  }

  /** Types what is looked for and takes what is found. */
  async pick(field: Locator, text: string): Promise<void> {
    this.presses += 1
    await field.fill(text)
    const found = this.page.locator('.ant-select-dropdown:visible').getByTitle(text)
    await this.click(found.first())
  }

  async enter(cell: Locator, text: string): Promise<void> {
    this.presses += 1
    await cell.click()
    const input = cell.locator('input')
    await input.fill(text)
    await input.press('Enter')
    await expect.poll(() => cell.textContent()).toBe(text)
  }

  /**
   * The button of a to-do on the start page. Who has more than the hundred that are shown chooses those of their page
   * first, which counts.
   */
  async takeUp(docNo: string, verb: string, kind?: string): Promise<void> {
    const main = this.page.getByRole('main')
    if (kind !== undefined) {
      const kinds = main.getByRole('group', { name: '按页面筛选' })
      await this.click(kinds.getByRole('button', { name: new RegExp(`^${kind}`) }))
    }
    const entries = main.locator('li').filter({ hasText: docNo })
    await this.click(entries.getByRole('button', { name: new RegExp(`^${verb} `) }))
  }

  /** The document that a to-do opens: its action, and what the dialog of it asks. */
  async perform(
    docNo: string,
    verb: string,
    fill: (dialog: Locator) => Promise<void> = () => Promise.resolve(),
    kind?: string,
  ): Promise<void> {
    await this.takeUp(docNo, verb, kind)
    const panel = this.page.locator('.ant-drawer-body:visible')
    await this.click(panel.getByRole('button', { name: verb, exact: true }))
    const dialog = this.page.getByRole('dialog', { name: `${verb} ${docNo}` })
    await fill(dialog)
    await this.click(dialog.getByRole('button', { name: verb, exact: true }))
  }

  /** The form that a to-do opens: its button, and that of what will change. */
  async submit(verb: string, isPreviewed: boolean): Promise<void> {
    await this.click(this.page.getByRole('button', { name: `${verb}（Ctrl+Enter）` }))
    if (!isPreviewed) return
    const dialog = this.page.getByRole('dialog', { name: `${verb}：核对将发生的变化` })
    await this.click(dialog.getByRole('button', { name: verb, exact: true }))
  }

  /** The number in the toast, and that it took no more presses than it may. */
  async done(verb: string): Promise<string> {
    const told = toast(this.page).filter({ hasText: new RegExp(`${verb}(完成|已提交)`) })
    const docNo = (await told.getByRole('link').textContent()) ?? ''
    expect(this.presses, verb).toBeLessThanOrEqual(pressesMax)
    return docNo
  }
}

/** The main job, each step found on the start page of whoever does it. */
export function pressJourneys(world: () => World): void {
  let hand: Hand | null = null
  /** The next one at work; the one before has gone home. */
  const at = async (account: string): Promise<Hand> => {
    if (hand !== null) await world().release(hand.page)
    hand = new Hand(await world().shared(account))
    return hand
  }

  test('every step from the note to the posted receipt is a to-do of whose turn it is, and takes at most six presses', async () => {
    const supplier = await at('supplier')
    await supplier.click(supplier.page.getByRole('menuitem', { name: '送货单管理' }))
    await supplier.click(supplier.page.getByRole('menuitem', { name: '送货单创建（供应商）' }))
    await heading(supplier.page, '送货单创建（供应商）').waitFor()
    const row = supplier.page
      .getByRole('row')
      .filter({ hasText: order })
      .filter({ hasText: material })
    await supplier.click(row.getByRole('checkbox'))
    await supplier.click(supplier.page.getByRole('button', { name: '填写送货单' }))
    await supplier.type(supplier.page.getByLabel('预计到货日').first(), tomorrow)
    await supplier.submit('提交', false)
    const note = await supplier.done('提交')

    const confirming = await at('storekeeper')
    await confirming.perform(
      note,
      '确认',
      async (dialog) => {
        await confirming.click(dialog.getByLabel('预约时段'))
        await confirming.click(confirming.page.getByTitle('08:00-10:00').locator('visible=true'))
      },
      '送货单确认',
    )
    await confirming.done('确认')

    const arriving = await at('storekeeper')
    await arriving.takeUp(note, '到货确认', '到货确认')
    const goods = arriving.page.getByRole('row').filter({ hasText: material })
    await arriving.enter(goods.locator('[role=gridcell][col-id=batch]'), 'PRESSES1')
    await arriving.submit('到货确认', true)
    const arrival = await arriving.done('到货确认')
    const notice = await noticeOf(arriving.page, arrival)

    const assigning = await at('qualitysupervisor')
    await assigning.perform(notice, '分派', async (dialog) => {
      await assigning.type(dialog.getByLabel('质检单位'), '质量检验站')
      await assigning.pick(dialog.getByLabel('质检员').first(), 'inspector')
    })
    await assigning.done('分派')

    const opening = await at('storekeeper')
    await opening.perform(
      notice,
      '确认开箱时间',
      async (dialog) => {
        await opening.type(dialog.getByLabel('开箱时间').first(), `${tomorrow} 09:00`)
        await opening.type(dialog.getByLabel('开箱地点'), '2 号卸货台')
      },
      '开箱时间确认',
    )
    await opening.done('确认开箱时间')

    const supervising = await at('qualitysupervisor')
    await supervising.perform(notice, '专员确认')
    await supervising.done('专员确认')

    const inspecting = await at('inspector')
    await inspecting.takeUp(notice, '检验结论')
    await inspecting.submit('检验结论', false)
    await inspecting.done('检验结论')
    // The receipt follows on the arrival, not on the inspection.
    await toast(inspecting.page).filter({ hasText: '下一步：到库收货，周海宁' }).waitFor()

    const receiving = await at('storekeeper')
    await receiving.takeUp(arrival, '收货', '到库收货')
    await receiving.submit('收货', true)
    const receipt = await receiving.done('收货')
    expect(receipt).toMatch(/^RK\d{11}$/)

    const reviewing = await at('shiftleader')
    await reviewing.perform(receipt, '审核')
    await reviewing.done('审核')

    const posting = await at('poster')
    await posting.perform(receipt, '过账')
    await posting.done('过账')
  })
}

/** The inspection notice of an arrival, as its link in the next steps names it. */
async function noticeOf(page: Page, arrival: string): Promise<string> {
  await toast(page).getByRole('link', { name: arrival }).click()
  const next = page.getByRole('group', { name: '下一步' })
  const link = next.getByRole('button', { name: /^打开 ZT/ }).first()
  return ((await link.textContent()) ?? '').trim()
}
