import type { Browser, Page } from 'playwright-core'
import { percentile, record } from '../results.ts'
import { Scripts, freshPage } from './browsing.ts'

/** 10 Mbit/s with the latency of a server in the same town. */
const link = {
  offline: false,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
  latency: 20,
}

interface FirstUse {
  /** From the end of the HTML until the form accepts input, in milliseconds. */
  usableAfterMs: number
  /** Paths of the scripts loaded by then. */
  scripts: string[]
}

/**
 * The sign-in page over a slow link with an empty cache. Its scripts are those loaded until the form is usable, and the
 * one that encrypts the password.
 */
export async function measureSignInPage(
  browser: Browser,
  address: string,
  times: number,
): Promise<void> {
  const waits: number[] = []
  const sizes: number[] = []
  for (let time = 0; time < times; time += 1) {
    const { context, page, devtools } = await freshPage(browser)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', link)
    const scripts = new Scripts(page)
    await page.addInitScript(watchForm)
    await page.goto(address)
    const firstUse = await page.evaluate(
      () => (globalThis as unknown as { firstUse: Promise<FirstUse> }).firstUse,
    )
    const encryption = await encryptionOf(page)
    waits.push(firstUse.usableAfterMs)
    sizes.push(await scripts.total(new Set([...firstUse.scripts, ...encryption])))
    await context.close()
  }
  record('sign-in page, JavaScript to first use (gzip)', Math.max(...sizes) / 1024, 'KB', {
    atMost: 150,
  })
  record('sign-in page usable after its HTML, 10 Mbit/s', percentile(waits, 0.95), 'ms, p95', {
    atMost: 1000,
  })
}

/** Signs in with a wrong password: scripts loaded between the click and the request are counted. */
async function encryptionOf(page: Page): Promise<string[]> {
  // Prefetching for the time after sign-in is not counted.
  await page.waitForLoadState('networkidle')
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) fetched.push(pathname)
  })
  await page.getByLabel('账号').fill('nobody')
  await page.getByLabel('密码').fill('Nobody@2026')
  const asked = page.waitForRequest((request) => request.url().includes('/api/oauth/token'))
  await page.getByRole('button', { name: '登录' }).click()
  await asked
  return fetched
}

/** Runs in the browser before the page: records when the account field accepts input. */
function watchForm(): void {
  const global = globalThis as unknown as { firstUse: Promise<FirstUse> }
  global.firstUse = new Promise((resolve) => {
    const look = (): void => {
      const field = document.querySelector<HTMLInputElement>('input[name=username]')
      if (field === null || field.disabled) {
        requestAnimationFrame(look)
        return
      }
      const usableAt = performance.now()
      const html = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
      const scripts = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter((entry) => entry.responseEnd > 0 && entry.responseEnd <= usableAt)
        .map((entry) => new URL(entry.name).pathname)
      resolve({ usableAfterMs: usableAt - html.responseEnd, scripts })
    }
    requestAnimationFrame(look)
  })
}
