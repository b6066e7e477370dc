import type { Page } from 'playwright-core'

/** Maximum length of a text in the description. */
const lengthMax = 300

/** Where a window is and what it shows: address, heading, dialogs, messages, and what waits or failed. */
export async function describeView(page: Page): Promise<string> {
  const shown = await page.evaluate(() => {
    const textsOf = (selector: string): string[] =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.innerText.replaceAll(/\s+/g, ' ').trim())
    return {
      address: location.hash,
      headings: textsOf('h1'),
      tabs: textsOf('[role=tab][aria-selected=true]'),
      dialogs: textsOf('[role=dialog]'),
      messages: textsOf('[role=alert], [role=status]'),
    }
  })
  return Object.entries(shown)
    .map(([name, texts]) => `${name}: ${[texts].flat().join(' | ').slice(0, lengthMax)}`)
    .join('; ')
}
