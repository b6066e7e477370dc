import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

// What production code of the server asserts about types instead of having it checked. The figures may only fall: whoever
// removes one writes the new figure here.

const root = resolve(import.meta.dirname, '..')
const besideProduction =
  /\.test(-d)?\.ts$|\/testing\/|testing\.ts$|journey|conformance|\/model\/|\/demonstration\/|\/replay\//

const files = execFileSync('git', ['ls-files', 'server/src/*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !besideProduction.test(path))
const occurrences = (expression: RegExp, some = files): string[] =>
  some.flatMap((path) => {
    const text = readFileSync(resolve(root, path), 'utf8')
    return [...text.matchAll(expression)].map(({ 0: found }) => `${path}: ${found}`)
  })

test('few values are said to be there without a check', () => {
  const { stdout } = linted()
  const production = stdout.filter((path) => !besideProduction.test(path))
  expect(stdout.length).toBeGreaterThan(production.length)
  expect(production.length).toBeLessThanOrEqual(165)
})

test('few fields of rows are said to be of a type', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(
    occurrences(/\['[A-Za-z0-9]+'\]!?(\s*\?\?[^()\n]*)?\s*\)?\s*as\s/g).length,
  ).toBeLessThanOrEqual(27)
})

test('effects know the types of documents', () => {
  const effects = files.filter((path) => path.endsWith('.effects.ts'))
  expect(effects.length).toBeGreaterThan(30)
  expect(occurrences(/as unknown as/g, effects)).toEqual([])
})

/** The files of non-null assertions on the server, once for each. */
function linted(): { stdout: string[] } {
  const oxlint = resolve(root, 'node_modules/oxlint/bin/oxlint')
  const rule = ['-A', 'all', '-W', 'typescript/no-non-null-assertion', '-f', 'unix', 'server/src']
  const text = execFileSync(process.execPath, [oxlint, ...rule], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  return { stdout: [...text.matchAll(/^([^:\n]+):\d+:\d+:/gm)].map(([, path]) => String(path)) }
}
