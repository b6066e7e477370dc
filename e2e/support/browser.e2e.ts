import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { findChromium } from './chromium-program.ts'

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
  // Without a font all of them would be drawn as the same empty box.
  expect(new Set(shapes).size).toBe(3)
  await page.close()
})

test('the journeys run in the browser that comes with the dependencies, whatever the machine has', () => {
  const named = process.env['KUFANG_E2E_BROWSER']
  try {
    delete process.env['KUFANG_E2E_BROWSER']
    expect(findChromium().executablePath).toContain('node_modules/.cache/chromium/')
    process.env['KUFANG_E2E_BROWSER'] = process.execPath
    expect(findChromium().executablePath).toBe(process.execPath)
    process.env['KUFANG_E2E_BROWSER'] = '/nowhere/chromium'
    expect(findChromium).toThrow('/nowhere/chromium')
  } finally {
    if (named === undefined) delete process.env['KUFANG_E2E_BROWSER']
    else process.env['KUFANG_E2E_BROWSER'] = named
  }
})
