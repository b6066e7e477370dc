import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'kufang-rules-'))
  for (const file of [
    '.dependency-cruiser.cjs',
    'tsconfig.base.json',
    'packages/contract/src/document/declare/area.ts',
  ]) {
    write(file, '')
    cpSync(join(root, file), join(tree, file))
  }
  write('package.json', '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
})
afterEach(() => rmSync(tree, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function cruise(): string {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const folders = ['packages', 'server', 'web'].map((folder) => join(folder, 'src'))
  const made = folders.filter((folder) => folder !== 'packages/src')
  for (const folder of made) mkdirSync(join(tree, folder), { recursive: true })
  return spawnSync(process.execPath, [program, '--config', '.dependency-cruiser.cjs', ...made], {
    cwd: tree,
    encoding: 'utf8',
  }).stdout
}

test('an area enters another one through its public.ts, and only when the table says so', () => {
  write('server/src/stock/ledger/ledger.ts', 'export const post = 1')
  write('server/src/stock/public.ts', "export { post } from './ledger/ledger.ts'")
  write(
    'server/src/receiving/effects.ts',
    "import { post } from '../stock/public.ts'\nexport const a = post",
  )
  const before = cruise()
  expect(before).toMatch(/no dependency violations found \(3 modules/)
  write(
    'server/src/receiving/other.ts',
    "import { post } from '../stock/ledger/ledger.ts'\nexport const b = post",
  )
  write(
    'server/src/bins/wrong.ts',
    "import { post } from '../stock/public.ts'\nexport const c = post",
  )
  const after = cruise()
  expect(after).toContain('server-receiving-needs-only-what-the-table-says')
  expect(after).toContain('server-bins-needs-only-what-the-table-says')
  expect(after).toContain('2 errors')
})

test('the web imports no list of all declarations but for its types', () => {
  write(
    'packages/contract/src/registry.ts',
    'export const documents = {}\nexport type Name = string',
  )
  write(
    'web/src/kit/names.ts',
    "import type { Name } from '../../../packages/contract/src/registry.ts'\nexport type N = Name",
  )
  expect(cruise()).not.toContain('the-first-page-holds-no-declaration')
  write(
    'web/src/kit/all.ts',
    "import { documents } from '../../../packages/contract/src/registry.ts'\nexport const a = documents",
  )
  expect(cruise()).toContain('the-first-page-holds-no-declaration: web/src/kit/all.ts')
})

test('effects reach stored documents through their context; only mirrors write them directly', () => {
  write('server/src/document/storage/neighbours.ts', 'export const neighboursOf = 1')
  const imports = "import { neighboursOf } from '../document/storage/neighbours.ts'\n"
  const rule = 'areas-reach-stored-documents-through-the-context-of-their-effects'
  write('server/src/external-documents/store.ts', `${imports}export const a = neighboursOf`)
  write('server/src/issue/issue.test.ts', `${imports}export const b = neighboursOf`)
  expect(cruise()).not.toContain(rule)
  write('server/src/issue/issue.effects.ts', `${imports}export const c = neighboursOf`)
  expect(cruise()).toContain(`${rule}: server/src/issue/issue.effects.ts`)
})

test('types count, the web does not see the server, the kit no area', () => {
  write('server/src/stock/ledger/key.ts', 'export interface Key { plant: string }')
  write(
    'web/src/stock/page.ts',
    "import type { Key } from '../../../server/src/stock/ledger/key.ts'\nexport type K = Key",
  )
  write('web/src/kit/grid.ts', "import type { K } from '../stock/page.ts'\nexport type G = K")
  const said = cruise()
  expect(said).toContain('web-never-imports-the-server')
  expect(said).toContain('kit-names-no-area')
})
