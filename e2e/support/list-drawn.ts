import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the visible lists have the rows requested last, or show that there are none. */
export async function listDrawn(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const frames = [...document.querySelectorAll('main [data-condition]')].filter((frame) =>
          frame.checkVisibility(),
        )
        return frames
          .map((frame) => {
            // Rows of the last reading stay in view while they are read again.
            if (frame.getAttribute('aria-busy') === 'true') return 'reading'
            // Rows get their cells, and cells their buttons and tags, in later frames. Only totals have cells without content.
            const body = frame.querySelector('.ag-body')
            const isDrawn =
              body?.querySelector('.ag-row-loading, .ag-row:empty, .ag-cell:empty') == null
            return isDrawn ? frame.getAttribute('data-condition') : 'drawing'
          })
          .join()
      }),
    )
    .toMatch(/^(ready|empty)(,(ready|empty))*$/)
}
