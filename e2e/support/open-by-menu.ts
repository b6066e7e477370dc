import type { Page } from 'playwright-core'

/**
 * Opens a page through its group of the menu, by their titles.
 *
 * The menu opens the group of the active page itself, which may be in the moment
 * in which the group is pressed, so that the press closes it: a group is pressed
 * only while it is closed, until it is open.
 */
export async function openByMenu(page: Page, group: string, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '菜单' })
  const groupEntry = menu.getByRole('menuitem', { name: group, exact: true })
  while ((await groupEntry.getAttribute('aria-expanded')) !== 'true') await groupEntry.click()
  await menu.getByRole('menuitem', { name: title, exact: true }).click()
}
