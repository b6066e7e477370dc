import type { Browser, BrowserContext } from 'playwright-core'
import { chromium } from 'playwright-core'
import { findChromium } from './chromium-program.ts'

/** Maximum waiting time of a step: a page drawn, a response of the server, on a busy machine. */
export const patienceMs = 20_000

export interface ProfileOptions {
  width?: number
  height?: number
}

/**
 * With `LATE_FRAMES_MS` everything that pages draw frame by frame comes so much later, as on a busy machine: journeys that do
 * not wait for it fail.
 */
const lateFramesMs = Number(process.env['LATE_FRAMES_MS'] ?? 0)

function delayFrames(late: number): void {
  const soon = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (callback) =>
    soon(() => {
      setTimeout(() => callback(performance.now()), late)
    })
}

/** A new browser profile, as on a computer of the company that nobody has used before. */
export async function newProfile(
  browser: Browser,
  { width = 1366, height = 768 }: ProfileOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  if (lateFramesMs > 0) await context.addInitScript(delayFrames, lateFramesMs)
  return context
}

/**
 * Starts a headless browser for a test. Close it in `afterAll`. It connects to this machine only: all functions that
 * look for updates or services outside are disabled.
 */
export function launchBrowser(): Promise<Browser> {
  const { executablePath, environment } = findChromium()
  return chromium.launch({
    executablePath,
    headless: true,
    // Tables reserve space for visible scroll bars.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    env: { ...definedOnly(process.env), ...environment },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Containers often have only 64 MB of shared memory.
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
    ],
  })
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  )
}
