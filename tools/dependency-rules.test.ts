import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Permitted imports: none of these files may be named in a violation. */
const permitted: Readonly<Record<string, string>> = {
  'server/src/ledger/post.ts': 'export const post = 1',
  'server/src/ledger/public.ts': "export { post } from './post.ts'",
  'server/src/document/act/move.ts':
    "import { post } from '../../ledger/public.ts'\nexport const a = post",
  'server/src/stock/choose.ts':
    "import { post } from '../ledger/public.ts'\nexport const choose = post",
  'server/src/stock/public.ts': "export { choose } from './choose.ts'",
  'server/src/receiving/effects.ts':
    "import { choose } from '../stock/public.ts'\nexport const a = choose",
  'server/src/routes.ts': 'export const areaRoutes = []',
  'server/src/platform/testing/server.ts':
    "import { areaRoutes } from '../../routes.ts'\nexport const routes = areaRoutes",
  'web/src/kit/document/key.ts': 'export const key = 1',
  'packages/contract/src/registry.ts': 'export const documents = {}\nexport type Name = string',
  'web/src/kit/names.ts':
    "import type { Name } from '../../../packages/contract/src/registry.ts'\nexport type N = Name",
  'server/src/document/storage/neighbours.ts': 'export const neighboursOf = 1',
  'server/src/external-documents/store.ts':
    "import { neighboursOf } from '../document/storage/neighbours.ts'\nexport const a = neighboursOf",
  'server/src/issue/issue.test.ts':
    "import { neighboursOf } from '../document/storage/neighbours.ts'\nexport const b = neighboursOf",
  'server/src/ledger/key.ts': 'export interface Key { plant: string }',
}

/** Each of these files breaks one rule. */
const forbidden: Readonly<Record<string, string>> = {
  'server/src/receiving/other.ts':
    "import { choose } from '../stock/choose.ts'\nexport const b = choose",
  'server/src/bins/wrong.ts':
    "import { choose } from '../stock/public.ts'\nexport const c = choose",
  'server/src/ledger/room.ts':
    "import { choose } from '../stock/public.ts'\nexport const d = choose",
  'server/src/ledger/missing.ts':
    "import { neighboursOf } from '../document/storage/neighbours.ts'\nexport const e = neighboursOf",
  'server/src/document/act/choose.ts':
    "import { choose } from '../../stock/public.ts'\nexport const f = choose",
  'server/src/transfer/move.ts': "import { post } from '../ledger/post.ts'\nexport const g = post",
  'web/src/kit/all.ts':
    "import { documents } from '../../../packages/contract/src/registry.ts'\nexport const a = documents",
  'server/src/issue/issue.effects.ts':
    "import { neighboursOf } from '../document/storage/neighbours.ts'\nexport const c = neighboursOf",
  'server/src/platform/http/app.ts':
    "import { areaRoutes } from '../../routes.ts'\nexport const app = areaRoutes",
  'packages/contract/src/document/roles.ts':
    "import { documents } from '../registry.ts'\nexport const roles = documents",
  'web/src/kit/dialog/send.ts': "import { key } from '../document/key.ts'\nexport const send = key",
  'web/src/stock/page.ts':
    "import type { Key } from '../../../server/src/ledger/key.ts'\nexport type K = Key",
  'web/src/kit/grid.ts': "import type { K } from '../stock/page.ts'\nexport type G = K",
}

/** What the checker reports about all of these files, from one run, which takes two seconds. */
let said: string
beforeAll(() => {
  said = check({ ...permitted, ...forbidden })
})

function check(sources: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(tmpdir(), 'kufang-rules-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  try {
    for (const file of [
      '.dependency-cruiser.cjs',
      '.dependency-cruiser.tests.cjs',
      'tsconfig.base.json',
      'packages/contract/src/document/declare/area.ts',
    ]) {
      write(file, '')
      cpSync(join(root, file), join(tree, file))
    }
    write('package.json', '{"type":"module"}')
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    for (const [path, text] of Object.entries(sources)) write(path, text)
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
    const among = ['packages/contract/src', 'server/src', 'web/src']
    return spawnSync(process.execPath, [program, '--config', '.dependency-cruiser.cjs', ...among], {
      cwd: tree,
      encoding: 'utf8',
    }).stdout
  } finally {
    rmSync(tree, { recursive: true })
  }
}

