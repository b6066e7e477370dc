import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import { searchBox, toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'
import { submittedRequisition } from './documents.ts'

const approvals = '/pickings/materialApplicationQuery'
const reviews = '/receive/auditReceive'
const reversals = '/receive/receiveWriteoffAudit'

/** The kind chosen on a page with several. */
const chosenKind = '.ant-segmented-item-selected'

interface Todo {
  documentType: string
  documentNo: string
  handleUrl: string
}

/** Approvers see the details of what they approve. */
export function approvalJourneys(world: () => World): void {
  test('the unit head walks through the goods of several requisitions, and sees what will be held for each', async () => {
    const first = await submittedRequisition(world(), 0)
    const second = await submittedRequisition(world(), 1)
    const head = await world().shared('unithead', { path: approvals })
    await listDrawn(head)
    for (const { docNo } of [first, second]) {
      const row = head.getByRole('row').filter({ hasText: docNo }).first()
      await row.getByRole('checkbox').check()
    }
    await head.getByRole('toolbar').getByRole('button', { name: '批准', exact: true }).click()
    const dialog = head.getByRole('dialog', { name: '批准 2 项' })
    const list = dialog.getByRole('listbox', { name: '领料单' })
    await list.getByRole('option').nth(1).waitFor()
    const numbers = await list.getByRole('option').allTextContents()
    const goods = dialog.getByRole('table').first()
    for (const [at, docNo] of numbers.entries()) {
      const { materialNo } = [first, second].find((one) => one.docNo === docNo)!
      await list.getByRole('option', { name: docNo, selected: true }).waitFor()
      await goods.filter({ hasText: materialNo }).waitFor()
      if (at === 0) await list.press('ArrowDown')
    }
    await dialog.getByText('待审批', { exact: true }).waitFor()
    await dialog.getByText('已批准', { exact: true }).waitFor()
    const held = dialog.getByRole('table', { name: '将为此单占用的库存' })
    const nothing = dialog.getByText('不改变库存数量和占用')
    await held.or(nothing).waitFor()
    await dialog.getByRole('button', { name: '批准', exact: true }).click()
    const result = dialog.getByRole('status').filter({ hasText: '批准完成' })
    await expect.poll(() => result.textContent()).toContain('批准完成 2 项')
  })

  test('a refusal takes its reason from the usual ones, and shows the goods it is about', async () => {
    const { docNo, materialNo } = await submittedRequisition(world(), 2)
    const head = await world().shared('unithead', { path: approvals })
    await listDrawn(head)
    await head.getByRole('button', { name: docNo, exact: true }).first().click()
    const panel = head.getByRole('dialog').filter({ hasText: docNo })
    await panel.getByRole('button', { name: '退回', exact: true }).click()
    const dialog = head.getByRole('dialog', { name: `退回 ${docNo}` })
    await dialog.getByRole('table').filter({ hasText: materialNo }).waitFor()
    await dialog.getByRole('button', { name: '数量超出需要' }).click()
    expect(await dialog.getByLabel('退回原因').first().inputValue()).toBe('数量超出需要')
    await dialog.getByRole('button', { name: '退回', exact: true }).click()
    await toast(head).filter({ hasText: '退回完成' }).waitFor()
    await panel.getByText('数量超出需要').waitFor()
  })

  test('a document opens beside its list with quantities in view, as wide as the person left it', async () => {
    const { docNo } = await submittedRequisition(world(), 3)
    const head = await world().shared('unithead', { path: approvals })
    await listDrawn(head)
    await searchBox(head).fill(docNo)
    await searchBox(head).press('Enter')
    const open = head.getByRole('button', { name: docNo, exact: true }).first()
    await open.click()
    const panel = head.locator('.ant-drawer-content-wrapper')
    const widthOf = async () => Math.round((await panel.boundingBox())?.width ?? 0)
    const quantity = panel.locator('.ag-row [col-id=quantity]').first()
    await quantity.waitFor()
    await expect.poll(widthOf).toBeGreaterThanOrEqual(640)
    // Visible without scrolling, above the fields of the header.
    const box = (await quantity.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(1366)
    expect(box.y + box.height).toBeLessThan(768)
    expect((await panel.getByText('单据信息').boundingBox())!.y).toBeGreaterThan(box.y)
    const edge = (await panel.locator('.ant-drawer-resizable-dragger').boundingBox())!
    await head.mouse.move(edge.x + 2, 400)
    await head.mouse.down()
    await head.mouse.move(edge.x - 118, 400, { steps: 4 })
    await head.mouse.up()
    await expect.poll(widthOf).toBeGreaterThan(740)
    const wide = await widthOf()
    await panel
      .getByRole('button', { name: '关闭' })
      .or(panel.locator('.ant-drawer-close'))
      .first()
      .click()
    await open.click()
    await quantity.waitFor()
    await expect.poll(widthOf).toBe(wide)
  })

  test('the reviewer of a receipt sees where each piece went and what posting will tell the ERP, uncut', async () => {
    const leader = await world().shared('shiftleader', { path: reviews })
    await listDrawn(leader)
    await leader.getByRole('row').getByRole('checkbox').nth(1).check()
    await leader.getByRole('toolbar').getByRole('button', { name: '审核', exact: true }).click()
    const dialog = leader.getByRole('dialog', { name: /^审核 RK/ })
    const table = dialog.getByRole('table')
    await table.getByRole('columnheader', { name: '移动类型' }).waitFor()
    await dialog.getByText(/过账时将告知 ERP：\d+ 行，移动类型 \d{3}/).waitFor()
    const cut = await table
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    expect(cut).toBe(0)
    const sheet = (await table.boundingBox())!
    const frame = (await dialog.boundingBox())!
    expect(sheet.x + sheet.width).toBeLessThanOrEqual(frame.x + frame.width)
  })

  test('a to-do opens its own document on a page with several kinds, whatever was open there before', async () => {
    const { rows } = await world().call<{ rows: Todo[] }>('shiftleader', '/api/todos/list', {
      path: reversals,
      size: 100,
    })
    const of = (type: string) => rows.find(({ documentType }) => documentType === type)!
    const arrival = of('arrival')
    const receipt = of('goods-receipt')
    const leader = await world().shared('shiftleader', { path: reversals })
    const shown = (docNo: string) => leader.getByRole('dialog').filter({ hasText: docNo })
    const follow = (url: string) =>
      leader.evaluate((hash) => {
        location.hash = hash
      }, url)
    for (const [todo, kind, other] of [
      [arrival, '到货记录', receipt],
      [receipt, '收货单', arrival],
      [arrival, '到货记录', receipt],
    ] as const) {
      await follow(todo.handleUrl)
      await shown(todo.documentNo).getByRole('button', { name: '同意冲销', exact: true }).waitFor()
      await leader.locator(chosenKind).filter({ hasText: kind }).waitFor()
      expect(await shown(other.documentNo).count()).toBe(0)
    }
  })

  test('a worklist of several kinds opens on the first with work', async () => {
    const poster = await world().shared('poster', {
      path: '/outWarehouseCross/outWarehousePostProcessCross',
    })
    const chosen = await poster.locator(chosenKind).textContent()
    const kinds = await poster.locator('.ant-segmented-item').allTextContents()
    // Only the second has work in the demonstration company.
    expect(kinds.map((kind) => kind.endsWith(' 0'))).toEqual([true, false])
    expect(chosen).toBe(kinds[1])
  })
}
