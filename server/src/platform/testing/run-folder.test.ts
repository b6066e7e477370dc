import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identifyProcess } from '../process/process-identity.ts'
import { folderVariable } from './cluster.ts'
import { keepTemporaryFiles, makeFolderOfRuns, removeAbandoned } from './run-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kufang-run-folder-'))
})
const { TMPDIR } = process.env
afterEach(() => {
  process.env['TMPDIR'] = TMPDIR
  rmSync(root, { recursive: true, force: true })
})

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

/** Where another program, started from here, puts its temporary files. */
function temporaryElsewhere(): string {
  const program = `process.stdout.write((await import('node:os')).tmpdir())`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    .stdout
}

test('the temporary files of a run are in its folder, those of the programs it starts too', () => {
  const folder = join(root, 'temporary')
  keepTemporaryFiles(folder)
  expect(tmpdir()).toBe(folder)
  expect(temporaryElsewhere()).toBe(folder)
})

test('this test runs with a temporary folder inside of that of its run', () => {
  expect(tmpdir()).toBe(join(process.env[folderVariable]!, 'temporary'))
})

test('what runs have left behind is named and removed', async () => {
  process.env['TMPDIR'] = root
  const clean = await makeFolderOfRuns()
  expect(temporaryElsewhere()).toBe(clean.folder)
  expect(clean.remove()).toEqual([])
  process.env['TMPDIR'] = root
  const { folder, remove } = await makeFolderOfRuns()
  mkdirSync(join(folder, 'kufang-world-1'))
  mkdirSync(join(folder, 'of-the-browser'))
  expect(remove()).toEqual(['kufang-world-1'])
  expect(existsSync(folder)).toBe(false)
})
