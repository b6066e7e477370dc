import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { long, longestFirst, rankOfFile } from './longest-first.ts'

test('a file that only lists its journeys counts as long as those, and starts before a longer file of its own', () => {
  const texts: Record<string, string> = {
    '/e2e/list.e2e.ts':
      "import { tabs } from './shell/tabs.ts'\nimport { go } from './support/go.ts'",
    '/e2e/shell/tabs.ts': 't'.repeat(500),
    '/e2e/support/go.ts': 's'.repeat(5000),
    '/e2e/own.e2e.ts': 'o'.repeat(400),
    '/e2e/short.e2e.ts': 'o'.repeat(10),
  }
  const files = ['/e2e/short.e2e.ts', '/e2e/own.e2e.ts', '/e2e/list.e2e.ts']
  expect(
    longestFirst(
      files,
      (file) => file,
      (path) => texts[path] ?? '',
    ),
  ).toEqual(['/e2e/list.e2e.ts', '/e2e/own.e2e.ts', '/e2e/short.e2e.ts'])
})

test('the files with the journeys of documents and of the shell, which take most of the time, start first', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync('e2e/**/*.e2e.ts', { cwd: root }).map((file) => resolve(root, file))
  const first = longestFirst(files, (file) => file).slice(0, 4)
  expect(first.toSorted()).toEqual([
    resolve(root, 'e2e/documents-stock.e2e.ts'),
    resolve(root, 'e2e/documents.e2e.ts'),
    resolve(root, 'e2e/shell-frame.e2e.ts'),
    resolve(root, 'e2e/shell-pages.e2e.ts'),
  ])
})

test('each of the long tests is there', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync(['server/src/**/*.test.ts', 'tools/*.test.ts', 'e2e/*.e2e.ts'], {
    cwd: root,
  })
  expect(long.filter((part) => !files.some((file) => `/${file}`.includes(part)))).toEqual([])
})

test('the suites of the documents start after the long tests and before all others', () => {
  const root = resolve(import.meta.dirname, '..')
  const rank = (path: string) => rankOfFile(resolve(root, path))
  expect(rank('server/src/demonstration/prepare.test.ts')).toBe(0)
  expect(rank('e2e/pages-at-volume.e2e.ts')).toBe(0)
  expect(rank('server/src/freeze/freeze-release.test.ts')).toBe(1)
  expect(rank('server/src/receiving/posted-by-line.test.ts')).toBe(2)
})