/** The violations in these folders, as `rule: from → to`. */
function violationsIn(...folders: string[]): string[] {
  const lines = [...said.matchAll(/^ *error ([\w-]+: (\S+) → .*\S)/gm)]
  return lines
    .filter(([, , from = '']) => folders.some((folder) => from.startsWith(`${folder}/`)))
    .map(([, violation = '']) => violation)
    .toSorted()
}

test('an area enters another one through its public.ts, and only when the table says so', () => {
  expect(violationsIn('server/src/stock', 'server/src/receiving', 'server/src/bins')).toEqual([
    'server-bins-needs-only-what-the-table-says: server/src/bins/wrong.ts → server/src/stock/public.ts',
    'server-receiving-needs-only-what-the-table-says: server/src/receiving/other.ts → server/src/stock/choose.ts',
  ])
})

test('the ledger imports neither areas nor documents, and all others enter it through its public.ts', () => {
  const folders = ['ledger', 'document', 'transfer'].map((folder) => `server/src/${folder}`)
  expect(violationsIn(...folders)).toEqual([
    'document-service-names-no-area-but-the-foundations: server/src/document/act/choose.ts → server/src/stock/public.ts',
    'ledger-imports-no-area-and-no-document-service: server/src/ledger/missing.ts → server/src/document/storage/neighbours.ts',
    'ledger-imports-no-area-and-no-document-service: server/src/ledger/room.ts → server/src/stock/public.ts',
    'ledger-is-entered-through-its-public: server/src/transfer/move.ts → server/src/ledger/post.ts',
  ])
})

test('platform, declaring, grid, fields and dialogs import nothing that is built on them', () => {
  const folders = ['server/src/platform', 'packages/contract/src', 'web/src/kit/dialog']
  expect(violationsIn(...folders)).toEqual([
    'declaring-knows-neither-areas-nor-registry: packages/contract/src/document/roles.ts → packages/contract/src/registry.ts',
    'grid-fields-and-dialog-know-no-document: web/src/kit/dialog/send.ts → web/src/kit/document/key.ts',
    'platform-imports-itself-and-the-packages-only: server/src/platform/http/app.ts → server/src/routes.ts',
  ])
})

test('the web imports no list of all declarations but for its types', () => {
  const rule = 'the-first-page-holds-no-declaration'
  expect(violationsIn('web/src').filter((violation) => violation.startsWith(rule))).toEqual([
    `${rule}: web/src/kit/all.ts → packages/contract/src/registry.ts`,
  ])
})

test('effects reach stored documents through their context; only mirrors write them directly', () => {
  const rule = 'areas-reach-stored-documents-through-the-context-of-their-effects'
  expect(violationsIn('server/src/issue', 'server/src/external-documents')).toEqual([
    `${rule}: server/src/issue/issue.effects.ts → server/src/document/storage/neighbours.ts`,
  ])
})

test('types count, the web does not see the server, the kit no area', () => {
  const violations = violationsIn('web/src')
  expect(violations).toContain(
    'web-never-imports-the-server: web/src/stock/page.ts → server/src/ledger/key.ts',
  )
  expect(violations).toContain('kit-names-no-area: web/src/kit/grid.ts → web/src/stock/page.ts')
})

test('nothing else is reported, and no file was overlooked', () => {
  // And the table of areas.
  const files = Object.keys(permitted).length + Object.keys(forbidden).length + 1
  const errors = Object.keys(forbidden).length
  expect(said).toContain(
    `${errors} dependency violations (${errors} errors, 0 warnings). ${files} modules`,
  )
})
