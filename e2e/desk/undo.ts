import type { ActionResult, CreateRequest } from '@kufang/contract/document/api.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'
import { submittedRequisition } from './documents.ts'

/** Next steps, and the reversal of a whole chain. */
export function undoJourneys(world: () => World): void {
  test('whoever approves is told what comes next and who does it; the storekeeper finds the button for it', async () => {
    const made = await submittedRequisition(world(), 4)
    const head = await world().shared('unithead', { path: `/document/requisition/${made.id}` })
    const next = head.getByRole('group', { name: '下一步' })
    await next.getByText('由您办理').waitFor()
    // The timeline of the document ends with its current state, not with a later one.
    const now = head.getByRole('list', { name: '单据历程' }).locator('[aria-current=step]')
    await now.filter({ hasText: /当前状态.*待审批/ }).waitFor()
    await head.getByRole('button', { name: '批准', exact: true }).click()
    const dialog = head.getByRole('dialog', { name: `批准 ${made.docNo}` })
    await dialog.getByRole('button', { name: '批准', exact: true }).click()
    await toast(head)
      .filter({ hasText: /批准完成.*下一步：自提出库，周海宁/ })
      .waitFor()
    await next.filter({ hasText: /自提出库.*周海宁.*已等待/ }).waitFor()
    expect(await next.getByRole('button', { name: '去办理' }).count()).toBe(0)
    const keeper = await world().shared('storekeeper', { path: `/document/requisition/${made.id}` })
    await keeper
      .getByRole('group', { name: '下一步' })
      .getByRole('button', { name: '去办理' })
      .click()
    await keeper.getByRole('heading', { level: 1, name: '自提出库' }).waitFor()
  })

  test('a requisition whose goods went out is undone from one view, each by whom it concerns', async () => {
    const made = await submittedRequisition(world(), 5)
    await world().call('unithead', `api/documents/requisition/${made.id}/actions/approve`, {
      version: made.version,
    })
    const sources = [{ id: made.id, lineNo: 1 }]
    const proposed = await world().call<CreateRequest>(
      'storekeeper',
      'api/documents/goods-issue/prefill',
      { sources },
    )
    const issue = await world().call<ActionResult>('storekeeper', 'api/documents/goods-issue', {
      header: { ...proposed.header, recipient: '沈一诺' },
      lines: proposed.lines,
      actionAfterCreate: 'issue',
    })
    const head = await world().shared('unithead', { path: `/document/requisition/${made.id}` })
    await head.getByRole('button', { name: '撤销整条链' }).click()
    const dialog = head.getByRole('dialog', { name: `撤销整条链：${made.docNo}` })
    const steps = dialog.getByRole('table', { name: '须按此顺序撤销' }).getByRole('row')
    await steps.nth(3).waitFor()
    await expect
      .poll(() => steps.nth(1).textContent())
      .toMatch(new RegExp(`^1.*${issue.docNo}.*出库记录冲销.*周海宁`))
    await expect
      .poll(() => steps.nth(2).textContent())
      .toMatch(new RegExp(`^2.*${made.docNo}.*撤销批准我`))
    await dialog.getByRole('button', { name: '数量录入错误' }).click()
    await dialog.getByRole('button', { name: /^请周海宁/ }).click()
    const outcome = dialog.getByRole('status').filter({ hasText: '已通知' })
    await outcome.filter({ hasText: new RegExp(`办理 ${issue.docNo} 的出库记录冲销`) }).waitFor()
    expect(await dialog.getByRole('button', { name: /^请周海宁/ }).isDisabled()).toBe(true)
    // The responsible user is led there by the to-do, and finds the reason that was given.
    const keeper = await world().shared('storekeeper')
    const todo = keeper.getByRole('button', { name: `出库记录冲销 出库单 ${issue.docNo}` })
    // The inbox loads a hundred at once.
    const more = keeper.getByRole('button', { name: '加载更多' })
    await expect
      .poll(async () => {
        if ((await todo.count()) === 0 && (await more.count()) > 0) await more.click()
        return todo.count()
      })
      .toBe(1)
    await todo.click()
    const panel = keeper.getByRole('dialog').filter({ hasText: issue.docNo })
    await panel.getByRole('button', { name: '出库记录冲销', exact: true }).click()
    const reversing = keeper.getByRole('dialog', { name: `出库记录冲销 ${issue.docNo}` })
    const given = reversing.getByRole('textbox', { name: '冲销原因' })
    await expect.poll(() => given.inputValue()).toBe('数量录入错误')
    // The dialog grows with its preview, and its buttons move.
    await reversing.getByText('库存将发生的变化').waitFor()
    await reversing.getByRole('button', { name: '取消', exact: true }).click()
    await undoAll(keeper, issue.docNo)
    // What is left is done without another press: the chain goes on as the others agree.
    await dialog.getByText('已全部撤销').waitFor()
  })
}

async function undoAll(page: Page, docNo: string): Promise<void> {
  await page.getByRole('button', { name: '撤销整条链' }).click()
  await undoSteps(page, docNo)
}

async function undoSteps(page: Page, docNo: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `撤销整条链：${docNo}` })
  await dialog.getByRole('button', { name: '重复办理' }).click()
  await dialog.getByRole('button', { name: /^办理我能办的/ }).click()
  await dialog.getByText('已全部撤销').waitFor()
}
