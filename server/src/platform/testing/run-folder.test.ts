import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identifyProcess } from '../process/process-identity.ts'
import { removeAbandoned } from './run-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kufang-run-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A run as it lies there: its process, its database cluster and a product of a journey with the process that owns it. */
function left(name: string, run: unknown, owner: unknown = run): string {
  const folder = join(root, `kufang-test-${name}`)
  for (const data of [folder, join(folder, 'product')]) {
    mkdirSync(join(data, 'database/cluster'), { recursive: true })
    writeFileSync(join(data, 'owner.json'), JSON.stringify(owner))
  }
  writeFileSync(join(folder, 'run.json'), JSON.stringify(run))
  return folder
}

/** A process that has ended. */
function ended() {
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { identifyProcess } from ${JSON.stringify(new URL('../process/process-identity.ts', import.meta.url).href)}
       process.stdout.write(JSON.stringify(identifyProcess(process.pid)))`,
    ],
    { encoding: 'utf8' },
  )
  return JSON.parse(stdout) as unknown
}

test('what a killed run left is removed, files beside its folders included; what still runs is left alone', async () => {
  const here = identifyProcess(process.pid)
  const killed = left('killed', ended())
  const running = left('running', here)
  const itsProductRuns = left('product', ended(), here)
  await removeAbandoned(root)
  expect(existsSync(killed)).toBe(false)
  expect(existsSync(running)).toBe(true)
  expect(existsSync(itsProductRuns)).toBe(true)
})
