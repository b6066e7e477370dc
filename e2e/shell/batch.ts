import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './accessibility.ts'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'
import { searchBox, toast } from './world.ts'

const worklist = '/Stock/stockInitialization'
/** More than the table loads, and more than one call accepts. */
const drafts = 210

interface StockRow {
  plant: string
  storageLocation: string
  materialNo: string
  bin: string
}

const bins = '/base/locationMgr'

interface Draft {
  id: string
  docNo: string
  version: number
}

/** Of the states initially selected, only drafts remain. */
async function showDrafts(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: '状态', exact: true }).click()
  for (const state of ['待审核', '已退回', '已初始化', '冲销待审核', '冲销已批准'])
    await page.locator('.ant-select-item-option-content').getByText(state, { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByText('状态：草稿', { exact: true }).waitFor()
  await listDrawn(page)
}

/** Another user deletes a draft. */
async function discard(world: World, { id, version }: Draft): Promise<void> {
  const answer = await fetch(
    new URL(`api/documents/stock-initialisation/${id}?version=${version}`, world.address),
    {
      method: 'DELETE',
      headers: {
        authorization: `Bearer ${await world.token('storekeeper')}`,
        'idempotency-key': crypto.randomUUID(),
      },
    },
  )
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

/** Actions on several documents: shell.md sections 4 and 8. */
export function batchJourneys(world: () => World): void {
  test('all N results take part in what is done to them, also those that were not read yet, and each says what became of it', async () => {
    const { rows } = await world().call<{ rows: StockRow[] }>(
      'storekeeper',
      'api/queries/stock/list',
      { size: 1 },
    )
    const { plant, storageLocation, materialNo, bin } = rows[0]!
    for (let made = 0; made < drafts; made += 1) {
      await world().call('storekeeper', 'api/documents/stock-initialisation', {
        header: { plant, storageLocation, origin: 'new' },
        lines: [{ materialNo, bin, quantity: '1', stockCategory: 'UU' }],
      })
    }
    const page = await world().shared('storekeeper', { path: worklist })
    await listDrawn(page)
    await showDrafts(page)
    const count = page.getByText(/^共 \d+ 条$/).filter({ visible: true })
    const total = Number(/\d+/.exec((await count.textContent()) ?? '')?.[0])
    expect(total).toBeGreaterThanOrEqual(drafts)
    // From one row to all of them, including rows not selected before.
    const boxes = page.getByRole('main').getByRole('row').getByRole('checkbox')
    await boxes.nth(1).check()
    await page.getByText('已选 1 条').waitFor()
    await page.getByRole('button', { name: `选择全部 ${total} 条结果` }).click()
    await page.getByRole('toolbar', { name: `已选 ${total} 项` }).waitFor()
    await boxes.nth(1).uncheck()
    await page.getByText('已选 99 条').waitFor()
    await page.getByRole('checkbox', { name: '选择已加载的行' }).check()
    await page.getByText('已选 100 条').waitFor()
    await page.getByRole('button', { name: `选择全部 ${total} 条结果` }).click()
    const toolbar = page.getByRole('toolbar', { name: `已选 ${total} 项` })
    await toolbar.getByRole('button', { name: '提交审核', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `提交审核 ${total} 项` })
    await dialog.getByRole('button', { name: '提交审核', exact: true }).click()
    // The storage location has moved goods already, so each is refused, with its number and the reason.
    await dialog.getByText(`提交审核完成 0 项，失败 ${total} 项`).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(total)
    const numbers = await dialog.getByRole('listitem').locator('strong').allTextContents()
    expect(new Set(numbers).size).toBe(total)
    await expect.poll(() => dialog.getByRole('listitem').last().textContent()).toMatch(/已有其他/)
    expect(await violations(page, 'what became of each')).toEqual([])
    await dialog.getByRole('button', { name: `重试失败的 ${total} 项` }).click()
    await dialog.getByText(`失败 ${total} 项`).first().waitFor()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('what is done to many stays open until it is told, and what somebody else changed is not tried again', async () => {
    const { rows } = await world().call<{ rows: StockRow[] }>(
      'storekeeper',
      'api/queries/stock/list',
      { size: 1 },
    )
    const { plant, storageLocation, materialNo, bin } = rows[0]!
    const draft = {
      header: { plant, storageLocation, origin: 'new' },
      lines: [{ materialNo, bin, quantity: '1', stockCategory: 'UU' }],
    }
    const make = (): Promise<Draft> =>
      world().call('storekeeper', 'api/documents/stock-initialisation', draft)
    const [changed, left] = [await make(), await make()]
    const page = await world().shared('storekeeper', { path: worklist })
    await listDrawn(page)
    const main = page.getByRole('main')
    for (const { docNo } of [changed, left])
      await main.getByRole('row').filter({ hasText: docNo }).getByRole('checkbox').check()
    const toolbar = page.getByRole('toolbar', { name: '已选 2 项' })
    await toolbar.getByRole('button', { name: '提交审核', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '提交审核 2 项' })
    await dialog.getByRole('button', { name: '提交审核', exact: true }).waitFor()
    const answer = await fetch(
      new URL(`api/documents/stock-initialisation/${changed.id}`, world().address),
      {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${await world().token('storekeeper')}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          version: changed.version,
          ...draft,
          header: { ...draft.header, remark: '改过' },
        }),
      },
    )
    expect(answer.status).toBe(200)

    const mayAct = Promise.withResolvers<void>()
    await page.route(/stock-initialisation\/actions\//, async (route) => {
      await mayAct.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: '提交审核', exact: true }).click()
    await dialog.getByText('已处理 0 / 2 项').waitFor()
    expect(await dialog.getByRole('button', { name: /取\s?消/ }).isDisabled()).toBe(true)
    expect(await dialog.locator('.ant-modal-close').isDisabled()).toBe(true)
    mayAct.resolve()
    await dialog.getByText('提交审核完成 0 项，失败 2 项').waitFor()
    const told = dialog.getByRole('listitem').filter({ hasText: changed.docNo })
    // Its number once, and the time in the company's time zone.
    await expect
      .poll(() => told.textContent())
      .toMatch(new RegExp(`^${changed.docNo} 已被 \\S+ 于 [\\d-]{10} [\\d:]{5} 修改`))
    await dialog.getByText('被他人改动过的 1 项不再重试').waitFor()
    await dialog.getByRole('button', { name: '重试失败的 1 项' }).waitFor()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('what is ticked follows the list: a row that left it is not ticked any more, nor counted among all', async () => {
    const { rows } = await world().call<{ rows: StockRow[] }>(
      'storekeeper',
      'api/queries/stock/list',
      { size: 200 },
    )
    // A material that no other draft of this journey contains.
    const { plant, storageLocation, materialNo, bin } = rows.findLast(
      (row) => row.materialNo !== rows[0]?.materialNo,
    )!
    const draft = {
      header: { plant, storageLocation, origin: 'new' },
      lines: [{ materialNo, bin, quantity: '1', stockCategory: 'UU' }],
    }
    const make = (): Promise<Draft> =>
      world().call('storekeeper', 'api/documents/stock-initialisation', draft)
    const [first, second] = [await make(), await make()]
    const page = await world().shared('storekeeper', { path: worklist })
    await listDrawn(page)
    await showDrafts(page)
    await searchBox(page).fill(materialNo)
    await searchBox(page).press('Enter')
    await page.getByText('共 2 条', { exact: true }).waitFor()
    const refresh = page
      .getByRole('button', { name: '刷新', exact: true })
      .filter({ visible: true })
    const box = (docNo: string) =>
      page.getByRole('main').getByRole('row').filter({ hasText: docNo }).getByRole('checkbox')

    await box(first.docNo).check()
    await page.getByRole('button', { name: '选择全部 2 条结果' }).click()
    await page.getByRole('toolbar', { name: '已选 2 项' }).waitFor()
    await discard(world(), second)
    await refresh.click()
    const left = page.getByRole('toolbar', { name: '已选 1 项' })
    await left.waitFor()
    expect(await left.getByText('一次最多处理').count()).toBe(0)
    await page.getByText('已选全部 1 条结果').waitFor()

    await discard(world(), first)
    await refresh.click()
    await left.waitFor({ state: 'hidden' })
    expect(await page.getByText(/^已选/).count()).toBe(0)
  })

  test('several rows of a master are disabled only after a question that says how many; one at once', async () => {
    const { rows } = await world().call<{ rows: Record<string, string>[] }>(
      'admin',
      'api/masters/bin/list',
      { size: 1 },
    )
    const { companyCode, plant, storageLocation } = rows[0]!
    const mark = `E2E${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
    for (const bin of [`${mark}-1`, `${mark}-2`, `${mark}-3`]) {
      await world().call('admin', 'api/masters/bin', {
        companyCode,
        plant,
        storageLocation,
        bin,
        purpose: 'storage',
        allowsMixing: true,
        isFrozen: false,
      })
    }
    const inUse = async (): Promise<number> => {
      const found = await world().call<{ rows: { isActive: boolean }[] }>(
        'admin',
        'api/masters/bin/list',
        { search: mark, size: 10 },
      )
      return found.rows.filter(({ isActive }) => isActive).length
    }
    const page = await world().shared('admin', { path: bins })
    await listDrawn(page)
    await searchBox(page).fill(mark)
    await searchBox(page).press('Enter')
    await page.getByText('共 3 条').waitFor()
    const boxes = page.getByRole('main').getByRole('row').getByRole('checkbox')
    const disable = page.getByRole('toolbar').getByRole('button', { name: '停用' })
    const question = page.getByRole('dialog', { name: '停用 2 项货位？' })

    // Selecting a single row selects only that one.
    await boxes.nth(1).check()
    const mayAnswer = Promise.withResolvers<void>()
    await page.route('**/api/masters/bin/list*', async (route) => {
      await mayAnswer.promise
      await route.continue()
    })
    await disable.click()
    await toast(page).filter({ hasText: '停用完成 1 项' }).waitFor()
    expect(await inUse()).toBe(2)

    // Selected while the list shows it in use; the current state applies once it is refetched.
    await page.getByRole('checkbox', { name: '选择已加载的行' }).check()
    await page.getByRole('toolbar', { name: '已选 3 项' }).waitFor()
    expect(await page.getByRole('button', { name: /^选择全部/ }).count()).toBe(0)
    mayAnswer.resolve()
    const enable = page.getByRole('toolbar').getByRole('button', { name: '启用' })
    await expect.poll(() => enable.isEnabled()).toBe(true)
    await disable.click()
    await question.getByText('另有 1 项已经停用，不变').waitFor()
    await question.getByRole('button', { name: /取\s?消/ }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await inUse()).toBe(2)
    await disable.click()
    const maySave = Promise.withResolvers<void>()
    await page.route('**/api/masters/bin/disable*', async (route) => {
      await maySave.promise
      await route.continue()
    })
    await question.getByRole('button', { name: '停用 2 项' }).click()
    await page.getByRole('toolbar').getByText('已处理 0 / 2 项').waitFor()
    maySave.resolve()
    await toast(page).filter({ hasText: '停用完成 2 项' }).waitFor()
    expect(await inUse()).toBe(0)
  })
}
