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
            const condition = frame.getAttribute('data-condition')
            if (condition !== 'ready') return condition
            // Rows come in a later frame, and their cells, buttons and tags in others. Totals alone have empty cells.
            const rows = [...frame.querySelectorAll('.ag-row:not(.ag-row-pinned, .ag-header-row)')]
            const isDrawn = rows.every(
              (row) =>
                row.querySelector('.ag-cell') !== null &&
                row.matches(':not(.ag-row-loading, :has(.ag-cell:empty))'),
            )
            return rows.length > 0 && isDrawn ? condition : 'drawing'
          })
          .join()
      }),
    )
    .toMatch(/^(ready|empty)(,(ready|empty))*$/)
}
