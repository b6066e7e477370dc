import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { heading, openPage, tab, tabTitles, toast } from './world.ts'
import { isLive } from '../support/live-channel.ts'
import { cookiesOf } from '../support/session.ts'

const keeper = 'storekeeper'

/** Notices and to-dos: arrival and reading (product.md sections 2, 4 and 9). */
export function messageJourneys(world: () => World): void {
  const tell = (title: string, content: string): Promise<{ msgSendId: string }> =>
    world().call('admin', 'api/messages/notices', {
      contentType: 'company',
      companyCode: '1010',
      title,
      content,
      sendTypes: ['mail'],
    })

  test('a to-do arrives while somebody works: it slides up from below, counts, and opening it marks it read and leads to the work', async () => {
    const page = await world().window('unithead')
    await isLive(page)
    const before = await unread(page)
    const row = await submitRequisition(world())
    const place = page.locator('[class*=notification]').filter({ has: page.getByRole('button') })
    await place.first().waitFor()
    const box = (await place.first().boundingBox())!
    expect(box.y + box.height).toBeGreaterThan(768 * 0.6)
    // It covers the menu only, no button of the page, and says which goods it is about.
    const menu = (await page.getByRole('navigation', { name: '菜单' }).boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(menu.x + menu.width)
    await expect.poll(() => place.first().textContent()).toMatch(/ · .* \d[\d,.]* \p{Script=Han}+/u)
    await expect.poll(() => unread(page)).toBeGreaterThan(before)
    const marked = page.waitForRequest(/updateAgencyMessage/)
    await page.getByRole('button', { name: '查看', exact: true }).click()
    await marked
    await page
      .getByRole('main')
      .getByRole('heading', { level: 1 })
      .filter({ visible: true })
      .waitFor()
    await expect.poll(() => page.url()).not.toContain('#/index')
    expect(row).not.toBe('')
  })

  test('the window tells its person on opening and every 5 s, and connects again when the server goes silent', async () => {
    const page = await world().stranger('/login')
    const sent: string[] = []
    let sockets = 0
    let isSilent = false
    await page.routeWebSocket(/\/websocket/, (socket) => {
      sockets += 1
      socket.onMessage((message) => {
        sent.push(String(message))
        // Any message of the server counts as a sign of life.
        if (!isSilent) socket.send('{}')
      })
    })
    const token = await world().token(keeper)
    await page.context().addCookies(cookiesOf(token, world().address))
    // The test moves the clock forward instead of waiting.
    await page.clock.install()
    const now = () => page.evaluate(() => Date.now())
    const until = async (isSo: () => boolean): Promise<void> => {
      const passes = async () => {
        await page.clock.runFor(250)
        return isSo()
      }
      await expect.poll(passes).toBe(true)
    }
    await page.goto(`${world().address}?again#/index`)
    await expect.poll(() => sent.length).toBe(1)
    const first = await now()
    expect(JSON.parse(sent[0]!)).toMatchObject({ userName: expect.any(String) as string })
    expect((JSON.parse(sent[0]!) as { userId: string }).userId).not.toBe('')
    await until(() => sent.length > 1)
    expect(sent.length).toBe(2)
    expect((await now()) - first).toBeGreaterThan(3000)
    expect(sent[1]).toBe(sent[0])
    isSilent = true
    await until(() => sockets > 1)
    expect(sockets).toBe(2)
    // Socket errors are not shown.
    expect(await toast(page).count()).toBe(0)
  })

  test('each to-do of the start page says its goods, and leads by the keyboard to its act, also where the page is open', async () => {
    const docNo = await submitRequisition(world())
    const page = await world().shared('unithead')
    await openPage(page, '/pickings/materialApplicationQuery')
    await tab(page, '首页').click()
    const entry = page.getByRole('main').locator('li').filter({ hasText: docNo })
    await entry.waitFor()
    await expect.poll(() => entry.textContent()).toMatch(/\d \p{Script=Han}+/u)
    const acts = page.getByRole('main').locator('[data-act]')
    await acts.first().focus()
    for (let at = 0; at < (await acts.count()); at += 1) {
      if ((await page.locator(':focus').getAttribute('aria-label')) === `批准 领料单 ${docNo}`)
        break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    const panel = page
      .getByRole('complementary', { name: '领料单' })
      .or(page.getByRole('dialog', { name: '领料单' }))
    await panel.getByText(docNo).first().waitFor()
    await panel.getByRole('button', { name: /^批准/ }).waitFor()
    await page.getByText(`领料单号：${docNo}`).waitFor()
    const opened = (await tabTitles(page)).filter((title) => title === '领料单查询')
    expect(opened).toHaveLength(1)
    // The requester gets no to-do for the approval.
    const own = await world().shared('requester')
    await own.getByRole('main').getByText('我的待办').waitFor()
    expect(await own.getByRole('button', { name: `批准 领料单 ${docNo}` }).count()).toBe(0)
  })

  test('the drawer of notices and to-dos takes 40 % of the window and reads on 50 at a time to the end', async () => {
    for (let at = 0; at < 55; at += 1) await tell(`通知 ${at}`, `第 ${at} 条`)
    const page = await world().shared(keeper)
    const asked: { pageNum: number; pageSize: number }[] = []
    page.on('request', (request) => {
      if (request.url().includes('queryNoReadNoticeList')) asked.push(request.postDataJSON())
    })
    await expect.poll(() => unread(page)).toBeGreaterThanOrEqual(55)
    const before = await unread(page)
    await page.getByRole('button', { name: /^消息，/ }).click()
    const drawer = page.getByRole('dialog', { name: '消息' })
    await drawer.getByRole('tab', { name: /^通知/ }).click()
    await drawer.getByText('通知 54').first().waitFor()
    expect(Math.round((await drawer.boundingBox())!.width / 13.66)).toBe(40)
    expect(asked[0]).toMatchObject({ pageSize: 50 })
    const end = drawer.getByText('已加载全部')
    await expect
      .poll(async () => {
        await drawer.locator('li').last().scrollIntoViewIfNeeded()
        await page.mouse.wheel(0, 3000)
        return end.isVisible()
      })
      .toBe(true)
    expect(asked.length).toBeGreaterThan(1)
    // Opening one marks it read: it disappears from the list, and the count decreases.
    const marked = page.waitForRequest(/updateNoticeMessage/)
    await drawer
      .getByRole('button', { name: /^通知 54/ })
      .first()
      .click()
    expect(((await marked).postDataJSON() as { msgSendIds: string[] }).msgSendIds).toHaveLength(1)
    await expect.poll(() => unread(page)).toBe(before - 1)
  })

  test('a message shows all that is known of it, and a to-do the button that leads to the work', async () => {
    const { msgSendId } = await tell('详情', '<b>粗体</b>的内容')
    const page = await world().shared(keeper, { path: `/message/notice/${msgSendId}` })
    await heading(page, '详情').waitFor()
    const main = page.getByRole('main')
    // What it says comes first; what describes it to an administrator is folded.
    await main.getByText('粗体', { exact: true }).waitFor()
    expect(await main.getByText('模板', { exact: true }).isVisible()).toBe(false)
    await main.getByText('消息属性').click()
    for (const name of [
      '应用',
      '模板',
      '标题',
      '业务单号',
      '接收人',
      '消息类型',
      '发送方式',
      '接收范围',
    ]) {
      await main.getByText(name, { exact: true }).first().waitFor()
    }
    await main.getByText('通知', { exact: true }).first().waitFor()
    await main.getByText('公司', { exact: true }).first().waitFor()
    await expect.poll(() => main.locator('b').textContent()).toBe('粗体')
    expect(await main.getByRole('button', { name: '处理消息' }).count()).toBe(0)
    await submitRequisition(world())
    const [todo] = await world().call<{ msgSendId: string; msgTitle: string }[]>(
      'unithead',
      'api/sms/smsInfo/queryNoReadAgencyList',
      { pageNum: 1, pageSize: 50 },
    )
    const head = await world().shared('unithead', { path: `/message/agency/${todo!.msgSendId}` })
    await head.getByRole('button', { name: '处理消息' }).click()
    await expect.poll(() => head.url()).not.toContain('/message/')
  })

  test('a message with script in it shows its words and runs nothing', async () => {
    const { msgSendId } = await tell(
      '<img src=x onerror="document.title=1">',
      '安全<script>globalThis.ran = true</script><img src="x" onerror="globalThis.ran = true"><a href="javascript:globalThis.ran=true">点</a>',
    )
    const page = await world().shared(keeper, { path: `/message/notice/${msgSendId}` })
    await page.getByRole('main').getByText('安全').waitFor()
    const link = page.getByRole('main').getByText('点', { exact: true })
    if ((await link.count()) > 0) await link.click()
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    expect(await page.getByRole('main').locator('script, [onerror]').count()).toBe(0)
  })

  test('marking a notice read that fails says what the server said', async () => {
    await tell('标不了', '内容')
    const page = await world().shared(keeper)
    await page.route(/updateNoticeMessage/, (route) =>
      route.fulfill({ status: 500, json: { resp_code: 1, resp_msg: '标记失败了', datas: null } }),
    )
    await page.getByRole('button', { name: /^消息，/ }).click()
    const drawer = page.getByRole('dialog', { name: '消息' })
    await drawer.getByRole('tab', { name: /^通知/ }).click()
    await drawer
      .getByRole('button', { name: /^标不了/ })
      .first()
      .click()
    await toast(page).filter({ hasText: '标记失败了' }).waitFor()
    expect(page.url()).toContain('#/index')
  })

  test('an error stays as a quiet line after its 3 s, until it is closed', async () => {
    await tell('留着', '内容')
    const page = await world().window(keeper)
    await page.route(/updateNoticeMessage/, (route) =>
      route.fulfill({ status: 500, json: { resp_code: 1, resp_msg: '仍要看的话', datas: null } }),
    )
    await page.getByRole('button', { name: /^消息，/ }).click()
    const drawer = page.getByRole('dialog', { name: '消息' })
    await drawer.getByRole('tab', { name: /^通知/ }).click()
    await drawer.getByRole('button', { name: /^留着/ }).first().click()
    const line = page.locator('[data-kind="error"]').filter({ hasText: '仍要看的话' })
    await toast(page).filter({ hasText: '仍要看的话' }).waitFor()
    // It is no notification any more, and what is below it can be pressed.
    await toast(page).waitFor({ state: 'detached', timeout: 8000 })
    expect(await line.isVisible()).toBe(true)
    expect(await line.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none')
    await line.getByRole('button', { name: '关闭' }).click()
    await line.waitFor({ state: 'detached' })
  })

  test('a browser without web sockets is told so', async () => {
    const page = await world().window(keeper)
    await page.context().addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'WebSocket')
    })
    await page.reload()
    const told = page.getByRole('alert').filter({ hasText: '当前浏览器不支持 websocket' })
    await told.waitFor()
    await told.getByRole('button', { name: '关闭' }).click()
    await expect.poll(() => told.count()).toBe(0)
  })
}

