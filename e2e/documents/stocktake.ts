import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const lines = '盘点单明细'

/** Finds the order in the worklist, ticks it and opens the dialog of the action. */
async function open(person: Person, docNo: string, verb: string): Promise<Locator> {
  await person.search(docNo)
  await person.rows('盘点单', docNo).first().getByRole('checkbox').check()
  await person.button(verb).click()
  return person.page.getByRole('dialog', { name: `${verb} ${docNo}` })
}

/** The same for what is entered of its lines. */
async function begin(person: Person, docNo: string, verb: string): Promise<Locator> {
  const dialog = await open(person, docNo, verb)
  // Keys go where the page has put the cursor.
  await dialog.locator('.ag-cell-focus').waitFor()
  return dialog
}

const header = (within: Locator, column: string): Locator =>
  within.getByRole('columnheader', { name: column, exact: true })

/** Where a box ends on the right, pixels. */
async function rightEdge(found: Locator): Promise<number> {
  const box = await found.boundingBox()
  return box === null ? Infinity : box.x + box.width
}

const columns = async (dialog: Locator): Promise<string[]> =>
  (await dialog.getByRole('columnheader').allTextContents()).map((words) => words.trim())

/** Blind counts, with the adjustment and its partial reversal. */
export function stocktakeJourney(people: () => People): void {
  test('a blind count: ordered from the stock, counted by keyboard without seeing the books, explained, adjusted and partly taken back', async () => {
    const engineer = await people().as('engineer')
    await engineer.open('盘点管理', '盘点单创建')
    const ticks = engineer.table('库存').getByRole('checkbox')
    await ticks.nth(1).check()
    await ticks.nth(2).check()
    await engineer.button('填写盘点单').click()
    await engineer.fill(engineer.main, '盘点类型', '循环盘点')
    await engineer.main.getByLabel('盲盘').click()
    const docNo = await engineer.send('下达盘点', false)

    const keeper = await people().as('storekeeper')
    await keeper.open('盘点管理', '盘点结果录入')
    const asked: string[] = []
    keeper.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const counting = await begin(keeper, docNo, '录入实盘')
    expect((await columns(counting)).filter((words) => /账面|差异/.test(words))).toEqual([])
    await expect
      .poll(() => counting.locator('.ag-cell-focus').getAttribute('col-id'))
      .toBe('countedQuantity')
    // Sent too early: why not, and no cell is edited by the key that sends.
    await keeper.page.keyboard.press('Control+Enter')
    await counting.getByText('请先录入明细').waitFor()
    await keeper.page.keyboard.press('Control+Enter')
    await keeper.page.getByRole('status').filter({ hasText: '请先录入明细' }).last().waitFor()
    expect(await counting.locator('.ag-cell-inline-editing').count()).toBe(0)
    await keeper.page.keyboard.type('0')
    await keeper.page.keyboard.press('Enter')
    await keeper.page.keyboard.type('900')
    await keeper.page.keyboard.press('Enter')
    await counting.getByText('已录入 2 / 2 行').waitFor()
    await keeper.page.keyboard.press('Control+Enter')
    expect(await keeper.toastNumber('录入实盘完成')).toBe(docNo)
    // Whoever has entered everything does not wait for movements that are not shown.
    expect(asked.filter((path) => path.endsWith('/moves'))).toEqual([])

    // Far beyond the tolerance: another person counts again, and sees neither the books nor what was counted first.
    const counter = await people().as('counter')
    await counter.open('盘点管理', '盘点结果录入')
    const again = await begin(counter, docNo, '录入复盘')
    expect((await columns(again)).filter((words) => /账面|差异|实盘/.test(words))).toEqual([])
    await counter.page.keyboard.type('0')
    await counter.page.keyboard.press('Enter')
    await counter.page.keyboard.type('900')
    await counter.page.keyboard.press('Enter')
    await again.getByText('已录入 2 / 2 行').waitFor()
    await counter.page.keyboard.press('Control+Enter')
    expect(await counter.toastNumber('录入复盘完成')).toBe(docNo)

    await engineer.open('盘点管理', '盘点差异处理')
    const explaining = await begin(engineer, docNo, '处理差异')
    expect((await columns(explaining)).filter((words) => /账面|差异数量/.test(words))).toEqual([
      '账面数量',
      '差异数量',
    ])
    // What is decided about is in view, left of the cells to be filled in.
    expect(await rightEdge(header(explaining, '差异数量'))).toBeLessThanOrEqual(
      (await header(explaining, '差异原因 *').boundingBox())?.x ?? 0,
    )
    for (const index of [1, 2]) {
      const row = engineer.table(lines).getByRole('row').nth(index)
      await engineer.enter(lines, row, '差异原因 *', index === 1 ? '丢失' : '发现账外实物')
    }
    await explaining.getByRole('button', { name: '处理差异', exact: true }).click()
    expect(await engineer.toastNumber('处理差异完成')).toBe(docNo)

    // Worth more than the limit of the company: reviewed by the shift leader, approved by the director, and only then
    // adjusted. The shift leader sees no amounts, and reads the reason without figures.
    const leader = await people().as('shiftleader')
    await leader.open('盘点管理', '盘点差异处理')
    const reviewing = await open(leader, docNo, '差异审核')
    await reviewing.getByText('需要：超过公司限额').waitFor()
    await reviewing.getByText('待主任审批').waitFor()
    await reviewing.getByText('不改变库存数量和占用').waitFor()
    expect(await reviewing.getByText('差异金额').count()).toBe(0)
    await reviewing.getByRole('button', { name: '差异审核', exact: true }).click()
    expect(await leader.toastNumber('差异审核完成')).toBe(docNo)

    const chief = await people().as('chief')
    await chief.open('盘点管理', '盘点差异处理')
    await chief.search(docNo)
    await chief.rows('盘点单', docNo).first().getByRole('checkbox').check()
    // One row of buttons; what does not fit is in the menu, with the reason.
    const bar = chief.page.getByRole('toolbar')
    await bar.getByRole('button', { name: '更多操作' }).click()
    await chief.page.getByRole('menuitem', { name: /^调账冲销.*当前为“待主任审批”/ }).waitFor()
    await chief.page.keyboard.press('Escape')
    expect((await bar.boundingBox())?.height).toBeLessThan(48)
    await chief.rows('盘点单', docNo).first().getByRole('checkbox').uncheck()
    // Opened beside the list, the document shows the differences without scrolling.
    await chief.rows('盘点单', docNo).first().getByRole('button', { name: docNo }).click()
    const beside = chief.page.getByRole('dialog').filter({ hasText: docNo })
    await expect
      .poll(() => rightEdge(header(beside, '差异数量')))
      .toBeLessThanOrEqual(await rightEdge(beside))
    await beside.getByRole('button', { name: '关闭', exact: true }).click()
    await beside.waitFor({ state: 'hidden' })
    await chief.act('盘点单', docNo, '主任批准')
    // Above the limit the director approves the reversal too, which is why somebody else asks for it.
    await engineer.act('盘点单', docNo, '冲销申请', { 冲销原因: '数量录入错误' })
    await leader.act('盘点单', docNo, '同意冲销')
    await chief.act('盘点单', docNo, '主任同意冲销')
    const back = await begin(chief, docNo, '部分冲回')
    const row = chief.table(lines).getByRole('row').nth(2)
    const cell = await chief.cell(lines, row, '冲回数量 *')
    const type = async (quantity: string): Promise<void> => {
      await cell.click()
      await cell.locator('input').fill(quantity)
      await chief.page.keyboard.press('Enter')
    }
    await type('1000')
    await back.getByText(/超过该行的已调账数量 8\d\d 个；请改小/).waitFor()
    await type('300')
    await back.getByRole('row').filter({ hasText: '盘点差异' }).first().waitFor()
    await back.getByRole('button', { name: '部分冲回', exact: true }).click()
    expect(await chief.toastNumber('部分冲回完成')).toBe(docNo)

    const poster = await people().as('poster')
    await poster.open('盘点管理', '盘点差异处理')
    await poster.act('盘点单', docNo, '过账')
    await expect
      .poll(
        async () => {
          await poster.search(docNo)
          return poster.rows('盘点单', docNo).first().textContent()
        },
        { timeout: 20_000 },
      )
      .toContain('已过账')
  })

  test('several orders are counted in one go, each with the cells of its own lines', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('盘点管理', '盘点结果录入')
    await keeper.search('PD')
    const rows = keeper.table('盘点单').getByRole('row').filter({ hasText: '盘点中' })
    await rows.nth(0).getByRole('checkbox').check()
    await rows.nth(1).getByRole('checkbox').check()
    await keeper.button('录入实盘').click()
    const dialog = keeper.page.getByRole('dialog', { name: '录入实盘 2 项' })
    const orders = dialog.getByRole('listbox', { name: '盘点单' }).getByRole('option')
    await expect.poll(() => orders.count()).toBe(2)
    for (const index of [0, 1]) {
      await orders.nth(index).click()
      const first = keeper.table(lines).getByRole('row').nth(1)
      await (await keeper.cell(lines, first, '实盘数量 *')).click()
      await keeper.page.keyboard.type('3')
      await keeper.page.keyboard.press('Enter')
      await dialog.getByText('已录入 1 / 4 行').waitFor()
      await orders.nth(index).getByText('✓').waitFor()
    }
    await keeper.page.keyboard.press('Control+Enter')
    await dialog.getByText('录入实盘完成 2 项').waitFor()
  })
}
