import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { patienceMs } from './support/browser.ts'
import { Person } from './support/person.ts'
import { startForFile } from './support/start-product.ts'

// shell.md sections 4 and 5: search, arrangement of lists, and preferences, independent of the machine.

const running = startForFile()
let admin: Person

/** A user in a browser profile of its own. */
const signIn = (account: string): Promise<Person> =>
  Person.signIn(running().browser, running().product.address, account)

beforeAll(async () => {
  admin = await signIn('admin')
})

const palette = (page: Page) => page.getByRole('dialog', { name: '查找' })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

/** Opens the palette and types, without the pointer. */
async function find(page: Page, text: string): Promise<void> {
  if (!(await palette(page).isVisible())) await page.keyboard.press('Control+k')
  const box = palette(page).getByRole('combobox')
  await box.waitFor()
  await box.fill(text)
}

/** Waits until the server has stored the user's preference. */
function kept(page: Page, key: string) {
  return page.waitForResponse(
    (response) =>
      response.url().includes('/api/preferences') &&
      response.request().method() === 'PUT' &&
      response.status() === 200 &&
      (response.request().postData() ?? '').includes(key),
    { timeout: patienceMs },
  )
}

async function openStock(person: Person): Promise<Page> {
  const { page } = person
  await page.goto(`${running().product.address}#/Stock/stockSearch`)
  await person.table('库存').getByRole('gridcell').first().waitFor()
  return page
}

/** The page, and none whose title goes on in brackets. */
const stockSearch = /^库存查询(?!（)/

test('the search of the menu finds pages by sound at once, before the menu is collected', async () => {
  const fresh = await signIn('storekeeper')
  const box = fresh.page.getByRole('combobox', { name: '搜索页面' })
  const found = fresh.page.locator('.ant-select-item-option').filter({ hasText: stockSearch })
  await box.fill('kucunchax')
  await found.waitFor()
  await box.press('Enter')
  await fresh.heading('库存查询').waitFor()
  expect(fresh.page.url()).toContain('#/Stock/stockSearch')
  await fresh.page.context().close()
})

test('Enter in the search of the menu, pressed before the sounds of the titles are there, opens the page then', async () => {
  const fresh = await signIn('storekeeper')
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await fresh.page.route(/title-sounds/, async (route) => {
    await held
    await route.continue()
  })
  const box = fresh.page.getByRole('combobox', { name: '搜索页面' })
  const asked = fresh.page.waitForRequest(/title-sounds/)
  await box.fill('kucunchax')
  await asked
  await box.press('Enter')
  expect(await box.inputValue()).toBe('kucunchax')
  goOn()
  await fresh.heading('库存查询').waitFor()
  expect(await box.inputValue()).toBe('')
  await fresh.page.context().close()
})

test('Ctrl+K finds a page by title, sound, initials and code, with the keyboard alone', async () => {
  const { page } = admin
  for (const text of ['kccx', 'kucun', '库存', 'KCCX']) {
    await find(page, text)
    await chosen(page).filter({ hasText: stockSearch }).waitFor()
  }
  await find(page, '查询 库存')
  await chosen(page).filter({ hasText: stockSearch }).waitFor()
  await find(page, '库存')
  await page.keyboard.press('ArrowDown')
  expect(await chosen(page).innerText()).not.toMatch(stockSearch)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await admin.heading('库存查询').waitFor()
  await find(page, '')
  await chosen(page).filter({ hasText: stockSearch }).waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
})

test('a number opens its document, also when Enter comes before the answer', async () => {
  const { page } = admin
  await find(page, '4500001064')
  await page.keyboard.press('Enter')
  await admin.heading('4500001064').or(page.getByText('4500001064').first()).first().waitFor()
  await palette(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).toContain('#/document/purchase-order/')
})

test('what is typed while the palette is still loaded is not lost, the Enter of a scanner included', async () => {
  const fresh = await signIn('storekeeper')
  const { page } = fresh
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/palette-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/palette-[^/]*\.js/)
  await page.keyboard.press('Control+k')
  await asked
  await palette(page).getByRole('textbox', { name: '查找' }).waitFor()
  await page.keyboard.type('库存查询')
  await page.keyboard.press('Enter')
  goOn()
  await fresh.heading('库存查询').waitFor()
  await palette(page).waitFor({ state: 'detached' })
  expect(page.url()).toContain('#/Stock/stockSearch')
  // A page opened by its address is not covered either.
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.goto(`${running().product.address}#/receive/arrivalAffirm`)
  await palette(page).waitFor({ state: 'detached' })
  await page.context().close()
})

test('a supplier is found by who has no page of suppliers, and leads to a list filtered by him', async () => {
  const keeper = await signIn('storekeeper')
  const { page } = keeper
  await find(page, '600020')
  await chosen(page).filter({ hasText: '供应商 · SAP采购订单查询' }).waitFor()
  await page.keyboard.press('Enter')
  await keeper.heading('SAP采购订单查询').waitFor()
  await keeper.main.getByText('供应商：600020', { exact: true }).waitFor()
  const suppliers = page.locator('[role=gridcell][col-id=supplierNo]')
  // The totals row has no supplier.
  await expect
    .poll(async () => {
      const texts = (await suppliers.allTextContents()).filter((text) => text !== '')
      return [...new Set(texts.map((text) => text.split(' ')[0]))]
    })
    .toEqual(['600020'])
  await page.context().close()
})