/** The number on the bell. */
async function unread(page: Page): Promise<number> {
  const name = await page.getByRole('button', { name: /^消息，/ }).getAttribute('aria-label')
  return Number(/\d+/.exec(name ?? '')?.[0] ?? -1)
}

/** Submits a requisition of the demonstration to the unit head; returns its number. */
async function submitRequisition(world: World): Promise<string> {
  interface Row {
    id: string
    docNo: string
    state: string
    version: number
  }
  const { rows } = await world.call<{ rows: Row[] }>(
    'requester',
    'api/documents/requisition/list',
    {
      filters: [{ field: 'state', operator: 'in', value: ['draft', 'returned', 'submitted'] }],
      size: 50,
    },
  )
  const act = (id: string, action: string, version: number): Promise<{ version: number } | null> =>
    world
      .call<{ version: number }>('requester', `api/documents/requisition/${id}/actions/${action}`, {
        version,
      })
      // It is in another state or can no longer be submitted: another one is tried.
      .catch(() => null)
  // Those that wait already come last: withdrawn and submitted again, they add nothing to what is counted.
  const isWaiting = ({ state }: Row): number => (state === 'submitted' ? 1 : 0)
  for (const { id, docNo, version } of rows.toSorted((a, b) => isWaiting(a) - isWaiting(b))) {
    const withdrawn = await act(id, 'withdraw', version)
    if ((await act(id, 'submit', withdrawn?.version ?? version)) !== null) return docNo
  }
  throw new Error('the demonstration has no requisition that can be submitted')
}
