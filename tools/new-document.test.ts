import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
let tree: string

/** A copy of what the tool touches, with the packages beside it: our own from the copy, others from here. */
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'kufang-new-document-'))
  const copied = [
    'packages',
    'server/src',
    'server/migrations',
    'server/package.json',
    'server/tsconfig.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    'package.json',
    'tools/new-document.ts',
    'tools/new-document-templates.ts',
    'tools/document-sql.ts',
    'tools/areas.cjs',
    'tools/areas.d.cts',
  ]
  for (const path of copied)
    cpSync(join(root, path), join(tree, path), {
      recursive: true,
      filter: (from) => !from.includes('node_modules'),
    })
  mkdirSync(join(tree, 'node_modules/@kufang'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.') && name !== '@kufang')
      symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  }
  for (const name of ['kernel', 'contract'])
    symlinkSync(join(tree, 'packages', name), join(tree, 'node_modules/@kufang', name))
}, 60_000)
afterAll(() => rmSync(tree, { recursive: true, force: true }))

function run(...command: string[]): { status: number | null; said: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|NODE_ENV|KUFANG_|TEST|DEV|PROD|MODE)/.test(name),
    ),
  )
  const done = spawnSync(process.execPath, command, {
    cwd: tree,
    env: { ...env, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 110_000,
  })
  return { status: done.status, said: `${done.stdout}${done.stderr}` }
}

test('it says what is wrong with what it was given, and writes nothing', () => {
  const wrong: [string[], RegExp][] = [
    [[], /named like goods-receipt/],
    [['kitchen', 'example-form', '示例单', 'Example form'], /no area "kitchen"/],
    [['stock', 'ExampleForm', '示例单', 'Example form'], /named like goods-receipt/],
    [['receiving', 'goods-receipt', '收货单', 'Goods receipt'], /already/],
    [['handover', 'example-form', 'Example form', '示例单'], /Chinese name/],
    [['handover', 'example-form', '示例单', 'Example form', '/nowhere'], /no page \/nowhere/],
  ]
  for (const [given, why] of wrong) {
    const { status, said } = run('tools/new-document.ts', ...given)
    expect(said).toMatch(why)
    expect(status).toBe(1)
  }
  expect(existsSync(join(tree, 'server/src/handover'))).toBe(false)
}, 60_000)

test('what it writes compiles, and passes the conformance suite on a database with its migration', () => {
  const made = run('tools/new-document.ts', 'handover', 'example-form', '示例单据', 'Example form')
  expect(made.said).toContain('wrote    packages/contract/src/handover/example-form.ts')
  expect(made.status).toBe(0)
  expect(readFileSync(join(tree, 'packages/contract/src/registry.ts'), 'utf8')).toContain(
    "  'example-form': exampleForm,\n} as const",
  )

  // With everything that reaches it: registry, effects, suite.
  const project = {
    extends: './tsconfig.json',
    include: ['src/handover', 'src/effects.ts', 'src/platform/http'],
  }
  writeFileSync(join(tree, 'server/tsconfig.written.json'), JSON.stringify(project))
  const compiled = run(
    'node_modules/typescript7/bin/tsc',
    '-p',
    'server/tsconfig.written.json',
    '--listFiles',
  )
  expect(compiled.said).not.toContain('error TS')
  for (const written of [
    'packages/contract/src/handover/example-form.ts',
    'server/src/handover/example-form.effects.ts',
  ])
    expect(compiled.said).toContain(written)
  expect(compiled.status).toBe(0)

  const tested = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    'server/src/handover',
    'server/src/document/conformance',
  )
  expect(tested.said).toMatch(/Test Files {2}2 passed/)
  expect(tested.said).toContain('server/src/handover/example-form.test.ts')
  expect(tested.status, tested.said).toBe(0)

  const again = run('tools/new-document.ts', 'handover', 'example-form', '示例单据', 'Example form')
  expect(again.said).toContain('there is a document example-form already')
}, 120_000)
