import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { record } from './results.ts'
import { say } from './site.ts'

const root = resolve(import.meta.dirname, '..')

/** From `npm start` to the sign-in page, with a filled database and a built page. */
export async function measureFirstPage(connectionString: string): Promise<void> {
  say('starting as a person does')
  const folder = mkdtempSync(join(tmpdir(), 'kufang-bench-start-'))
  try {
    // A first start does additional work and is not measured.
    await startOnce(connectionString, folder)
    record('from npm start to the first page', await startOnce(connectionString, folder), 's')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startOnce(connectionString: string, folder: string): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/src/launch/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      KUFANG_DATA: folder,
      DATABASE_URL: connectionString,
      KUFANG_DEMONSTRATION: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const address = await new Promise<string>((done, failed) => {
    void ended.then((code) => failed(new Error(`npm start ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /ready (http:\S+)/.exec(line)
      if (found) done(found[1]!)
    })
  })
  const page = await fetch(address)
  if (!page.ok || !(await page.text()).includes('<script'))
    throw new Error(`${address} answered ${page.status}`)
  const seconds = (performance.now() - began) / 1000
  child.kill('SIGTERM')
  await ended
  return seconds
}
