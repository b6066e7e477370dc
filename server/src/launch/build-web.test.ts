import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'
import { root as ownRoot } from './configuration.ts'
import { LogFile } from './log-file.ts'

let root: string
let said: string[]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kufang-web-'))
  said = []
  mkdirSync(join(root, 'web/src'), { recursive: true })
  symlinkSync(join(ownRoot, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'web/package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'web/index.html'), '<script type="module" src="src/main.ts"></script>')
  writeFileSync(join(root, 'web/src/main.ts'), "document.title = '库房'")
})
afterEach(() => rmSync(root, { recursive: true }))

function build(signal = new AbortController().signal): Promise<void> {
  const log = new LogFile(join(root, 'build.log'))
  return buildWeb({ root, log, say: (line) => said.push(line), signal })
}

const built = () => said.filter((line) => line.startsWith('the web page is built')).length

function script(): string {
  const assets = join(root, 'web/dist/assets')
  return readdirSync(assets)
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('\n')
}

test('the page is built once, and again after a change of its sources', async () => {
  await build()
  expect(script()).toContain('库房')
  await build()
  expect(built()).toBe(1)
  writeFileSync(join(root, 'web/src/main.ts'), "document.title = '收货'")
  await build()
  expect(built()).toBe(2)
  expect(script()).toContain('收货')
})

test('a changed test of the page is no reason to build it', async () => {
  await build()
  writeFileSync(join(root, 'web/src/main.test.ts'), '')
  await build()
  expect(built()).toBe(1)
})

test('what was built from sources that changed meanwhile is not taken for theirs', async () => {
  const source = join(root, 'web/src/main.ts')
  said.push = (line) => {
    if (line.startsWith('building')) writeFileSync(source, "document.title = '收货'")
    return Array.prototype.push.call(said, line)
  }
  await build()
  expect(script()).toContain('收货')
  said.push = Array.prototype.push
  writeFileSync(source, "document.title = '库房'")
  await build()
  expect(script()).toContain('库房')
})

test('two at once build it once', async () => {
  await Promise.all([build(), build()])
  expect(built()).toBe(1)
  expect(said).toContain('waiting: another start is building the web page')
  expect(readdirSync(join(root, 'web/dist-work'))).toEqual([])
})

test('a page that cannot be built says why and leaves the old one alone', async () => {
  await build()
  writeFileSync(join(root, 'web/src/main.ts'), "import './missing.ts'")
  await expect(build()).rejects.toThrow(/missing\.ts/)
  expect(script()).toContain('库房')
})

test('a building that is broken off leaves no page', async () => {
  const before = new AbortController()
  before.abort()
  await expect(build(before.signal)).rejects.toThrow(/aborted/)
  const amid = new AbortController()
  said.push = (line) => {
    // The builder is started right after its announcement.
    setImmediate(() => amid.abort())
    return line.length
  }
  await expect(build(amid.signal)).rejects.toThrow(/could not be built \(signal/)
  expect(readdirSync(join(root, 'web'))).not.toContain('dist')
})
