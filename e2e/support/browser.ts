import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'
import { findChromium } from './chromium-program.ts'

/**
 * Starts a headless browser for a test. Close it in `afterAll`. It speaks to this machine alone:
 * everything that would look for an update or a service outside is switched off.
 */
export function launchBrowser(): Promise<Browser> {
  const { executablePath, environment } = findChromium()
  return chromium.launch({
    executablePath,
    headless: true,
    // Tables reserve room for the scroll bars that people see.
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
      // Containers often have but 64 MB of shared memory.
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