test('the palette shows no page, document or action that is not for the person', async () => {
  const requester = await signIn('requester')
  await find(requester.page, 'yhgl')
  await palette(requester.page).getByText('没有找到').waitFor()
  await find(requester.page, '用户')
  await palette(requester.page).getByText('没有找到').waitFor()
  expect(await palette(requester.page).getByRole('option').count()).toBe(0)
  await requester.page.context().close()
})

test('columns and the height of rows come back on another machine, and in the export', async () => {
  const page = await openStock(admin)
  const sent = kept(page, 'columns:/Stock/stockSearch')
  await admin.button('列设置').click()
  await page.getByRole('checkbox', { name: '工厂', exact: true }).uncheck()
  await page.getByText('宽松', { exact: true }).click()
  await sent
  await page.keyboard.press('Escape')
  const asked = page.waitForRequest((request) => request.url().includes('/export'))
  await admin.button('导出').click()
  const { columns } = (await asked).postDataJSON() as { columns: { field: string }[] }
  expect(columns.length).toBeGreaterThan(3)
  expect(columns.map(({ field }) => field)).not.toContain('plant')

  const elsewhere = await signIn('admin')
  await openStock(elsewhere)
  const headers = await elsewhere.table('库存').getByRole('columnheader').allInnerTexts()
  expect(headers.join(' ')).not.toContain('工厂')
  const row = elsewhere.table('库存').getByRole('row').nth(1)
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(40)
  await elsewhere.page.context().close()
})

test('what is arranged without a connection is kept here and sent when it is back', async () => {
  const page = await openStock(admin)
  await page.context().setOffline(true)
  await admin.button('列设置').click()
  await page.getByRole('checkbox', { name: '工厂', exact: true }).check()
  const waits = () =>
    page.evaluate(() => localStorage.getItem('preference:admin:columns:/Stock/stockSearch') ?? '')
  await expect.poll(waits).toContain('"isWaiting":true')
  const sent = kept(page, 'columns:/Stock/stockSearch')
  await page.context().setOffline(false)
  await sent
  await expect.poll(waits).toContain('"isWaiting":false')
  await page.keyboard.press('Escape')
})

test('a view is saved, opens by default, and its link is kept by a colleague', async () => {
  const page = await openStock(admin)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('textbox', { name: '货位' }).fill('A-01')
  await page.keyboard.press('Enter')
  const sent = kept(page, 'views:/Stock/stockSearch')
  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('menuitem', { name: '另存为新视图' }).click()
  await page.getByLabel('视图名称').fill('一号货架')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '视图：一号货架' }).click()
  await page.getByRole('menuitem', { name: '设为默认打开' }).click()
  await sent
  await page.getByRole('button', { name: '视图：一号货架' }).click()
  await page.getByRole('menuitem', { name: '复制分享链接' }).click()
  await page.getByText('链接已复制').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const colleague = await signIn('storekeeper')
  await colleague.page.goto(link)
  await colleague.page.getByText('分享的视图“一号货架”').waitFor()
  await colleague.page.getByText('货位：A-01').waitFor()
  await colleague.button('保存到我的视图').click()
  await colleague.page.getByRole('button', { name: '视图：一号货架' }).waitFor()
  await colleague.page.context().close()

  const requester = await signIn('requester')
  await requester.page.goto(link)
  await requester.page.waitForURL(/#\/401/)
  expect(await requester.page.getByText('一号货架').count()).toBe(0)
  await requester.page.context().close()
})

test('all N results are selected by a step of its own, apart from the rows loaded', async () => {
  const { page } = admin
  await page.goto(`${running().product.address}#/receive/receiveRecordRow`)
  const table = admin.table('到货记录')
  await table.getByRole('gridcell').first().waitFor()
  await table.getByRole('gridcell').getByRole('checkbox').first().check()
  await page.getByText('已选 1 条').waitFor()
  const all = page.getByRole('button', { name: /选择全部 [\d,]+ 条结果/ })
  await all.waitFor()
  await all.click()
  await page.getByText(/已选全部 [\d,]+ 条结果/).waitFor()
  expect(await all.count()).toBe(0)
})

test('an upload goes on after the connection was lost, and a false picture is refused in words', async () => {
  const keeper = await signIn('storekeeper')
  const { page } = keeper
  await page.goto(`${running().product.address}#/receive/receiveRecordRow`)
  await page.getByRole('gridcell').getByRole('button').first().click()
  await page.getByRole('tab', { name: '附件' }).click()
  let parts = 0
  await page.route('**/api/file/file_upload*', async (route) => {
    parts += 1
    // The third part is lost.
    await (parts === 3 ? route.abort('connectionfailed') : route.continue())
  })
  await page.locator('input[type=file]').setInputFiles([
    { name: '台账.csv', mimeType: 'text/csv', buffer: Buffer.from('物料,数量\n'.repeat(200_000)) },
    { name: '照片.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="x"/>') },
  ])
  await page.getByRole('button', { name: '下载 台账.csv' }).waitFor()
  await page.getByText('文件 照片.png 的内容与扩展名不符').waitFor()
  // The same file would be refused again.
  expect(await page.getByRole('button', { name: '重新上传 照片.png' }).count()).toBe(0)
  // Six parts, one of them twice, and the picture: parts that had arrived were not sent again.
  expect(parts).toBe(8)
  await page.context().close()
})
