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
        // Rows of the last reading stay in view while they are read again.
        return frames
          .map((frame) =>
            frame.getAttribute('aria-busy') === 'true'
              ? 'reading'
              : frame.getAttribute('data-condition'),
          )
          .join()
      }),
    )
    .toMatch(/^(ready|empty)(,(ready|empty))*$/)
}
