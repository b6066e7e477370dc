import { expect, test } from 'vitest'
import type { World } from '../shell/world.ts'

/** The to-dos of the start page. */
export function inboxJourneys(world: () => World): void {
  test('who has more to-dos than are loaded at once sees how many there are, and reads on to the last', async () => {
    const { total } = await world().call<{ total: number }>('admin', '/api/todos/list', { size: 1 })
    expect(total).toBeGreaterThan(100)
    const page = await world().shared('admin')
    const inbox = page.getByRole('main').locator('[data-tour=inbox]')
    const entries = inbox.getByRole('listitem')
    await inbox.getByText(/^已显示 100 项，共 [\d,]+ 项/).waitFor()
    expect(await entries.count()).toBe(100)
    // Scrolling to the end of the list loads on, and so does the button.
    await entries.last().scrollIntoViewIfNeeded()
    await expect.poll(() => entries.count()).toBeGreaterThan(100)
    const more = inbox.getByRole('button', { name: '加载更多' })
    while ((await more.count()) > 0) {
      const before = await entries.count()
      await more.click()
      await expect.poll(() => entries.count()).toBeGreaterThan(before)
    }
    const all = await inbox.getByRole('button', { name: /^全部（[\d,]+）$/ }).textContent()
    expect(await entries.count()).toBe(Number(all!.replaceAll(/\D/g, '')))
  })
}
