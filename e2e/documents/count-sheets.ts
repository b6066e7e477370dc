import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const lines = '盘点单明细'

/** Finds the order in the worklist, ticks it and opens the dialog of the action with its lines. */
async function begin(person: Person, docNo: string, verb: string): Promise<Locator> {
  await person.search(docNo)
  await person.rows('盘点单', docNo).first().getByRole('checkbox').check()
  await person.button(verb).click()
  const dialog = person.page.getByRole('dialog', { name: `${verb} ${docNo}` })
  // Keys go where the page has put the cursor.
  await dialog.locator('.ag-cell-focus').waitFor()
  return dialog
}

/** Types the count of the only line and sends it by keyboard. */
async function enterCount(
  person: Person,
  docNo: string,
  verb: string,
  quantityOf: (book: number) => number,
): Promise<void> {
  const dialog = await begin(person, docNo, verb)
  const row = person.table(lines).getByRole('row').nth(1)
  const book = await (await person.cell(lines, row, '账面数量')).textContent()
  const quantity = String(quantityOf(Number.parseFloat((book ?? '').replaceAll(',', ''))))
  await dialog.locator('.ag-cell-focus').waitFor()
  await person.page.keyboard.type(quantity)
  await person.page.keyboard.press('Enter')
  await dialog.getByText('已录入 1 / 1 行').waitFor()
  await person.page.keyboard.press('Control+Enter')
  expect(await person.toastNumber(`${verb}完成`)).toBe(docNo)
}

/** A scope becomes sheets, and a difference is traced before it is approved. */
export function countSheetsJourney(people: () => People): void {
  test('a sample drawn by a seed becomes a count sheet; what is missing is counted again, traced, approved, and counts against the accuracy', async () => {
    const engineer = await people().as('engineer')
    await engineer.open('盘点管理', '盘点单创建')
    await engineer.button('按范围生成盘点表').click()
    const plan = engineer.page.getByRole('dialog', { name: '按范围生成盘点表' })
    await engineer.fill(plan, '盘点类型', '抽盘')
    await engineer.fill(plan, '工厂', '1011')
    await engineer.fill(plan, '抽样行数', '1')
    // The same line in every run.
    await engineer.fill(plan, '抽样种子', 'KUFANG-1')
    await plan.getByText('请先查看盘点表').waitFor()
    await plan.getByRole('button', { name: '查看盘点表' }).click()
    await plan.getByText(/^抽样种子 KUFANG-1：/).waitFor()
    await plan.getByText(/^1 张盘点表，共 1 行/).waitFor()
    await plan.getByRole('button', { name: '生成并下达', exact: true }).click()
    const toast = engineer.page.getByRole('status').filter({ hasText: '已下达 1 张盘点表' })
    const docNo = /PD\d+/.exec((await toast.textContent()) ?? '')![0]

    const keeper = await people().as('storekeeper')
    await keeper.open('盘点管理', '盘点结果录入')
    await enterCount(keeper, docNo, '录入实盘', () => 0)

    const counter = await people().as('counter')
    await counter.open('盘点管理', '盘点结果录入')
    await enterCount(counter, docNo, '录入复盘', (book) => book - 1)

    // The engineer sees what may explain the difference below the line, before he says why.
    await engineer.open('盘点管理', '盘点差异处理')
    const explaining = await begin(engineer, docNo, '处理差异')
    await explaining.getByText('差异线索：先查这些单据').waitFor()
    const row = engineer.table(lines).getByRole('row').nth(1)
    await engineer.enter(lines, row, '差异原因 *', '丢失')
    await explaining.getByRole('button', { name: '处理差异', exact: true }).click()
    expect(await engineer.toastNumber('处理差异完成')).toBe(docNo)

    const leader = await people().as('shiftleader')
    await leader.open('盘点管理', '盘点差异处理')
    await leader.act('盘点单', docNo, '差异审核')
    await leader.open('盘点管理', '盘点准确率')
    await leader.search(docNo)
    await leader.rows('盘点准确率', docNo).first().waitFor()
  })
}
