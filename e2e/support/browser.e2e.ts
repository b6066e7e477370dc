import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('the browser shows Chinese characters, each with a shape of its own', async () => {
  const page = await browser.newPage()
  await page.setContent(`<p style="font: 40px 'Noto Sans SC', sans-serif; margin: 0">库房料</p>`)
  const shapes: string[] = []
  for (const x of [0, 40, 80]) {
    const shot = await page.screenshot({ clip: { x, y: 0, width: 40, height: 56 } })
    shapes.push(shot.toString('base64'))
  }
  // Without a font all of them would be the same empty box.
  expect(new Set(shapes).size).toBe(3)
  await page.close()
})
