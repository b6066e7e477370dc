import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listDrawn } from '../support/list-drawn.ts'
import { cookie, heading, password, searchBox, tab, titleOf, toast } from '../shell/world.ts'
import type { World } from '../shell/world.ts'
import { submittedRequisition } from './documents.ts'

const list = '/pickings/materialApplicationQuery'

/** Windows of one browser that share a session. */
export function windowJourneys(world: () => World): void {
  test('somebody else signing in in another window leaves the pages to whose they are, and says who came', async () => {
    const first = await world().window('requester', { path: list, ownSession: true })
    await listDrawn(first)
    await searchBox(first).fill('还没查')
    const second = await first.context().newPage()
    await second.goto(`${world().address}#/login`)
    const note = (page: Page) => page.getByRole('status').filter({ hasText: '重新登录后' })
    await note(first).filter({ hasText: '已在此浏览器的另一个窗口退出登录' }).waitFor()
    await signIn(second, 'storekeeper')
    await note(first)
      .filter({ hasText: '周海宁已在此浏览器的另一个窗口登录。本窗口仍是沈一诺的' })
      .waitFor()
    // Navigating back to the page does not show it to the other user either.
    await first.evaluate((hash) => {
      location.hash = hash
    }, list)
    await first.waitForURL(/#\/login\?redirect/)
    await note(first).filter({ hasText: '周海宁' }).waitFor()
    expect(await first.getByLabel('账号').inputValue()).toBe('requester')
    await signIn(first)
    await heading(first, titleOf(list)).waitFor()
    expect(await searchBox(first).inputValue()).toBe('还没查')
    await note(second).filter({ hasText: '沈一诺' }).waitFor()
    // The other user's pages are kept as well.
    await signIn(second)
    await tab(second, '首页').waitFor()
    await second.getByText('周海宁').filter({ visible: true }).first().waitFor()
  })

  test('after signing in again nothing on the pages says that the session has ended', async () => {
    const { id, docNo } = await submittedRequisition(world(), 6)
    const page = await world().window('unithead', {
      path: `/document/requisition/${id}`,
      ownSession: true,
    })
    await page.getByRole('button', { name: '批准', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `批准 ${docNo}` })
    const approve = dialog.getByRole('button', { name: '批准', exact: true })
    await approve.and(page.locator(':enabled')).waitFor()
    const token = (await cookie(page, 'Admin-Token')) ?? ''
    await fetch(new URL(`api/oauth/remove/token?token=${token}`, world().address), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    await Promise.any([approve.click(), page.waitForURL(/#\/login\?/)])
    await page.waitForURL(/#\/login\?/)
    expect(await page.getByLabel('账号').inputValue()).toBe('unithead')
    await signIn(page)
    await dialog.waitFor()
    expect(await page.getByText('登录已过期').filter({ visible: true }).count()).toBe(0)
    await approve.click()
    await toast(page).filter({ hasText: '批准完成' }).waitFor()
  })
}

/** Fills in the sign-in page; the account only if it is given. */
async function signIn(page: Page, account?: string): Promise<void> {
  if (account !== undefined) await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/#(?!\/login)/)
}
