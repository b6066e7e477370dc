import type { Page } from 'playwright-core'

const live = new WeakMap<Page, Promise<unknown>>()

/** Call it before the page loads: notes when its live channel is answered and its unread messages are counted. */
export function followLive(page: Page): void {
  const answered = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => socket.once('framereceived', () => resolve()))
  })
  const counted = new Promise<void>((resolve) => {
    page.on('response', (response) => {
      if (response.url().includes('/api/messages/unread')) resolve()
    })
  })
  live.set(page, Promise.all([answered, counted]))
}

/** Waits until what others do reaches the page, also if it did so before this was called. */
export async function isLive(page: Page): Promise<void> {
  const known = live.get(page)
  if (known === undefined) throw new Error('followLive was not called before the page was loaded')
  await known
}
