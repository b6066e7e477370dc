import type { Locator } from 'playwright-core'

/**
 * Closes a success message, unless it has closed by itself meanwhile, which it does some seconds after it appears.
 * Without the pointer, which would hold the next message open.
 */
export async function closeToast(toast: Locator): Promise<void> {
  await toast.getByRole('button', { name: '关闭' }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await toast.waitFor({ state: 'detached' })
}
