import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A picture of one pixel, as a camera would send it. */
export const photo = {
  name: 'goods.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Signs on the screen in the dialog of a hand-over. */
export async function drawSignature(page: Page, dialog: Locator): Promise<void> {
  const pad = dialog.getByRole('img', { name: '手写签名区' })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + box.height / 2, { steps: 5 })
  await page.mouse.move(box.x + 200, box.y + 30, { steps: 5 })
  await page.mouse.up()
  // Signed: it can be signed again.
  await expect
    .poll(() => dialog.getByRole('button', { name: '重签', exact: true }).isEnabled())
    .toBe(true)
}

/** From now on the print frame stays as it is drawn: the print dialog of the browser would wait for a person. */
export async function withoutPrintDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    const make = document.createElement.bind(document)
    document.createElement = ((name: string) => {
      const made = make(name)
      if (name === 'iframe')
        made.addEventListener('load', () => {
          const { contentWindow } = made as HTMLIFrameElement
          if (contentWindow !== null) contentWindow.print = () => undefined
        })
      return made
    }) as typeof document.createElement
  })
}
